package arena_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// sum plays the plies of a record and returns all rewards and the returns.
func sum[S any, A comparable](t *testing.T, g mcts.Game[S, A], s S, r arena.Record) []float64 {
	t.Helper()
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	total := make([]float64, g.NumPlayers())
	for _, text := range slices.Concat(r.Opening, r.Actions) {
		a := actionOf(t, &rules, &s, text)
		rules.Apply(&s, a)
		rules.AddRewards(&s, total)
	}
	rules.AddReturns(&s, total)
	return total
}

func actionOf[S any, A comparable](t *testing.T, rules *game.Rules[S, A], s *S, text string) A {
	t.Helper()
	for _, list := range rules.Choices(nil, s) {
		for _, a := range list {
			if fmt.Sprint(a) == text {
				return a
			}
		}
	}
	t.Fatalf("%s is not legal", text)
	panic("unreachable")
}

func dotsMatch(pairs int) arena.Match[dots.PointsState, dots.Edge] {
	g, _ := dots.NewPoints(2, 2)
	entrant := func(name string) arena.Entrant[dots.PointsState, dots.Edge] { return arena.Random(name, g) }
	return arena.Match[dots.PointsState, dots.Edge]{
		Game: g, Entrants: []arena.Entrant[dots.PointsState, dots.Edge]{entrant("a"), entrant("b")}, Plan: arena.Plan{Pairs: pairs, OpeningPlies: 6, Seed: 1},
	}
}

// The rewards of the opening count, too.
func TestReturnsAreTheSumOfRewards(t *testing.T) {
	m := dotsMatch(20)
	openings := 0
	for _, r := range run(t, m) {
		require.Equal(t, sum(t, m.Game, m.Start, r), r.Returns)
		require.Equal(t, 0.0, r.Returns[0]+r.Returns[1])
		opening := r
		opening.Actions = nil
		if sum(t, m.Game, m.Start, opening)[0] != 0 {
			openings++
		}
	}
	require.Positive(t, openings, "a box was completed in an opening")
}

func TestCutGamesAreWorthTheMiddleOfTheRange(t *testing.T) {
	m := dotsMatch(2)
	m.MaxPlies = 9
	for _, r := range run(t, m) {
		require.True(t, r.Cut)
		require.Equal(t, []float64{0, 0}, r.Returns)
		require.Equal(t, arena.Draw, r.Winner)
	}
}

func TestLossOnTimeIsTheLowEndOfTheRange(t *testing.T) {
	m := dotsMatch(1)
	m.Clock = timing.Clock{Main: 1}
	m.Now = stepping()
	for _, r := range run(t, m) {
		require.True(t, r.Timeout)
		require.ElementsMatch(t, []float64{-4, 4}, r.Returns)
	}
}

func solo(pairs int, entrants ...arena.Entrant[twenty48.State, twenty48.Action]) arena.Match[twenty48.State, twenty48.Action] {
	g := twenty48.Game{}
	return arena.Match[twenty48.State, twenty48.Action]{Game: g, Start: g.Start(), Entrants: entrants, Plan: arena.Plan{Pairs: pairs, Seed: 3}}
}

func sliding(name string, order ...twenty48.Action) arena.Entrant[twenty48.State, twenty48.Action] {
	return arena.Func(name, func(_ context.Context, s *twenty48.State, _ int, _ *rng.Rand) (twenty48.Action, error) {
		legal := twenty48.Game{}.AppendActions(nil, s)
		for _, a := range order {
			if slices.Contains(legal, a) {
				return a, nil
			}
		}
		return legal[0], nil
	})
}

// Games of one player are played by each entrant, with the same chance as long as both do the same.
func TestOnePlayerMeetsTheSameChance(t *testing.T) {
	m := solo(10, sliding("a", twenty48.Down, twenty48.Left, twenty48.Right), sliding("b", twenty48.Down, twenty48.Left, twenty48.Up), sliding("a2", twenty48.Down, twenty48.Left, twenty48.Right))
	records := run(t, m)
	require.Len(t, records, 60)
	shared := 0
	for i := 0; i < len(records); i += 2 {
		a, b := records[i], records[i+1]
		require.Equal(t, a.Pair, b.Pair)
		require.NotEqual(t, a.Seats, b.Seats)
		require.Len(t, a.Seats, 1)
		require.Equal(t, sum(t, m.Game, m.Start, a), a.Returns)
		require.Equal(t, arena.Draw, a.Winner)
		k := 0
		for k < min(len(a.Actions), len(b.Actions)) && a.Actions[k] == b.Actions[k] {
			k++
		}
		shared += k
		if k < min(len(a.Actions), len(b.Actions)) {
			require.NotContains(t, a.Actions[k], "=", "the players differ before chance does")
		}
	}
	require.Greater(t, shared, 300)
	require.Equal(t, stats.Tally{Draws: 10}, arena.Count(records, 0, 2), "equal players play the same games")
	require.Equal(t, 0.0, arena.CountReturns(records, 0, 2).StandardError())
	require.Equal(t, 10, arena.Count(records, 0, 1).Games())
}

