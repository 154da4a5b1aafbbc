package minimax_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/minimax"
)

// BenchmarkSolve solves tic-tac-toe from the empty board.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name   string
		config minimax.Config
	}{
		{"minimax", minimax.Config{Plain: true}},
		{"alphabeta", minimax.Config{}},
		{"table", minimax.Config{TableBits: 12}},
	} {
		b.Run("search="+c.name, func(b *testing.B) {
			b.ReportAllocs()
			search, err := minimax.New(tictactoe.Game{}, c.config)
			require.NoError(b, err)
			root, nodes := tictactoe.Game{}.Start(), 0
			for b.Loop() {
				result, err := search.Run(context.Background(), &root)
				require.NoError(b, err)
				nodes += result.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
