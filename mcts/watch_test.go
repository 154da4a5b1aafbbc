package mcts_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

func TestWatch(t *testing.T) {
	g, c := newSlow(func(int) time.Duration { return time.Millisecond })
	s, err := mcts.New(g, mcts.Config{Clock: c.read, Seed: 1})
	require.NoError(t, err)
	var results []mcts.Result[connect4.Drop]
	for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 1000}, 100*time.Millisecond) {
		require.NoError(t, err)
		require.Equal(t, r.Simulations, s.Root().Visits(), "the tree may be looked at")
		results = append(results, r)
	}
	require.InDelta(t, 10, len(results), 1, "a bounded rate")
	for _, r := range results[:len(results)-1] {
		require.Equal(t, mcts.StopUnfinished, r.Stop)
		require.Equal(t, r.Action, r.PV[0])
	}
	last := results[len(results)-1]
	require.Equal(t, mcts.StopSimulations, last.Stop)

	s.Reset(1)
	c.now = time.Unix(0, 0)
	plain := run(t, s, connect4.State{}, 1000)
	require.Equal(t, plain.Children, last.Children, "watching changes nothing")
}

func TestWatchLeft(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: time.Hour}, 0) {
		require.NoError(t, err)
		if r.Simulations > 100 {
			break
		}
	}
	require.NoError(t, s.Check())
	require.Greater(t, s.Root().Visits(), 100, "the tree is kept")
	run(t, s, connect4.State{}, 10)
}

func TestWatchErrors(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	n := 0
	for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{}, time.Second) {
		require.ErrorIs(t, err, mcts.ErrNoLimit)
		require.Empty(t, r.Children)
		n++
	}
	require.Equal(t, 1, n)

	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	for r, err := range s.Watch(ctx, &connect4.State{}, mcts.Budget{}, 0) {
		if r.Stop == mcts.StopUnfinished {
			require.NoError(t, err)
			cancel()
			continue
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, mcts.StopContext, r.Stop)
	}
	require.Error(t, ctx.Err())
}

// A Watch within a Watch is refused, and the outer one continues.
func TestWatchWithinWatch(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	n := 0
	for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 20_000}, 0) {
		require.NoError(t, err)
		if n++; r.Stop != mcts.StopUnfinished {
			break
		}
		for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 1}, 0) {
			require.ErrorIs(t, err, mcts.ErrBusy)
		}
	}
	require.Greater(t, n, 1)
}

// A Search is for one at a time: another Run is refused, and what would change the tree under it
// panics.
func TestBusy(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: time.Hour}, 0) {
		require.NoError(t, err)
		_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 1})
		require.ErrorIs(t, err, mcts.ErrBusy)
		require.PanicsWithValue(t, "mcts: Advance of a Search that is running", func() { _, _ = s.Advance(3) })
		require.PanicsWithValue(t, "mcts: Reset of a Search that is running", func() { s.Reset(0) })
		break
	}
	run(t, s, connect4.State{}, 10)
}
