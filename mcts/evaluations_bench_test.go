package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// BenchmarkImplicitMinimax compares the cost of a simulation with plain UCT, playouts included.
func BenchmarkImplicitMinimax(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	for name, selection := range map[string]policy.Selection{"UCT": policy.UCT{}, "ImplicitMinimax": policy.ImplicitMinimax{}} {
		b.Run("selection="+name, func(b *testing.B) {
			s, err := mcts.New(small, mcts.Config{Selection: selection})
			require.NoError(b, err)
			root := small.Start()
			for b.Loop() {
				s.Reset(1)
				_, err := s.Run(bg, &root, mcts.Budget{Simulations: 10_000})
				require.NoError(b, err)
			}
		})
	}
}
