package timing_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

// goMoves agrees with the two values of their table for 13x13 Go that Baier and Winands print: 71
// moves at the first turn and 27 at the 90th.
func goMoves() timing.ByPly {
	table := make(timing.Table, 90)
	for ply := range table {
		table[ply] = 71 - 44*float64(ply)/89
	}
	return timing.ByPly{Table: table}
}

func TestPlans(t *testing.T) {
	sudden := timing.Clock{Main: 40 * second} // Erica's
	paper := timing.Clock{Main: 30 * second}  // Orego's
	for _, c := range []struct {
		plan  timing.Plan
		clock timing.Clock
		ply   int
		want  time.Duration
	}{
		{timing.Fixed{Each: 425 * ms}, sudden, 9, 425 * ms},
		{timing.Fixed{}, timing.Clock{Periods: 1, Period: second, Margin: 50 * ms}, 9, 950 * ms},

		{timing.Basic{}, sudden, 0, 500 * ms}, // 40/80
		{timing.Basic{}, sudden, 99, 500 * ms},
		{timing.Basic{C: 20}, sudden, 0, 2 * second},
		{timing.Basic{C: 30}, paper, 0, second},

		{timing.Enhanced{}, sudden, 0, 166666666},   // 40/(80+160)
		{timing.Enhanced{}, sudden, 80, 250 * ms},   // 40/(80+80)
		{timing.Enhanced{}, sudden, 159, 493827160}, // 40/81
		{timing.Enhanced{}, sudden, 160, 500 * ms},  // 40/80
		{timing.Enhanced{}, sudden, 300, 500 * ms},
		{timing.Enhanced{MaxPly: 80}, sudden, 0, 250 * ms}, // 40/(80+80)
		{timing.Enhanced{C: 20, MaxPly: 40}, paper, 0, 500 * ms},
		{timing.Enhanced{C: 20, MaxPly: 40}, paper, 10, 600 * ms},

		{timing.Yamashita{}, sudden, 0, 667779632},         // 40/(60-0.1)
		{timing.Yamashita{}, sudden, 199, second},          // 40/(60-20)
		{timing.Yamashita{}, sudden, 99, 800 * ms},         // 40/(60-10)
		{timing.Yamashita{}, sudden, 589, 40 * second},     // 40/(60-59)
		{timing.Yamashita{}, sudden, 100_000, 40 * second}, // at least one move

		{timing.Expected{Moves: goMoves()}, paper, 0, 422535211},   // 30/71
		{timing.Expected{Moves: goMoves()}, paper, 89, 1111111111}, // 30/27
		{timing.Expected{Moves: goMoves()}, paper, 500, 1111111111},
		{timing.Expected{}, paper, 0, second}, // no table and no playouts: 30 moves

		{timing.Opening{Plan: timing.Basic{C: 30}}, paper, 0, 2500 * ms},
		{timing.Opening{Plan: timing.Basic{C: 30}, F: 1.5}, paper, 0, 1500 * ms},
		{timing.Opening{}, paper, 0, 2500 * ms},
		{timing.Opening{F: 1e300}, paper, 0, timing.MaxAmount}, // no overflow

		// 1+2 at move 40.
		{timing.Middle{Plan: timing.Basic{C: 30}}, paper, 39, 3 * second},
		// 1+2*exp(-1/2).
		{timing.Middle{Plan: timing.Basic{C: 30}}, paper, 59, 2213061319},
		// Symmetric.
		{timing.Middle{Plan: timing.Basic{C: 30}}, paper, 19, 2213061319},
		// 1+2*exp(-2).
		{timing.Middle{Plan: timing.Basic{C: 30}}, paper, 79, 1270670566},
		// 1+exp(-1/2).
		{timing.Middle{Plan: timing.Basic{C: 30}, A: 1, B: 20, C: 10}, paper, 29, 1606530659},
		{timing.Middle{}, paper, 39, 3 * second},
	} {
		got := c.plan.Time(timing.Situation{Clock: c.clock, Ply: c.ply})
		require.InDelta(t, float64(c.want), float64(got), 1, "%#v at %d: %v", c.plan, c.ply, got)
	}
}

func TestExpectedUsesPlayouts(t *testing.T) {
	clock := timing.Clock{Main: 20 * second}
	for playout, want := range map[float64]time.Duration{40: second, 1: 20 * second} { // half of the plies
		got := timing.Expected{}.Time(timing.Situation{Clock: clock, Ply: 7, Playout: playout})
		require.Equal(t, want, got, "%v", playout)
	}
}

// plans draws valid plans.
func plans() *rapid.Generator[timing.Plan] {
	return rapid.Custom(func(t *rapid.T) timing.Plan {
		x := func(name string, least, most float64) float64 { return rapid.Float64Range(least, most).Draw(t, name) }
		base := rapid.SampledFrom([]timing.Plan{
			nil, timing.Basic{}, timing.Expected{Moves: goMoves()},
		}).Draw(t, "base")
		return rapid.SampledFrom([]timing.Plan{
			nil,
			timing.Fixed{Each: time.Duration(x("each", 0, 100))},
			timing.Basic{C: x("c", 1, 100)},
			timing.Enhanced{C: x("c", 1, 100), MaxPly: x("ply", 0, 200)},
			timing.Yamashita{},
			timing.Expected{Moves: goMoves()},
			timing.Opening{Plan: base, F: x("f", 0, 1e9)},
			timing.Middle{Plan: base, A: x("a", 0, 1e9), B: x("b", 0, 100), C: x("c", 0, 100)},
		}).Draw(t, "plan")
	})
}

