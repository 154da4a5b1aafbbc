package mcts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// What AMAF statistics cost: simulations of a search with them, and of the default, from the start.
func BenchmarkAMAF(b *testing.B) {
	benchmarkAMAF(b, "gomoku", gomoku.Game{}, gomoku.State{})
	benchmarkAMAF(b, "connect4", connect4.Game{}, connect4.State{})
	small, err := nogo.New(7, 7)
	require.NoError(b, err)
	benchmarkAMAF(b, "nogo", small, small.Start())
	narrow, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	benchmarkAMAF(b, "breakthrough6x6", narrow, narrow.Start())
}

func benchmarkAMAF[S any, A comparable](b *testing.B, game string, g mcts.Game[S, A], start S) {
	for name, selection := range map[string]policy.Selection{"uct": policy.UCT{}, "grave": policy.GRAVE{}, "rave": policy.RAVE{}} {
		b.Run(fmt.Sprintf("game=%s/selection=%s", game, name), func(b *testing.B) {
			benchmarkConfig(b, g, start, mcts.Config{Selection: selection}, 1000)
		})
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
