package arena_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
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
	require.Equal(t, stats.Tally{Wins: 1, Draws: 1, Losses: 1}, arena.Count(three, 0, 1))
	require.Equal(t, stats.Tally{Losses: 2}, arena.Count(three, 0, 2))
	require.Equal(t, stats.Tally{}, arena.Count(three, 0, 3))
	require.Equal(t, stats.Tally{}, arena.Count(three, 0, 0))
	require.Equal(t, []stats.Tally{{Wins: 1, Losses: 1}, {Draws: 1}}, arena.CountSeats(three, 0, 1))
	require.Equal(t, []stats.Tally{{Draws: 1}, {Wins: 1, Losses: 1}}, arena.CountSeats(three, 1, 0))
	require.Empty(t, arena.CountSeats(three, 0, 3))
	require.Equal(t, stats.Pairs{Count: 1, Sum: 0.75, Squares: 0.5625}, arena.CountPairs(three, 0, 1))
	require.Equal(t, stats.Pairs{Count: 1}, arena.CountPairs(three, 0, 2))
	require.Equal(t, stats.Pairs{Count: 1, Sum: 0.5, Squares: 0.25}, arena.CountPairs(three, 2, 1))
	require.Equal(t, [][]stats.Tally{
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

func TestCountPentanomial(t *testing.T) {
	require.Equal(t, stats.Pentanomial{3: 1}, arena.CountPentanomial(three, 0, 1), "a win and a draw; the other pair is not complete")
	require.Equal(t, stats.Pentanomial{0: 1}, arena.CountPentanomial(three, 0, 2))
	require.Equal(t, stats.Pentanomial{2: 1}, arena.CountPentanomial(three, 2, 1))
	require.Equal(t, stats.Pentanomial{}, arena.CountPentanomial(three, 0, 3))
	seats := []arena.Record{{Seats: []int{0, 1, 0}, Winner: 0}, {Seats: []int{1, 0, 0}, Winner: 0}}
	require.Equal(t, stats.Pentanomial{}, arena.CountPentanomial(seats, 0, 1), "three players have pairs of six games")
}

// The counts tell as much about the pairs as the records, seen from both sides.
func TestPentanomialPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []arena.Record
		for pair := range rapid.IntRange(0, 30).Draw(t, "pairs") {
			for game := range 2 {
				winner := rapid.IntRange(-1, 1).Draw(t, "winner")
				records = append(records, arena.Record{Game: 2*pair + game, Pair: pair, Seats: []int{game, 1 - game}, Winner: winner})
			}
		}
		p, q := arena.CountPentanomial(records, 0, 1), arena.CountPentanomial(records, 1, 0)
		require.Equal(t, arena.CountPairs(records, 0, 1), p.Pairs())
		for k := range p {
			require.Equal(t, p[k], q[4-k])
		}
		low, high := p.Pairs().Interval(0.95)
		lost, won := q.Pairs().Interval(0.95)
		require.InDelta(t, low, 1-won, 1e-12)
		require.InDelta(t, high, 1-lost, 1e-12)
		require.LessOrEqual(t, low, p.Pairs().Mean())
		require.GreaterOrEqual(t, high, p.Pairs().Mean())
	})
}

// Ends count the losses on time of each entrant, and the games that were cut off.
func TestCountEnds(t *testing.T) {
	records := []arena.Record{
		{Seats: []int{0, 2, 1}, Returns: []float64{0.5, 0.5, 0}, Timeout: true},
		{Seats: []int{1, 2, 0}, Returns: []float64{-3, 0, 0}, Timeout: true},
		{Seats: []int{2, 1, 0}, Returns: []float64{0, 1, 0}},
		{Seats: []int{2, 1, 0}, Returns: []float64{0.5, 0.5, 0.5}, Cut: true},
		{Seats: []int{2}, Returns: []float64{0}, Timeout: true},
	}
	require.Equal(t, arena.Ends{Late: []int{0, 2, 1}, Cut: 1}, arena.CountEnds(records, 3))
}