func situations() *rapid.Generator[timing.Situation] {
	return rapid.Custom(func(t *rapid.T) timing.Situation {
		return timing.Situation{
			Clock:   clocks().Draw(t, "clock"),
			Ply:     rapid.IntRange(0, 300).Draw(t, "ply"),
			Playout: rapid.Float64Range(0, 100).Draw(t, "playout"),
		}
	})
}

func TestPlansAreNeverNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan, s := plans().Draw(t, "plan"), situations().Draw(t, "situation")
		if plan != nil {
			require.GreaterOrEqual(t, plan.Time(s), time.Duration(0))
		}
		require.NoError(t, timing.Planner{Plan: plan}.Validate())
	})
}

// With the enhanced formulas a later move gets at least as much time, and with every formula more
// remaining time gives at least as much.
func TestPlansAreMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := situations().Draw(t, "situation")
		s.Clock.Increment = 0
		later := s
		later.Ply++
		require.LessOrEqual(t, timing.Enhanced{}.Time(s), timing.Enhanced{}.Time(later))
		require.LessOrEqual(t, timing.Yamashita{}.Time(s), timing.Yamashita{}.Time(later))
		richer := s
		richer.Clock.Main += 10
		if plan := plans().Draw(t, "plan"); plan != nil {
			require.LessOrEqual(t, plan.Time(s), plan.Time(richer))
		}
	})
}

func TestPlanValidate(t *testing.T) {
	bad := timing.Basic{C: -1}
	table := timing.ByPly{Table: timing.Table{1, -1}}
	for want, plan := range map[string]timing.Plan{
		"Fixed.Each is -1":        timing.Fixed{Each: -1},
		"Basic.C is -1":           bad,
		"Basic.C is 0.5":          timing.Basic{C: 0.5},
		"Enhanced.C is NaN":       timing.Enhanced{C: math.NaN()},
		"Enhanced.MaxPly is -2":   timing.Enhanced{MaxPly: -2},
		"Table[1] is -1":          timing.Expected{Moves: table},
		"Table[0] is +Inf":        timing.Expected{Moves: timing.ByPly{Table: timing.Table{math.Inf(1)}}},
		"Opening.F is -1":         timing.Opening{F: -1},
		"Basic.C is -1,":          timing.Opening{Plan: bad},
		"Middle.A is -1":          timing.Middle{A: -1},
		"Middle.B is +Inf":        timing.Middle{B: math.Inf(1)},
		"Middle.C is -1":          timing.Middle{C: -1},
		"Basic.C is -1, want 0 f": timing.Middle{Plan: bad},
	} {
		t.Run(want, func(t *testing.T) {
			require.ErrorContains(t, timing.Planner{Plan: plan}.Validate(), want)
		})
	}
	require.NoError(t, timing.Fixed{Each: timing.MaxAmount}.Validate())
	require.ErrorContains(t, timing.Fixed{Each: timing.MaxAmount + 1}.Validate(), "Fixed.Each is")
}

func TestFitMoves(t *testing.T) {
	// Games of 3 and 5 plies. At ply 0 the player to move makes 2 and 3 more moves, at ply 1 1 and
	// 2.
	require.Equal(t, timing.Table{2.5, 1.5, 1.5, 1, 1}, timing.FitMoves([]int{3, 5}, 2))
	require.Equal(t, timing.Table{3, 2, 1}, timing.FitMoves([]int{3}, 1))
	require.Equal(t, timing.Table{3, 2, 1}, timing.FitMoves([]int{3}, 0))
	require.Equal(t, timing.Table{2, 1, 1, 1}, timing.FitMoves([]int{4, 0, -7}, 3))
	require.Empty(t, timing.FitMoves(nil, 2))
	require.NoError(t, timing.FitMoves(nil, 2).Validate())
}

// The moves of all players add up to the plies of the game.
func TestFitMovesOfOneLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(1, 60).Draw(t, "length")
		players := rapid.IntRange(1, 4).Draw(t, "players")
		games := rapid.IntRange(1, 5).Draw(t, "games")
		var lengths []int
		for range games {
			lengths = append(lengths, length)
		}
		table := timing.FitMoves(lengths, players)
		require.Len(t, table, length)
		sum := 0.0
		for ply := range min(players, length) {
			sum += table[ply]
		}
		require.InDelta(t, float64(length), sum, 1e-9)
		require.Equal(t, 1.0, table[length-1])
	})
}

func TestTableAt(t *testing.T) {
	table := timing.Table{10, 20, 40}
	for x, want := range map[float64]float64{
		-1: 10, 0: 10, 0.25: 12.5, 1: 20, 1.5: 30, 2: 40, 3: 40, math.Inf(1): 40, math.Inf(-1): 10,
	} {
		require.Equal(t, want, table.At(x), "%v", x)
	}
	require.Equal(t, 10.0, table.At(math.NaN()))
	require.Equal(t, 1.0, timing.Table(nil).At(3))
}
