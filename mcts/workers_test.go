package mcts

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// A search ends before the visits of a root exceed 32 bits, summed over several trees.
func TestVisitsOfTheRootAreLimited(t *testing.T) {
	for _, c := range []struct {
		parallel Parallel
		want     int
	}{{nil, 10}, {RootParallel{Trees: 3, Workers: 1}, 30}, {LockStep{Workers: 1}, 10}, {TreeParallel{Workers: 2}, 10}} {
		s, err := New(connect4.Game{}, Config{Parallel: c.parallel})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 100})
		require.NoError(t, err)
		last := &s.trees[len(s.trees)-1].tree
		visits, _ := last.Edge(tree.Root)
		last.AddRoot(math.MaxUint32 - 10 - visits)
		r, err := s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 1000})
		require.NoError(t, err)
		require.Equal(t, StopOverflow, r.Stop, "%T", c.parallel)
		require.Equal(t, c.want, r.Simulations, "%T", c.parallel)
	}
}

// In a graph, a position may have more visits than the root, and they are limited, too.
func TestVisitsOfPositionsAreLimited(t *testing.T) {
	s, err := New(tictactoe.Game{}, Config{Graph: &Graph{}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &tictactoe.State{}, Budget{Simulations: 20_000})
	require.NoError(t, err)
	requireLimit := func() {
		most, seen := 0, map[int]bool{0: true} // 0 has no visits.
		for queue := []Node[tictactoe.Cell]{s.Root()}; len(queue) > 0; queue = queue[1:] {
			if at, visits := queue[0].Position(); !seen[at] {
				seen[at], most = true, max(most, visits)
				queue = append(queue, queue[0].Children()...)
			}
		}
		require.Equal(t, math.MaxUint32-int64(most), s.trees[0].graph.VisitsLeft())
	}
	requireLimit()
	_, err = s.Advance(1) // an edge of the board, which few simulations have tried
	require.NoError(t, err)
	requireLimit()
	require.Less(t, s.trees[0].graph.VisitsLeft(), math.MaxUint32-int64(s.Root().Visits()))
	var data bytes.Buffer
	require.NoError(t, s.Save(&data))
	root := tictactoe.State{}
	tictactoe.Game{}.Apply(&root, 1)
	require.NoError(t, s.Load(&data, &root))
	requireLimit()
}

// At the end of a Run, every worker has learned of every simulation.
func TestWorkersCatchUp(t *testing.T) {
	for _, p := range []Parallel{LockStep{Workers: 4, Batch: 2}, LeafParallel{Workers: 4, Playouts: 2}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			made := &census{}
			s, err := New(connect4.Game{}, Config{Playout: made, Parallel: p})
			require.NoError(t, err)
			for n := 1; n <= 40; n++ {
				_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 2})
				require.NoError(t, err)
				for _, c := range made.all {
					require.Equal(t, 2*n, c.learned, "%T", p)
				}
			}
		})
	}
}
