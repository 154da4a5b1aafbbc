package arena_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

func TestMatchPlaysPairs(t *testing.T) {
	m := tictactoes(20, random("a"), random("b"))
	records := run(t, m)
	require.Len(t, records, m.Games())
	require.Len(t, records, 40)
	openings := map[string]bool{}
	for i, r := range records {
		require.Equal(t, i, r.Game)
		require.Equal(t, i/2, r.Pair)
		require.Equal(t, [][]int{{0, 1}, {1, 0}}[i%2], r.Seats)
		require.Len(t, r.Opening, 2)
		require.Equal(t, records[i/2*2].Opening, r.Opening)
		require.Equal(t, records[i/2*2].Seed, r.Seed)
		require.False(t, r.Cut)
		replay(t, r)
		openings[strings.Join(r.Opening, " ")] = true
	}
	require.Greater(t, len(openings), 10, "openings differ")
}

// replay plays a record by the rules of tic-tac-toe.
func replay(t *testing.T, r arena.Record) {
	t.Helper()
	g := tictactoe.Game{}
	s := g.Start()
	for _, text := range append(append([]string{}, r.Opening...), r.Actions...) {
		c, err := g.Parse(text)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, c))
		g.Apply(&s, c)
	}
	require.Empty(t, g.AppendActions(nil, &s))
	out := make([]float64, 2)
	g.Returns(&s, out)
	require.Equal(t, out, r.Returns)
	switch {
	case out[0] == out[1]:
		require.Equal(t, arena.Draw, r.Winner)
	case out[0] > out[1]:
		require.Equal(t, r.Seats[0], r.Winner)
	default:
		require.Equal(t, r.Seats[1], r.Winner)
	}
}

// Seeds belong to seats, so equal players play the two games of a pair alike and neither can lead.
func TestEqualPlayersAreEven(t *testing.T) {
	records := run(t, tictactoes(30, searcher("a", 20), searcher("b", 20)))
	for i := 0; i < len(records); i += 2 {
		require.Equal(t, records[i].Actions, records[i+1].Actions)
	}
	p := arena.CountPairs(records, 0, 1)
	require.Equal(t, stats.Pairs{Count: 30, Sum: 15, Squares: 7.5}, p)
}

func TestWorkersChangeNothing(t *testing.T) {
	want := []arena.Record(nil)
	for _, workers := range []int{1, 2, 7, 0} {
		m := tictactoes(8, searcher("strong", 60), searcher("weak", 5), random("random"))
		m.Workers = workers
		records := untimed(run(t, m))
		require.Len(t, records, 48)
		if want == nil {
			want = records
		}
		require.Equal(t, want, records, "%d workers", workers)
	}
	m := tictactoes(8, searcher("strong", 60), searcher("weak", 5), random("random"))
	m.Seed++
	require.NotEqual(t, want, untimed(run(t, m)))
}

func TestLongerMatchBeginsLikeAShorterOne(t *testing.T) {
	short, long := tictactoes(3, random("a"), random("b"), random("c")), tictactoes(5, random("a"), random("b"), random("c"))
	require.Equal(t, untimed(run(t, short)), untimed(run(t, long))[:18])
}

func TestStrongPlayerWins(t *testing.T) {
	records := run(t, tictactoes(20, searcher("search", 200), random("random")))
	low, _ := arena.Count(records, 0, 1).Interval(0.95)
	require.Greater(t, low, 0.6)
	for _, r := range records {
		for seat, e := range r.Seats {
			require.Equal(t, e == 0, r.Simulations[seat] > 0, "only the search counts simulations")
			require.GreaterOrEqual(t, r.Seconds[seat], 0.0)
		}
	}
}

// A player that solves the game never loses from the empty board.
func TestAlphaBetaIsNotBeaten(t *testing.T) {
	alphaBeta := arena.AlphaBeta("alphabeta", tictactoe.Game{}, minimax.Config{})
	m := tictactoes(10, alphaBeta, random("random"))
	m.OpeningPlies = 0
	require.Zero(t, arena.Count(run(t, m), 0, 1).Losses)
}

func TestPlayersSeeTheWholeGame(t *testing.T) {
	var closed atomic.Int32
	var told [][]tictactoe.Cell
	m := tictactoes(3, watched(random("a"), &closed, func(cells []tictactoe.Cell, _ int) { told = append(told, cells) }), random("b"))
	m.Workers = 1
	records := run(t, m)
	require.EqualValues(t, 6, closed.Load())
	for i, r := range records {
		want := strings.Join(append(append([]string{}, r.Opening...), r.Actions...), " ")
		require.Equal(t, "["+want+"]", fmt.Sprint(told[i]))
		require.Equal(t, len(told[i]), r.Simulations[i%2], "the witness counts what it observes")
		require.Zero(t, r.Simulations[1-i%2])
	}
}

