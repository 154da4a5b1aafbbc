package mcts_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
)

// corridor is a game of 20 plies with two actions each. Every ply takes a millisecond of a clock,
// on whichever goroutine it is played.
type corridor struct{ millis *atomic.Int64 }

func (corridor) NumPlayers() int { return 1 }

func (corridor) ToMove(*int) int { return 0 }

func (corridor) Returns(_ *int, o []float64) { o[0] = 0.5 }

func (g corridor) Apply(s *int, _ int) {
	g.millis.Add(1)
	*s++
}

func (corridor) AppendActions(dst []int, s *int) []int {
	if *s == 20 {
		return dst
	}
	return append(dst, 0, 1)
}

func (g corridor) read() time.Time { return time.UnixMilli(g.millis.Load()) }

// A batch is as small as it must be to keep a budget of time: the overshoot is at most one
// simulation of every worker, and one more.
func TestBatchesKeepTime(t *testing.T) {
	const simulation = 20 * time.Millisecond
	for _, p := range []mcts.Parallel{
		nil,
		mcts.LockStep{Workers: 1},
		mcts.LockStep{Workers: 2},
		mcts.LockStep{Workers: 3, Batch: 64},
		mcts.LeafParallel{Workers: 2, Playouts: 16},
		mcts.LeafParallel{Workers: 1, Playouts: 16},
	} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			workers := 1
			switch p := p.(type) {
			case mcts.LockStep:
				workers = p.Workers
			case mcts.LeafParallel:
				workers = p.Workers
			}
			for _, limit := range []time.Duration{1, 10 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second} {
				g := corridor{new(atomic.Int64)}
				s, err := mcts.New[int, int](g, mcts.Config{Clock: g.read, Parallel: p})
				require.NoError(t, err)
				root := 0
				r, err := s.Run(bg, &root, mcts.Budget{Time: limit})
				require.NoError(t, err)
				require.Equal(t, mcts.StopTime, r.Stop)
				require.LessOrEqual(t, r.Elapsed, limit+time.Duration(workers+1)*simulation, "%+v, %d simulations", p, r.Simulations)
				require.NoError(t, s.Check())
			}
		})
	}
}
