package game_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// fair is a game of one player, who chooses a stake; then a simulator determines the return.
type fair struct{}

type stall struct {
	round, stake int
	last         float64
}

func (fair) NumPlayers() int { return 1 }

func (fair) ToMove(s *stall) int {
	if s.stake > 0 {
		return game.Chance
	}
	return 0
}

func (fair) AppendActions(dst []int, s *stall) []int {
	if s.round == 3 {
		return dst
	}
	return append(dst, 1, 2)
}

func (fair) Apply(s *stall, a int) {
	if s.last = 0; s.stake == 0 {
		s.stake = a
		return
	}
	s.last = float64(s.stake * a)
	s.stake, s.round = 0, s.round+1
}

func (fair) SampleOutcome(_ *stall, r *rng.Rand) int                        { return r.IntN(1000) }
func (fair) Rewards(s *stall, out []float64)                                { out[0] = s.last }
func (fair) Returns(_ *stall, out []float64)                                { out[0] = 10 }
func (fair) ReturnRange() (low, high float64)                               { return 10, 6010 }
func (both) AppendOutcomes([]game.Outcome[int], *stall) []game.Outcome[int] { return nil }

// both lists the outcomes, too.
type both struct{ fair }

// What is paid during play and at the end adds up, and outcomes that cannot be listed are drawn.
func TestRewardsAndSampledOutcomes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := game.NewRules(fair{})
		require.NoError(t, err)
		rand, want := rng.New(rapid.Uint64().Draw(t, "seed")), 10.0
		var s stall
		sum := []float64{0}
		for {
			drawn := r.Draw(&s, rand)
			if drawn == nil {
				break
			}
			if by, err := r.Mover(&s); by == game.Chance {
				require.NoError(t, err)
				require.Equal(t, [][]int{nil}, r.Choices(nil, &s), "a list, and nothing in it")
				want += float64(s.stake * drawn[0])
			}
			require.NoError(t, r.Play(&s, drawn...))
			r.AddRewards(&s, sum)
		}
		r.AddReturns(&s, sum)
		require.Equal(t, []float64{want}, sum)
	})
}

// A game that lists its outcomes is no SamplingGame.
func TestListedOutcomesComeFirst(t *testing.T) {
	r, err := game.NewRules(both{})
	require.NoError(t, err)
	require.Nil(t, r.Sampling)
	require.NotNil(t, r.Chance)
}

// ranged declares a range.
type ranged struct {
	fair
	low, high float64
}

func (g ranged) ReturnRange() (low, high float64) { return g.low, g.high }

func TestReturnRangeIsChecked(t *testing.T) {
	for _, bad := range []ranged{
		{low: 1, high: 1},
		{low: 2, high: 1},
		{low: math.NaN(), high: 1},
		{low: math.Inf(-1), high: 1},
		{low: math.Inf(-1), high: math.Inf(1)},
		{low: -math.MaxFloat64, high: math.MaxFloat64},
	} {
		_, err := game.NewRules(bad)
		require.ErrorContains(t, err, fmt.Sprintf("ReturnRange is (%v, %v), want finite numbers, the first below the second", bad.low, bad.high))
	}
	r, err := game.NewRules(ranged{low: -100, high: 100})
	require.NoError(t, err)
	const slack = 1e-9 * 200 // for the rounding of sums
	for v, want := range map[float64]bool{
		-100: true, -100 - slack: true, -100 - 2*slack: false, math.Inf(-1): false,
		100: true, 100 + slack: true, 100 + 2*slack: false, math.Inf(1): false,
	} {
		require.Equal(t, want, r.InRange(v), v)
	}
	require.False(t, r.InRange(math.NaN()))
}

// tallies is a game whose states hold a slice, which an assignment does not copy.
type tallies struct{}

type tally struct{ marks []int }

func (tallies) NumPlayers() int                         { return 1 }
func (tallies) ToMove(*tally) int                       { return 0 }
func (tallies) AppendActions(dst []int, _ *tally) []int { return dst }
func (tallies) Apply(s *tally, a int)                   { s.marks = append(s.marks, a) }
func (tallies) Returns(_ *tally, out []float64)         { out[0] = 0 }
func (copied) Copy(dst, src *tally)                     { dst.marks = slices.Clone(src.marks) }

// copied copies them.
type copied struct{ tallies }

func TestStatesWithReferencesNeedACopier(t *testing.T) {
	_, err := game.NewRules(tallies{})
	require.ErrorContains(t, err, "Copy")
	_, err = game.NewRules(copied{})
	require.NoError(t, err)
}

// odds is a chance node with outcomes of these probabilities.
type odds struct{ probs []float64 }

func (odds) NumPlayers() int                       { return 1 }
func (odds) ToMove(*int) int                       { return game.Chance }
func (odds) AppendActions(dst []int, _ *int) []int { return dst }
func (odds) Apply(s *int, a int)                   { *s = a }
func (odds) Returns(_ *int, out []float64)         { out[0] = 0 }
func (g odds) AppendOutcomes(dst []game.Outcome[int], _ *int) []game.Outcome[int] {
	for a, p := range g.probs {
		dst = append(dst, game.Outcome[int]{Action: a, Prob: p})
	}
	return dst
}

// Outcomes are drawn by their probabilities: an impossible one never, not even for what rounding
// leaves over.
func TestDrawOutcome(t *testing.T) {
	const n = 20_000
	for _, c := range []struct{ probs, want []float64 }{
		{[]float64{0, 0.25, 0.75, 0}, []float64{0, 0.25, 0.75, 0}},
		{[]float64{0.5, 0.25, 0}, []float64{0.5, 0.5, 0}}, // as if 1/4 were a matter of rounding
		{[]float64{1}, []float64{1}},
	} {
		rand, s := rng.New(1), 0
		r, err := game.NewRules(odds{c.probs})
		require.NoError(t, err)
		counts := make([]float64, len(c.probs))
		for range n {
			counts[r.Draw(&s, rand)[0]]++
		}
		for k, want := range c.want {
			require.InDelta(t, want*n, counts[k], 5*math.Sqrt(n*want*(1-want)), "%v, outcome %d", c.probs, k)
		}
	}
	for _, none := range [][]float64{nil, {0}, {0, 0}} {
		r, err := game.NewRules(odds{none})
		require.NoError(t, err)
		s := 0
		require.Nil(t, r.Draw(&s, rng.New(1)), "%v", none)
	}
}
