package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// BenchmarkSimilarity plays a game of Breakthrough 6x6 with 500 simulations a move: with position
// similarity, without it, and without it but with playouts ply by ply.
func BenchmarkSimilarity(b *testing.B) {
	g, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	for _, c := range []struct {
		name string
		cfg  mcts.Config
	}{
		{"boards=no", mcts.Config{MaxPlies: 1000}},
		{"boards=no/playouter=yes", mcts.Config{}},
		{"boards=appearance/distance=0", mcts.Config{Similarity: &mcts.Similarity{}}},
		{"boards=appearance/distance=2", mcts.Config{Similarity: &mcts.Similarity{Distance: 2}}},
		{"boards=huffman/distance=2", mcts.Config{Similarity: &mcts.Similarity{Distance: 2, Encoder: similarity.Huffman{}}}},
		{"boards=random/distance=2", mcts.Config{Similarity: &mcts.Similarity{Distance: 2, Encoder: similarity.Random{}}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			s, err := mcts.New(g, c.cfg)
			require.NoError(b, err)
			n := 0
			for b.Loop() {
				s.Reset(0)
				for state := g.Start(); len(g.AppendActions(nil, &state)) > 0; {
					r, err := s.Run(bg, &state, mcts.Budget{Simulations: 500})
					require.NoError(b, err)
					n += r.Simulations
					g.Apply(&state, r.Action)
					advance(b, s, r.Action)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/sim")
		})
	}
}
