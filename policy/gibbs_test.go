package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// The weights that MAST holds for Gibbs match its means after any simulations and decays.
func TestGibbsWeightsFollowTheMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := fakeGames().Draw(t, "game")
		tau := rapid.SampledFrom([]float64{0.1, 1}).Draw(t, "tau")
		m, ok := newChooser(t, MAST{Rule: Gibbs{Tau: tau}, Unseen: 0.75, Decay: decays().Draw(t, "decay")}, g.info()).(*mast)
		require.True(t, ok)
		for _, r := range g.rounds(t, 0) {
			learn(m, &r.trace)
			if r.isMove {
				decay(m, 1)
			}
			for p, means := range m.actions.means {
				for a, weight := range m.gibbs.row(p, len(means)) {
					require.InEpsilon(t, math.Exp(float64(means[a]-0.75)/tau), weight, 1e-6)
				}
			}
		}
		require.False(t, m.gibbs.useless)
	})
}

// If a weight would not be a number, the actions are compared with each other.
func TestGibbsWeightsOutOfRange(t *testing.T) {
	for _, returns := range []float64{1, 1e30} {
		c := newChooser(t, MAST{Rule: Gibbs{Tau: 1e-4}, Unseen: 0.5}, Info{Players: 1, Actions: 3})
		learn(c, playoutTrace([]float64{-returns}, Ply{Action: 0}))
		learn(c, playoutTrace([]float64{-0.9 * returns}, Ply{Action: 1}))
		r := rng.New(1)
		for range 20 {
			require.Equal(t, 0, c.Choose(&Choice{Actions: []int32{1, 0}, Rand: r}))
		}
		learn(c, playoutTrace([]float64{returns}, Ply{Action: 2}))
		require.Equal(t, 1, c.Choose(&Choice{Actions: []int32{1, 2, 0}, Rand: r}))
	}
}

// Exponents of up to maxGibbs are in range.
func TestGibbsWeightsAtTheEndsOfTheRange(t *testing.T) {
	for _, sign := range []float32{-1, 1} {
		g := gibbsWeights{tau: 1, player: make([][]float64, 1)}
		g.update(Ply{}, sign*maxGibbs)
		require.False(t, g.useless)
		g.update(Ply{}, sign*(maxGibbs+1))
		require.True(t, g.useless)
	}
}

func TestDrawWeighted(t *testing.T) {
	r, counts := rng.New(1), make([]int, 3)
	for range 100_000 {
		counts[drawWeighted([]float64{1, 5, 3, 9}, []int32{3, 0, 2}, r)]++
	}
	requireShares(t, []float64{9. / 13, 1. / 13, 3. / 13}, counts)
}
