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
		b.Run("game=gomoku/selection="+name, func(b *testing.B) { benchmarkSelection(b, gomoku.Game{}, gomoku.State{}, selection) })
		b.Run("game=nogo/selection="+name, func(b *testing.B) { benchmarkSelection(b, small, small.Start(), selection) })
	}
}

func benchmarkSelection[S any, A comparable](b *testing.B, g mcts.Game[S, A], start S, selection policy.Selection) {
	const sims = 1000
	s, err := mcts.New(g, mcts.Config{Selection: selection})
	require.NoError(b, err)
	n := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		s.Reset(n)
		n++
		_, err := s.Run(b.Context(), &start, mcts.Budget{Simulations: sims})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*sims), "ns/sim")
}
