package mcts

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// A search ends before the visits of a root exceed 32 bits, those of several trees together.
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
