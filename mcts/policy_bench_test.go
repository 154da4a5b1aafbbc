package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// BenchmarkPolicy measures searches of 5,000 simulations from the start with the playout policies,
// with uniform playouts of the game itself, and with uniform ones that list the actions and draw
// one (listed). All play on the same board; most of the time goes into playouts.
func BenchmarkPolicy(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	benchmarkPolicies(b, "breakthrough-6x6", small, small.Start())
	benchmarkPolicies(b, "breakthrough-8x8", breakthrough.Game{}, breakthrough.Game{}.Start())
	benchmarkPolicies(b, "connect4", connect4.Game{}, connect4.State{})
}

func benchmarkPolicies[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], root S) {
	const n = 5000
	for _, p := range []struct {
		name string
		game mcts.Game[S, A]
		spec policy.Playout
	}{
		{"uniform", g, policy.Uniform{}},
		{"listed", bare[S, A]{g}, policy.Uniform{}},
		{"mast", g, policy.MAST{}},
		{"mast-gibbs", g, policy.MAST{Rule: policy.Gibbs{}}},
		{"nst", g, policy.NST{}},
		{"lgrf", g, policy.LGRF{}},
		{"lgrf-nst", g, policy.LGRF{Fallback: policy.NST{}}},
	} {
		b.Run("game="+name+"/policy="+p.name, func(b *testing.B) {
			s, err := mcts.New(p.game, mcts.Config{Selection: policy.UCT{C: 0.4}, Playout: p.spec})
			require.NoError(b, err)
			b.ReportAllocs()
			for seed := uint64(0); b.Loop(); seed++ {
				s.Reset(seed)
				_, err := s.Run(bg, &root, mcts.Budget{Simulations: n})
				require.NoError(b, err)
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
		})
	}
}
