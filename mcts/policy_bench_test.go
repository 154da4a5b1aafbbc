package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// BenchmarkPolicy measures simulations with the playout policies, and how many times longer they
// take (xlisted) than uniform ones that list the actions and draw one, as these policies must, and
// than those of the game's Playouter (xuniform). All play on the same board from the start; most of
// the time goes into playouts.
func BenchmarkPolicy(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	benchmarkPolicies(b, "breakthrough-6x6", small, small.Start())
	benchmarkPolicies(b, "breakthrough-8x8", breakthrough.Game{}, breakthrough.Game{}.Start())
	benchmarkPolicies(b, "connect4", connect4.Game{}, connect4.State{})
}

func benchmarkPolicies[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], root S) {
	const n = 5000
	searcher := func(g mcts.Game[S, A], p policy.Playout) func() {
		s, err := mcts.New(g, mcts.Config{Selection: policy.UCT{C: 0.4}, Playout: p})
		require.NoError(b, err)
		return func() {
			s.Reset(0)
			_, err := s.Run(bg, &root, mcts.Budget{Simulations: n})
			require.NoError(b, err)
		}
	}
	uniform := searcher(g, policy.Uniform{})
	listed := searcher(bare[S, A]{g}, policy.Uniform{})
	for _, p := range []struct {
		name string
		spec policy.Playout
	}{
		{"mast", policy.MAST{}},
		{"mast-gibbs", policy.MAST{Rule: policy.Gibbs{}}},
		{"nst", policy.NST{}},
		{"lgrf-nst", policy.LGRF{Fallback: policy.NST{}}},
		{"lgrf-uniform", policy.LGRF{}},
	} {
		b.Run("game="+name+"/policy="+p.name, func(b *testing.B) {
			search := searcher(g, p.spec)
			b.ReportAllocs()
			for b.Loop() {
				search()
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
			b.ReportMetric(ratio(search, listed), "xlisted")
			b.ReportMetric(ratio(search, uniform), "xuniform")
		})
	}
}
