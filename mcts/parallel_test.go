package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// The workers carry a label in profiles.
func TestLabels(t *testing.T) {
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			p = withWorkers(p, 1)
			var profile strings.Builder
			g := bomb{left: new(atomic.Int64), do: func() {
				_ = pprof.Lookup("goroutine").WriteTo(&profile, 1)
			}}
			g.left.Store(10)
			search[connect4.State, connect4.Drop](t, bare[connect4.State, connect4.Drop]{g}, connect4.State{}, mcts.Config{Parallel: p}, 100)
			require.Contains(t, profile.String(), `"banyan_worker":"0"`)
		})
	}
}

// Real searches, large enough for workers to meet, with everything at once: for the race detector.
func TestStress(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			for _, playout := range []policy.Playout{nil, policy.LGRF{Fallback: policy.NST{}}} {
				p := withWorkers(p, 8)
				s, err := mcts.New(bare[tictactoe.State, tictactoe.Cell]{tictactoe.Game{}}, mcts.Config{Parallel: p, Playout: playout, Seed: 1})
				require.NoError(t, err)
				state, last := tictactoe.State{}, mcts.Result[tictactoe.Cell]{}
				for ply := range 6 {
					ctx, cancel := context.WithTimeout(bg, time.Duration(ply)*700*time.Microsecond)
					last, err = s.Run(ctx, &state, mcts.Budget{Simulations: 3000})
					cancel()
					if errors.Is(err, mcts.ErrTerminal) {
						break
					}
					require.True(t, err == nil || errors.Is(err, context.DeadlineExceeded), "%v", err)
					require.NoError(t, s.Check())
					advance(t, s, last.Action)
					require.NoError(t, s.Check())
					tictactoe.Game{}.Apply(&state, last.Action)
				}
			}
		})
	}
}

func TestParallelRefuses(t *testing.T) {
	for want, p := range map[string]mcts.Parallel{
		"Parallel: RootParallel.Workers is -1, want 0..":            mcts.RootParallel{Workers: -1},
		"Parallel: RootParallel.Trees is -1, want 0..":              mcts.RootParallel{Trees: -1},
		"Parallel: RootParallel.Trees is 5000, want 0..4096":        mcts.RootParallel{Trees: 5000},
		"RootParallel.Merge is Merge(2), want MergeSum or":          mcts.RootParallel{Merge: 2},
		"LeafParallel.Workers is 5000, want 0..4096":                mcts.LeafParallel{Workers: 5000},
		"LeafParallel.Playouts is -3, want 0..4096":                 mcts.LeafParallel{Playouts: -3},
		"LockStep.Workers is -1, want 0..4096":                      mcts.LockStep{Workers: -1},
		"LockStep.Batch is 5000, want 0..4096":                      mcts.LockStep{Batch: 5000},
		"TreeParallel.Workers is -2, want 0..4096":                  mcts.TreeParallel{Workers: -2},
		"Config.Parallel is a *mcts.LockStep, want a RootParallel,": &mcts.LockStep{},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p})
			require.ErrorContains(t, err, want)
		})
	}
	_, err := mcts.New(connect4.Game{}, mcts.Config{MaxBytes: 800_000, Parallel: mcts.RootParallel{Trees: 4}})
	require.ErrorContains(t, err, "Config.MaxBytes is 800000, want 0 or >= 8", "a chunk for every tree")
	require.Equal(t, "MergeVote", mcts.MergeVote.String())

	tree := mcts.TreeParallel{}
	_, err = mcts.New(&script{players: 1}, mcts.Config{Parallel: tree})
	require.ErrorContains(t, err, "Config.Parallel is a TreeParallel, and *mcts_test.script has simultaneous moves")
	for _, selection := range []policy.Selection{policy.UCB1Tuned{}, policy.Exp3{}} {
		t.Run(fmt.Sprintf("%T%+v", selection, selection), func(t *testing.T) {
			_, err = mcts.New(connect4.Game{}, mcts.Config{Parallel: tree, Selection: selection})
			require.ErrorContains(t, err, "reads sums beside means and visits, which workers cannot change at once; want RootParallel, ")
		})
	}
	tree.Workers = 4
	_, err = mcts.New(connect4.Game{}, mcts.Config{Parallel: tree, MaxBytes: 1_000_000})
	require.ErrorContains(t, err, "Config.MaxBytes is 1000000, want 0 or >= 1", "a chunk for every worker")
}

// No two playouts have the same random numbers, in one batch or in two.
func TestPlayoutsDiffer(t *testing.T) {
	for _, p := range []mcts.Parallel{
		mcts.LeafParallel{Workers: 1, Playouts: 3}, mcts.LockStep{Workers: 1, Batch: 4}, mcts.RootParallel{Workers: 1, Trees: 3}, nil,
	} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			drawn, calls := map[uint64]bool{}, 0
			playout := mcts.PlayoutFunc(func(_ *connect4.State, _ int, actions []connect4.Drop, r *rng.Rand) int {
				n := r.Uint64()
				drawn[n] = true
				calls++
				return int(n % uint64(len(actions)))
			})
			search(t, connect4.Game{}, connect4.State{}, mcts.Config{Playout: playout, Parallel: p}, 60)
			require.Len(t, drawn, calls, "%T", p)
		})
	}
}

// meeting is a game whose first two playouts end together, so that two workers take part.
type meeting struct {
	bare[int, branch]
	calls *atomic.Int64
	both  *sync.WaitGroup
}

func (g meeting) Returns(s *int, out []float64) {
	if g.calls.Add(1) <= 2 {
		g.both.Done()
		g.both.Wait()
	}
	g.bare.Returns(s, out)
}

// Values come from the simulations of this Run, of all workers, and from no earlier one.
func TestValuesOfASecondRunOfASharedTree(t *testing.T) {
	script := &script{players: 1}
	root := script.node(0, script.leaf(0.5), script.leaf(0.5))
	g := meeting{bare[int, branch]{script}, new(atomic.Int64), new(sync.WaitGroup)}
	g.both.Add(2)
	s, r := search[int, branch](t, g, root, mcts.Config{Parallel: mcts.TreeParallel{Workers: 2}}, 100)
	require.InDelta(t, 0.5, r.Values[0], 1e-9)
	require.InDelta(t, 0.5, run(t, s, root, 100).Values[0], 1e-9)
}