// In games of one player, the counts are the counts of the pairs, seen from both sides.
func TestCountsOfOnePlayer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []arena.Record
		var want stats.Tally
		var returns stats.Returns
		for pair := range rapid.IntRange(0, 20).Draw(t, "pairs") {
			var v [2]float64
			for entrant := range v {
				v[entrant] = float64(rapid.IntRange(-2, 2).Draw(t, "return"))
				records = append(records, arena.Record{Game: 2*pair + entrant, Pair: pair, Seats: []int{entrant}, Returns: v[entrant : entrant+1], Winner: arena.Draw})
			}
			switch {
			case v[0] > v[1]:
				want.Wins++
			case v[0] < v[1]:
				want.Losses++
			default:
				want.Draws++
			}
			returns = returns.Add(v[0], v[1])
		}
		shuffled := rapid.Permutation(records).Draw(t, "records")
		require.Equal(t, want, arena.Count(shuffled, 0, 1))
		require.Equal(t, want.Swap(), arena.Count(shuffled, 1, 0))
		require.Equal(t, want.Games(), arena.CountPairs(shuffled, 0, 1).Count)
		require.InDelta(t, want.WinRate(), arena.CountPairs(shuffled, 0, 1).Mean(), 1e-12)
		require.Equal(t, returns, arena.CountReturns(shuffled, 0, 1))
		if want.Games() > 0 {
			require.Equal(t, []stats.Tally{want}, arena.CountSeats(shuffled, 0, 1))
			require.Equal(t, want.Swap(), arena.CrossTable(shuffled, 2)[1][0])
		}
		if len(shuffled) > 0 {
			require.Equal(t, want.Games()-1, arena.Count(shuffled[1:], 0, 1).Games(), "an incomplete pair does not count")
		}
	})
}

// The difference of the returns of two players is that over the pairs, with both games of each.
func TestCountReturnsOfTwoPlayers(t *testing.T) {
	records := run(t, dotsMatch(30))
	var want stats.Returns
	for i := 0; i < len(records); i += 2 {
		a := records[i].Returns[0] + records[i+1].Returns[1]
		b := records[i].Returns[1] + records[i+1].Returns[0]
		want = want.Add(a/2, b/2)
	}
	require.Equal(t, want, arena.CountReturns(records, 0, 1))
	require.Equal(t, 29, arena.CountReturns(records[1:], 0, 1).Count)
}

func TestSampledChanceIsThatOfThePair(t *testing.T) {
	g := sailing.Sampled{}
	m := arena.Match[sailing.State, sailing.Action]{
		Game: g, Start: g.Start(), Plan: arena.Plan{Pairs: 5, Seed: 1},
		Entrants: []arena.Entrant[sailing.State, sailing.Action]{arena.Random("a", g), arena.Random("b", g)},
	}
	records := run(t, m)
	for i := 0; i < len(records); i += 2 {
		a, b := records[i], records[i+1]
		require.Equal(t, a.Actions, b.Actions, "equal players, equal chance")
		require.Equal(t, a.Returns, b.Returns)
		require.Negative(t, a.Returns[0])
	}
}

// Without a declared range, a game that is cut off has no known value.
func TestCutGamesOfPointsNeedARange(t *testing.T) {
	m := solo(1, sliding("a"), sliding("b"))
	m.MaxPlies = 60
	_, err := m.Run(bg)
	require.ErrorContains(t, err, "twenty48.Game.ReturnRange")
	_, err = m.PlayPair(bg, 0)
	require.ErrorContains(t, err, "twenty48.Game.ReturnRange")
}

// unpaid is a game whose last return only shows that returns are no chances.
type unpaid struct{ endless }

func (unpaid) AppendActions(dst []bool, s *int) []bool {
	if *s == 3 {
		return dst
	}
	return append(dst, false, true)
}

func (unpaid) Apply(s *int, long bool) {
	if *s++; long {
		*s += 10
	}
}

func (unpaid) Returns(_ *int, out []float64) { out[0], out[1] = 5, -5 }