func TestGameOfChanceForThree(t *testing.T) {
	g := dice{3}
	var closed atomic.Int32
	a := watched(arena.Random("a", mcts.Game[table, int](g)), &closed, nil)
	m := arena.Match[table, int]{Game: g, Entrants: []arena.Entrant[table, int]{a, arena.Random("b", mcts.Game[table, int](g))}, Plan: arena.Plan{Pairs: 5, OpeningPlies: 2}}
	records := run(t, m)
	require.Len(t, records, 30)
	require.EqualValues(t, 3*15, closed.Load(), "a has half of the seats")
	for i, r := range records {
		require.Equal(t, arena.Seatings(3)[i%6], r.Seats)
		require.Len(t, r.Opening, 3, "chance events do not count as plies of the opening")
		require.Len(t, r.Actions, 21)
		require.Equal(t, records[i/6*6].Opening, r.Opening)
		require.NotContains(t, r.Actions, "9", "an outcome with probability 0")
		require.Equal(t, meanWinner(r), r.Winner)
	}
	require.Equal(t, 5, arena.CountPairs(records, 0, 1).Count)
	seats := arena.CountSeats(records, 0, 1)
	for _, s := range seats {
		require.Equal(t, 15, s.Games())
	}
	m.Workers = 3
	require.Equal(t, untimed(records), untimed(run(t, m)))
}

// meanWinner is an independent implementation of the winner by mean returns.
func meanWinner(r arena.Record) int {
	var sum, n [2]float64
	for seat, e := range r.Seats {
		sum[e] += r.Returns[seat]
		n[e]++
	}
	switch a, b := sum[0]/n[0], sum[1]/n[1]; {
	case a > b:
		return 0
	case b > a:
		return 1
	}
	return arena.Draw
}

// Equal players have the same chance events in both games of a pair, and others in another pair.
func TestChanceIsTheSameInAPair(t *testing.T) {
	two := arena.Func("a", func(context.Context, *table, int, *rng.Rand) (int, error) { return 2, nil })
	same := two
	same.Name = "b"
	records := run(t, arena.Match[table, int]{Game: dice{2}, Entrants: []arena.Entrant[table, int]{two, same}, Plan: arena.Plan{Pairs: 20}})
	different := map[string]bool{}
	for i := 0; i < len(records); i += 2 {
		require.Equal(t, records[i].Actions, records[i+1].Actions)
		different[strings.Join(records[i].Actions, " ")] = true
	}
	require.Greater(t, len(different), 10)
}

// lottery is a game in which every action is followed by a chance event with many outcomes.
type lottery struct{ dice }

const slots = 1000

func (lottery) AppendOutcomes(dst []mcts.Outcome[int], _ *table) []mcts.Outcome[int] {
	for a := range slots {
		dst = append(dst, mcts.Outcome[int]{Action: a, Prob: 1. / slots})
	}
	return dst
}

// The chance events of a game do not repeat the chance events of its opening.
func TestChanceIsIndependentOfTheOpening(t *testing.T) {
	g := mcts.Game[table, int](lottery{dice{2}})
	m := arena.Match[table, int]{
		Game: g, Plan: arena.Plan{Pairs: 20, OpeningPlies: 2},
		Entrants: []arena.Entrant[table, int]{arena.Random("a", g), arena.Random("b", g)},
	}
	repeated := 0
	for _, r := range run(t, m) {
		if r.Opening[1] == r.Actions[0] || slices.Contains(r.Actions[2:], r.Opening[1]) {
			repeated++
		}
	}
	require.Less(t, repeated, 8)
}

