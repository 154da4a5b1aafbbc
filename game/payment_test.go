package game_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// fair is a game of one player, who chooses a stake; then a simulator says what it brings.
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
	_, err := game.NewRules(ranged{low: 1, high: 1})
	require.ErrorContains(t, err, "ReturnRange is (1, 1), want finite numbers, the first below the second")
	r, err := game.NewRules(ranged{low: -1, high: 1})
	require.NoError(t, err)
	for v, want := range map[float64]bool{-1: true, 1 + 1e-10: true, 1.1: false, math.Inf(-1): false} {
		require.Equal(t, want, r.InRange(v), v)
	}
	require.False(t, r.InRange(math.NaN()))
}