func TestReturnsBesideCutGamesNeedARange(t *testing.T) {
	choose := func(name string, long bool) arena.Entrant[int, bool] {
		return arena.Func(name, func(context.Context, *int, int, *rng.Rand) (bool, error) { return long, nil })
	}
	m := arena.Match[int, bool]{
		Game: unpaid{}, Entrants: []arena.Entrant[int, bool]{choose("a", true), choose("b", false), choose("c", false)},
		Plan: arena.Plan{Pairs: 1, MaxPlies: 20},
	}
	_, err := m.Run(bg)
	require.ErrorContains(t, err, "unpaid.ReturnRange")
	_, err = m.PlayPair(bg, 0)
	require.NoError(t, err, "both games are cut off, and nothing shows that returns are not in [0,1]")
}

// narrow declares a smaller range than its rewards reach.
type narrow struct{ dots.Points }

func (narrow) ReturnRange() (low, high float64) { return -0.5, 0.5 }

func TestReturnsKeepTheDeclaredRange(t *testing.T) {
	m := dotsMatch(3)
	points, ok := m.Game.(dots.Points)
	require.True(t, ok)
	m.Game = narrow{points}
	_, err := m.Run(bg)
	require.ErrorContains(t, err, "narrow.ReturnRange is (-0.5, 0.5), and the game ends with [")
}

// thirsty is a game of one player with ten outcomes that can only be drawn. After action 1, drawing
// takes more numbers from the stream.
type thirsty struct{}

type drinks struct {
	drawn  int
	nature bool
	more   bool
	sum    int
}

func (thirsty) NumPlayers() int { return 1 }

func (thirsty) ToMove(s *drinks) int {
	if s.nature {
		return mcts.Chance
	}
	return 0
}

func (thirsty) AppendActions(dst []int, s *drinks) []int {
	if s.drawn == 10 {
		return dst
	}
	return append(dst, 0, 1)
}

func (thirsty) Apply(s *drinks, a int) {
	if s.nature {
		s.sum = a
		s.drawn++
	} else {
		s.more = a == 1
	}
	s.nature = !s.nature
}

func (thirsty) SampleOutcome(s *drinks, r *rng.Rand) int {
	a := r.IntN(1000)
	if s.more {
		r.Uint64()
	}
	return a
}

func (thirsty) Returns(s *drinks, out []float64) { out[0] = float64(s.sum) }

// The k-th outcome comes from the k-th number of the stream of the pair, whatever was played.
func TestSampledChanceDoesNotDependOnWhatIsRead(t *testing.T) {
	always := func(name string, a int) arena.Entrant[drinks, int] {
		return arena.Func(name, func(context.Context, *drinks, int, *rng.Rand) (int, error) { return a, nil })
	}
	m := arena.Match[drinks, int]{Game: thirsty{}, Entrants: []arena.Entrant[drinks, int]{always("a", 0), always("b", 1)}, Plan: arena.Plan{Pairs: 3, Seed: 1}}
	records := run(t, m)
	for i := 0; i < len(records); i += 2 {
		require.Len(t, records[i].Actions, 20)
		for k := 1; k < 20; k += 2 {
			require.Equal(t, records[i].Actions[k], records[i+1].Actions[k])
		}
		require.NotEqual(t, records[i].Actions[1], records[i].Actions[3])
	}
	require.Equal(t, stats.Tally{Draws: 3}, arena.Count(records, 0, 1))
}

// steps is a game of one player with a reward of 1 for each ply, which ends after one ply or five.
type steps struct{}

type stair struct{ plies, most int }

func (steps) NumPlayers() int { return 1 }

func (steps) ToMove(*stair) int { return 0 }

func (steps) AppendActions(dst []int, s *stair) []int {
	if s.plies > 0 && s.plies == s.most {
		return dst
	}
	return append(dst, 1, 5)
}

func (steps) Apply(s *stair, a int) {
	if s.plies == 0 {
		s.most = a
	}
	s.plies++
}

func (steps) Rewards(_ *stair, out []float64) { out[0] = 1 }

func (steps) Returns(_ *stair, out []float64) { out[0] = 0 }

// The rewards of openings that end the game, and are drawn again, do not count.
func TestRewardsOfOtherOpeningsDoNotCount(t *testing.T) {
	m := arena.Match[stair, int]{
		Game: steps{}, Entrants: []arena.Entrant[stair, int]{arena.Random[stair]("a", steps{}), arena.Random[stair]("b", steps{})},
		Plan: arena.Plan{Pairs: 20, OpeningPlies: 2, Seed: 1},
	}
	for _, r := range run(t, m) {
		require.Len(t, r.Opening, 2)
		require.Equal(t, []float64{5}, r.Returns)
	}
}