func TestSimultaneousGame(t *testing.T) {
	var closed, joints atomic.Int32
	heads := arena.Func("heads", func(_ context.Context, s *rounds, seat int, _ *rng.Rand) (int, error) {
		for i := range s.equal {
			s.equal[i] = !s.equal[i] // changes only the copy
		}
		return seat * 0, nil
	})
	heads = watched(heads, &closed, func(told []int, n int) { joints.Add(int32(n)) })
	copycat := arena.Func("seat", func(_ context.Context, _ *rounds, seat int, _ *rng.Rand) (int, error) { return seat, nil })
	m := arena.Match[rounds, int]{Game: pennies{}, Entrants: []arena.Entrant[rounds, int]{heads, copycat}, Plan: arena.Plan{Pairs: 1}}
	records := run(t, m)
	require.Equal(t, []string{"0|1", "0|1", "0|1"}, records[0].Actions)
	require.Equal(t, []float64{0, 1}, records[0].Returns)
	require.Equal(t, []string{"0|0", "0|0", "0|0"}, records[1].Actions)
	require.Equal(t, []float64{1, 0}, records[1].Returns)
	require.Equal(t, stats.Tally{Losses: 2}, arena.Count(records, 0, 1))
	require.EqualValues(t, 6, joints.Load())

	m.Entrants[0], m.OpeningPlies, m.Pairs = arena.Random("random", mcts.Game[rounds, int](pennies{})), 1, 20
	require.Len(t, run(t, m), 40)
}

func TestEndlessGamesAreDraws(t *testing.T) {
	a, b := arena.Random("a", mcts.Game[int, bool](endless{})), arena.Random("b", mcts.Game[int, bool](endless{}))
	m := arena.Match[int, bool]{Game: endless{}, Entrants: []arena.Entrant[int, bool]{a, b}, Plan: arena.Plan{Pairs: 1, OpeningPlies: 3, MaxPlies: 10}}
	for _, r := range run(t, m) {
		require.True(t, r.Cut)
		require.Len(t, r.Actions, 7)
		require.Equal(t, []float64{0.5, 0.5}, r.Returns)
		require.Equal(t, arena.Draw, r.Winner)
	}
	m.MaxPlies = 0
	require.Len(t, run(t, m)[0].Actions, 9997, "the default is 10,000")
}

// A game that ends with the last allowed ply is not a draw.
func TestMaxPliesAtTheEnd(t *testing.T) {
	m := tictactoes(20, random("a"), random("b"))
	for _, r := range run(t, m) {
		m.MaxPlies = len(r.Opening) + len(r.Actions)
		again := run(t, m)[r.Game]
		require.False(t, again.Cut)
		require.Equal(t, r.Returns, again.Returns)
	}
}

func TestEach(t *testing.T) {
	m := tictactoes(10, random("a"), random("b"))
	m.Workers = 4
	var inside atomic.Int32
	seen := map[int]arena.Record{}
	m.Each = func(r arena.Record) {
		require.EqualValues(t, 1, inside.Add(1), "one at a time")
		seen[r.Game] = r
		inside.Add(-1)
	}
	for _, r := range run(t, m) {
		require.Equal(t, r, seen[r.Game])
	}
	require.Len(t, seen, 20)
}

// A match that is stopped ends with the same pair for every number of workers.
func TestStop(t *testing.T) {
	all := untimed(run(t, tictactoes(40, searcher("a", 50), random("b"))))
	for _, workers := range []int{1, 2, 5} {
		m := tictactoes(40, searcher("a", 50), random("b"))
		m.Workers = workers
		test, sum, next := stats.SPRT{Elo1: 200}, stats.Pairs{}, 0
		m.Stop = func(pair []arena.Record) bool {
			require.Len(t, pair, 2)
			require.Equal(t, next, pair[0].Pair, "in order")
			next++
			sum = sum.Add(arena.Count(pair, 0, 1).WinRate())
			return test.Test(sum).Conclusion == stats.AcceptH1
		}
		records := untimed(run(t, m))
		require.Equal(t, all[:2*next], records)
		require.Less(t, next, 40)
		require.Equal(t, sum, arena.CountPairs(records, 0, 1))
	}
}

func TestRoundRobin(t *testing.T) {
	m := tictactoes(10, searcher("strong", 100), searcher("weak", 3), random("random"))
	records := run(t, m)
	require.Len(t, records, m.Games())
	for _, r := range records {
		require.Equal(t, records[r.Pair/3*6].Opening, r.Opening, "a round has one opening")
	}
	cross := arena.CrossTable(records, 3)
	total := 0
	for a := range cross {
		require.Zero(t, cross[a][a])
		for b := range cross {
			require.Equal(t, cross[a][b], cross[b][a].Swap())
			require.Equal(t, arena.Count(records, a, b), cross[a][b])
			total += cross[a][b].Games()
		}
	}
	require.Equal(t, 2*60, total)
	ratings := stats.Ratings(cross)
	require.Greater(t, ratings[0], ratings[1])
	require.Greater(t, ratings[0], ratings[2])
}
