package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/mcts"
)

func BenchmarkGraph(b *testing.B) {
	b.Run("connect4/tree", func(b *testing.B) { benchGraph[connect4.State](b, connect4.Game{}, connect4.Game{}.Start(), nil) })
	b.Run("connect4/graph", func(b *testing.B) {
		benchGraph[connect4.State](b, connect4.Game{}, connect4.Game{}.Start(), &mcts.Graph{})
	})
	b.Run("dots/tree", func(b *testing.B) { benchGraph[dots.PointsState](b, dots.Points{}, dots.Points{}.Start(), nil) })
	b.Run("dots/graph", func(b *testing.B) {
		benchGraph[dots.PointsState](b, dots.Points{}, dots.Points{}.Start(), &mcts.Graph{})
	})
}

func benchGraph[S any, A comparable](b *testing.B, g mcts.Game[S, A], root S, graph *mcts.Graph) {
	const simulations = 10_000
	s, err := mcts.New(g, mcts.Config{Graph: graph, Seed: 1})
	require.NoError(b, err)
	for b.Loop() {
		s.Reset(1)
		r, err := s.Run(bg, &root, mcts.Budget{Simulations: simulations})
		require.NoError(b, err)
		b.ReportMetric(float64(r.Bytes)/simulations, "B/sim")
		b.ReportMetric(float64(r.Nodes)/simulations, "nodes/sim")
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/simulations*1e9, "ns/sim")
}
