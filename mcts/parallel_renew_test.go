package mcts_test

import (
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// failing is Connect Four without optional interfaces. While it is armed, long games end with
// returns that are not numbers.
type failing struct {
	bare[connect4.State, connect4.Drop]
	armed *atomic.Bool
}

func (g failing) Returns(s *connect4.State, out []float64) {
	if g.bare.Returns(s, out); g.armed.Load() && out[0] == 0.5 {
		out[0] = math.NaN()
	}
}

// After an error, too, the result does not depend on the number of workers, although the actions
// get new numbers and the policies begin with nothing.
func TestWorkersAgreeAfterAnError(t *testing.T) {
	for _, parallel := range []mcts.Parallel{mcts.LockStep{Batch: 8}, mcts.LeafParallel{Playouts: 3}} {
		var want mcts.Result[connect4.Drop]
		for workers := 1; workers < 4; workers++ {
			g := failing{bare[connect4.State, connect4.Drop]{connect4.Game{}}, new(atomic.Bool)}
			cfg := mcts.Config{Playout: policy.MAST{}, Parallel: withWorkers(parallel, workers), Seed: 1}
			s, err := mcts.New(g, cfg)
			require.NoError(t, err)
			run(t, s, connect4.State{}, 200)
			g.armed.Store(true)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10_000})
			require.ErrorContains(t, err, "the return of player 0 is NaN")
			g.armed.Store(false)
			got := run(t, s, connect4.State{}, 1000)
			got.Elapsed = 0
			if workers == 1 {
				want = got
			}
			require.Equal(t, want, got, fmt.Sprintf("%T with %d workers", parallel, workers))
		}
	}
}
