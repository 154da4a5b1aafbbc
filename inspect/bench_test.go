package inspect

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkAnswer measures how long a search with a tree of ten million edges stands still for an
// answer.
func BenchmarkAnswer(b *testing.B) {
	search := searched(b, mcts.Config{Seed: 1}, 5_000_000)
	s := newServer(context.Background(), connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}})
	for _, name := range []string{"status", "tree", "depths", "board"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.data(context.Background(), name, query{nodes: defaultNodes})
				require.NoError(b, err)
			}
		})
	}
}
