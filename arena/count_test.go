package arena_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
)

// three is a match of three entrants with one incomplete pair.
var three = []arena.Record{
	{Game: 0, Pair: 0, Seats: []int{0, 1}, Winner: 0},
	{Game: 1, Pair: 0, Seats: []int{1, 0}, Winner: arena.Draw},
	{Game: 2, Pair: 1, Seats: []int{0, 2}, Winner: 2},
	{Game: 3, Pair: 1, Seats: []int{2, 0}, Winner: 2},
	{Game: 4, Pair: 2, Seats: []int{1, 2}, Winner: 1},
	{Game: 5, Pair: 2, Seats: []int{2, 1}, Winner: 2},
	{Game: 6, Pair: 3, Seats: []int{0, 1}, Winner: 1},
}

func TestCounts(t *testing.T) {
	require.Equal(t, arena.Tally{Wins: 1, Draws: 1, Losses: 1}, arena.Count(three, 0, 1))
	require.Equal(t, arena.Tally{Losses: 2}, arena.Count(three, 0, 2))
	require.Equal(t, arena.Tally{}, arena.Count(three, 0, 3))
	require.Equal(t, arena.Tally{}, arena.Count(three, 0, 0))
	require.Equal(t, []arena.Tally{{Wins: 1, Losses: 1}, {Draws: 1}}, arena.CountSeats(three, 0, 1))
	require.Equal(t, []arena.Tally{{Draws: 1}, {Wins: 1, Losses: 1}}, arena.CountSeats(three, 1, 0))
	require.Empty(t, arena.CountSeats(three, 0, 3))
	require.Equal(t, arena.Pairs{Count: 1, Sum: 0.75, Squares: 0.5625}, arena.CountPairs(three, 0, 1))
	require.Equal(t, arena.Pairs{Count: 1}, arena.CountPairs(three, 0, 2))
	require.Equal(t, arena.Pairs{Count: 1, Sum: 0.5, Squares: 0.25}, arena.CountPairs(three, 2, 1))
	require.Equal(t, [][]arena.Tally{
		{{}, {Wins: 1, Draws: 1, Losses: 1}, {Losses: 2}},
		{{Wins: 1, Draws: 1, Losses: 1}, {}, {Wins: 1, Losses: 1}},
		{{Wins: 2}, {Wins: 1, Losses: 1}, {}},
	}, arena.CrossTable(three, 3))
}

// The counts do not depend on the order of the records, which is that in which games finished.
func TestCountsIgnoreTheOrder(t *testing.T) {
	records := run(t, tictactoes(15, searcher("a", 20), random("b"), first("c")))
	rapid.Check(t, func(t *rapid.T) {
		shuffled := rapid.Permutation(records).Draw(t, "records")
		require.Equal(t, arena.CrossTable(records, 3), arena.CrossTable(shuffled, 3))
		require.Equal(t, arena.CountPairs(records, 0, 1), arena.CountPairs(shuffled, 0, 1))
		require.Equal(t, arena.CountSeats(records, 0, 1), arena.CountSeats(shuffled, 0, 1))
	})
	seats := arena.CountSeats(records, 0, 1)
	require.Equal(t, arena.Count(records, 0, 1), seats[0].Add(seats[1]))
	p := arena.CountPairs(records, 0, 1)
	require.InDelta(t, arena.Count(records, 0, 1).WinRate(), p.Mean(), 1e-12)
}
