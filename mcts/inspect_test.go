package mcts_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

type connect4Snapshot = mcts.Snapshot[connect4.State, connect4.Drop]

// look returns the state of a search and the visits of its roots.
func look(t *testing.T, s *mcts.Search[connect4.State, connect4.Drop]) (shown connect4Snapshot, visits int) {
	t.Helper()
	require.NoError(t, s.Inspect(bg, func(now connect4Snapshot) {
		for _, root := range now.Roots {
			visits += root.Visits()
		}
		shown = now
	}))
	return shown, visits
}

func TestInspectIdle(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	before, visits := look(t, s)
	require.Nil(t, before.State)
	require.Empty(t, before.Roots)
	require.Zero(t, visits)
	require.Equal(t, 2, before.Rules.NumPlayers())

	result := run(t, s, connect4.State{}, 1000)
	after, visits := look(t, s)
	require.Equal(t, 1000, visits)
	require.Equal(t, result, after.Result)
	require.Equal(t, connect4.State{}, *after.State)
	require.False(t, after.Running)
	require.NotEqual(t, before.Epoch, after.Epoch)
	result.Children[0].Visits = 0
	again, _ := look(t, s)
	require.Equal(t, after, again, "the result is a copy")

	run(t, s, connect4.State{}, 1000)
	same, visits := look(t, s)
	require.Equal(t, after.Epoch, same.Epoch, "the tree was kept")
	require.Equal(t, 2000, visits)

	_, err = s.Advance(3)
	require.NoError(t, err)
	advanced, _ := look(t, s)
	require.NotEqual(t, same.Epoch, advanced.Epoch)
	require.Zero(t, advanced.Result.Simulations)
	s.Reset(1)
	reset, _ := look(t, s)
	require.Nil(t, reset.State)
}

// TestInspectRunning looks at searches of every kind from other goroutines while they run, also
// without a limit of time, and checks that it changes nothing.
func TestInspectRunning(t *testing.T) {
	for name, parallel := range map[string]mcts.Parallel{
		"serial": nil, "root": mcts.RootParallel{Workers: 2, Trees: 3}, "leaf": mcts.LeafParallel{Workers: 2},
		"lockstep": mcts.LockStep{Workers: 2}, "tree": mcts.TreeParallel{Workers: 2},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: parallel, Seed: 1})
			require.NoError(t, err)
			look(t, s) // From now on, every Run can be interrupted.
			ctx, cancel := context.WithCancel(bg)
			var looking sync.WaitGroup
			var live atomic.Int64
			looking.Go(func() {
				for ctx.Err() == nil {
					now, visits := look(t, s)
					if now.Running {
						live.Add(1)
						require.Equal(t, now.Result.Simulations, visits)
						require.Equal(t, mcts.StopUnfinished, now.Result.Stop)
					}
				}
			})
			simulations := 20_000
			for live.Load() < 3 { // The race detector gives the other goroutine little time on a busy machine.
				s.Reset(1)
				run(t, s, connect4.State{}, simulations)
				if simulations *= 2; simulations > 2_000_000 {
					break
				}
			}
			cancel()
			looking.Wait()
			require.GreaterOrEqual(t, live.Load(), int64(3))
			require.NoError(t, s.Check())
			if name == "tree" {
				return // No two runs are the same.
			}
			s.Reset(1)
			watched := run(t, s, connect4.State{}, 5000)
			plain, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: parallel, Seed: 1})
			require.NoError(t, err)
			require.Equal(t, run(t, plain, connect4.State{}, 5000).Children, watched.Children)
		})
	}
}

// TestInspectWaits checks that Inspect waits for the body of a loop over Watch, and not for ever.
func TestInspectWaits(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: time.Hour}, 0) {
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(bg, time.Millisecond)
		require.ErrorIs(t, s.Inspect(ctx, func(connect4Snapshot) { t.Error("the search did not stand still") }), context.DeadlineExceeded)
		cancel()
		break
	}
	shown, visits := look(t, s)
	require.False(t, shown.Running)
	require.Positive(t, visits)
}
