package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkGraph is the search of trees and of graphs. Instructions are counted by
// tools/instructions.sh.
func BenchmarkGraph(b *testing.B) {
	board, err := othello.New(8)
	require.NoError(b, err)
	boxes, err := dots.New(5, 5, 2)
	require.NoError(b, err)
	benchGraph[tictactoe.State](b, "tictactoe", tictactoe.Game{}, tictactoe.Game{}.Start())
	benchGraph[connect4.State](b, "connect4", connect4.Game{}, connect4.Game{}.Start())
	benchGraph[breakthrough.State](b, "breakthrough", breakthrough.Game{}, breakthrough.Game{}.Start())
	benchGraph[othello.State](b, "othello", board, board.Start())
	benchGraph[dots.State](b, "dots2", boxes, boxes.Start())
	benchGraph[dots.PointsState](b, "dots-points", dots.Points{}, dots.Points{}.Start())
	benchGraph[sliding.State](b, "8-puzzle", sliding.Game{}, sliding.Game{}.Start())
}

func benchGraph[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], root S) {
	const simulations = 10_000
	for kind, graph := range map[string]*mcts.Graph{"tree": nil, "graph": {}} {
		b.Run(name+"/"+kind, func(b *testing.B) {
			s, err := mcts.New(g, mcts.Config{Graph: graph, Seed: 1})
			require.NoError(b, err)
			for b.Loop() {
				s.Reset(1)
				r, err := s.Run(bg, &root, mcts.Budget{Simulations: simulations})
				require.NoError(b, err)
				b.ReportMetric(float64(r.Bytes)/simulations, "B/sim")
				b.ReportMetric(float64(r.Nodes)/simulations, "nodes/sim")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/simulations, "ns/sim")
		})
	}
}
