package mcts_test

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
)

// bomb is Connect Four that goes wrong in one of its playouts.
type bomb struct {
	connect4.Game
	left *atomic.Int64
	do   func()
}

func (g bomb) Returns(s *connect4.State, out []float64) {
	if g.left.Add(-1) == 0 {
		g.do()
	}
	g.Game.Returns(s, out)
}

// A panic of the game in any worker comes out of Run with its stack; no goroutine is left, and the
// search can be used again. So does runtime.Goexit in a worker.
func TestPanicsInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	broken := errors.New("the rules are broken")
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			g := bomb{left: new(atomic.Int64), do: func() { panic(broken) }}
			s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, mcts.Config{Parallel: p})
			require.NoError(t, err)
			for at := range int64(10) {
				g.left.Store(at + 1)
				func() {
					defer func() {
						caught, ok := recover().(*mcts.WorkerPanic)
						require.True(t, ok, "%v", caught)
						require.Equal(t, broken, caught.Value)
						require.ErrorIs(t, caught, broken)
						require.Contains(t, string(caught.Stack), "bomb.Returns")
						require.Contains(t, caught.Error(), "the rules are broken")
					}()
					_, _ = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100_000})
				}()
				require.Nil(t, s.Roots())
				require.NoError(t, s.Check())
			}
			require.Equal(t, 100, run(t, s, connect4.State{}, 100).Simulations)
		})
	}
}

// After a panic a search can load another one, whose root no simulation has passed, and continue.
func TestLoadAfterAPanic(t *testing.T) {
	g := bomb{left: new(atomic.Int64), do: func() { panic("the rules are broken") }}
	cfg := mcts.Config{Parallel: mcts.TreeParallel{Workers: 2}}
	g.left.Store(math.MaxInt64)
	from, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, cfg)
	require.NoError(t, err)
	run(t, from, connect4.State{}, 20)
	state := connect4.State{}
	for range 8 { // out of the tree
		actions := connect4.Game{}.AppendActions(nil, &state)
		_, err := from.Advance(actions[0])
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, actions[0])
	}
	var saved bytes.Buffer
	require.NoError(t, from.Save(&saved))

	s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, cfg)
	require.NoError(t, err)
	g.left.Store(100_000)
	require.Panics(t, func() { _, _ = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 1_000_000}) })
	g.left.Store(math.MaxInt64)
	require.NoError(t, s.Load(&saved, &state))
	require.Equal(t, 100, run(t, s, state, 100).Simulations)
	require.NoError(t, s.Check())
}

// lazy is a bomb with playouts so slow that all workers take part.
type lazy struct{ bomb }

func (g lazy) Returns(s *connect4.State, out []float64) {
	time.Sleep(time.Millisecond)
	g.bomb.Returns(s, out)
}

// A coordinator that sleeps while it waits for a long playout receives its panic.
func TestLatePanic(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	g := bomb{left: new(atomic.Int64), do: func() {
		time.Sleep(10 * time.Millisecond)
		panic("late")
	}}
	p := mcts.LockStep{Workers: 4, Batch: 4}
	s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{lazy{g}}, mcts.Config{Parallel: p})
	require.NoError(t, err)
	for at := range int64(8) {
		g.left.Store(5 + at)
		require.Panics(t, func() { _, _ = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100_000}) })
	}
}

// runtime.Goexit, which testing.T.FailNow calls, neither hangs the search nor is lost.
func TestGoexitInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			for at := range int64(8) {
				g := bomb{left: new(atomic.Int64), do: runtime.Goexit}
				g.left.Store(at + 1)
				s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, mcts.Config{Parallel: p})
				require.NoError(t, err)
				returned, done := false, make(chan any)
				go func() {
					defer func() { done <- recover() }()
					_, _ = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100_000})
					returned = true
				}()
				if caught := <-done; caught != nil { // otherwise it was the caller's own goroutine
					p, ok := caught.(*mcts.WorkerPanic)
					require.True(t, ok)
					require.Contains(t, p.Error(), "runtime.Goexit")
				}
				require.False(t, returned)
			}
		})
	}
}

// Errors end the search in every mode, and describe what is wrong.
func TestErrorsInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			for want, cfg := range map[string]mcts.Config{
				"Selection mcts_test.selection chose child 7 of 7":   {Selection: selection(7)},
				"Playout mcts_test.chooser chose action 9 of 7":      {Playout: playout{chooser(9)}},
				"Backup mcts_test.backup credited NaN, want numbers": {Backup: backup{math.NaN()}},
				"Final mcts_test.final picked child 100 of 7":        {Final: final(100)},
			} {
				t.Run(want, func(t *testing.T) {
					cfg.Parallel = p
					s, err := mcts.New(connect4.Game{}, cfg)
					require.NoError(t, err)
					_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100})
					require.ErrorContains(t, err, want)
					require.Nil(t, s.Roots(), "unsound trees are gone")
				})
			}
			s, err := mcts.New(faulty{at: 3, fault: "ToMove"}, mcts.Config{Parallel: p})
			require.NoError(t, err)
			_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1000})
			require.ErrorContains(t, err, "ToMove is 2, want 0..1")
			s, err = mcts.New(faulty{number: 1e31}, mcts.Config{Parallel: p})
			require.NoError(t, err)
			_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1})
			require.ErrorContains(t, err, "the return of player 0 is 1e+31")
		})
	}
}
