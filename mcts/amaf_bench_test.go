package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// What AMAF statistics cost: simulations of a search with them, and of the default, from the start.
func BenchmarkAMAF(b *testing.B) {
	small, err := nogo.New(7, 7)
	require.NoError(b, err)
	for name, selection := range map[string]policy.Selection{"uct": policy.UCT{}, "grave": policy.GRAVE{}, "rave": policy.RAVE{}} {
		b.Run("game=gomoku/selection="+name, func(b *testing.B) {
			benchmarkConfig(b, gomoku.Game{}, gomoku.State{}, mcts.Config{Selection: selection}, 1000)
		})
		b.Run("game=nogo/selection="+name, func(b *testing.B) { benchmarkConfig(b, small, small.Start(), mcts.Config{Selection: selection}, 1000) })
	}
}

// benchmarkConfig measures searches with so many simulations from start.
func benchmarkConfig[S any, A comparable](b *testing.B, g mcts.Game[S, A], start S, cfg mcts.Config, sims int) {
	s, err := mcts.New(g, cfg)
	require.NoError(b, err)
	n := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		s.Reset(n)
		n++
		_, err := s.Run(b.Context(), &start, mcts.Budget{Simulations: sims})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/(float64(n)*float64(sims)), "ns/sim")
}
