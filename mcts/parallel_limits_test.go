package mcts_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Budgets of simulations are kept to the one, and no goroutine is left.
func TestBudgetsInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p})
			require.NoError(t, err)
			total := 0
			for _, n := range []int{1, 2, 3, 5, 8, 16, 17, 100, 1000, 9999} {
				r := run(t, s, connect4.State{}, n)
				require.Equal(t, n, r.Simulations)
				require.Equal(t, mcts.StopSimulations, r.Stop)
				total += n
				visits := 0
				for _, c := range r.Children {
					visits += c.Visits
				}
				require.Equal(t, total, visits)
			}
			g := &script{players: 2}
			root := g.node(1, g.node(0, g.leaf(1, 0), g.leaf(0, 1)))
			_, r := search[int, branch](t, newTurns(g), root, mcts.Config{Parallel: p}, 1_000_000)
			require.Equal(t, mcts.StopForced, r.Stop)
			require.LessOrEqual(t, r.Simulations, 100)

			clear := &script{players: 1}
			root = clear.node(0, clear.leaf(0.9), clear.leaf(0))
			_, r = search[int, branch](t, newTurns(clear), root, mcts.Config{Final: policy.MaxRobustChild{}, Parallel: p}, 900)
			require.Equal(t, mcts.StopDecided, r.Stop)
			require.Equal(t, 600, r.Simulations)
		})
	}
}

// Time and contexts end a search in every mode, at any moment, and leave sound trees.
func TestCancelInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			for _, playout := range []policy.Playout{nil, policy.LGRF{Fallback: policy.MAST{}}} {
				s, err := mcts.New(tictactoe.Game{}, mcts.Config{Parallel: p, Playout: playout, MaxNodes: 2000})
				require.NoError(t, err)
				for i := range 20 {
					ctx, cancel := context.WithTimeout(bg, time.Duration(i*i)*10*time.Microsecond)
					r, err := s.Run(ctx, &tictactoe.State{}, mcts.Budget{})
					cancel()
					require.ErrorIs(t, err, context.DeadlineExceeded)
					require.Equal(t, mcts.StopContext, r.Stop)
					require.NoError(t, s.Check())
				}
				r, err := s.Run(bg, &tictactoe.State{}, mcts.Budget{Time: time.Millisecond})
				require.NoError(t, err)
				require.Equal(t, mcts.StopTime, r.Stop)
				require.GreaterOrEqual(t, r.Elapsed, time.Millisecond)
				r, err = s.Run(bg, &tictactoe.State{}, mcts.Budget{Time: 1})
				require.NoError(t, err)
				require.Positive(t, r.Simulations)
				ctx, cancel := context.WithCancel(bg)
				cancel()
				r, err = s.Run(ctx, &tictactoe.State{}, mcts.Budget{Simulations: 5})
				require.ErrorIs(t, err, context.Canceled)
				require.Zero(t, r.Simulations)
				s.Reset(0)
				require.Equal(t, 50, run(t, s, tictactoe.State{}, 50).Simulations)
			}
		})
	}
}

// Interim results come in every mode, count what was run so far, and change nothing.
func TestWatchInEveryMode(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(0, 0)
			clock := func() time.Time { // A result is due now and then, however fast the machine is.
				now = now.Add(20 * time.Microsecond)
				return now
			}
			s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p, Seed: 1, Clock: clock})
			require.NoError(t, err)
			last, interim := mcts.Result[connect4.Drop]{}, 0
			for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 8000}, 0) {
				require.NoError(t, err)
				require.GreaterOrEqual(t, r.Simulations, last.Simulations)
				require.Equal(t, r.Simulations, visitsOf(s), "the trees stand still and may be looked at")
				if r.Stop == mcts.StopUnfinished {
					interim++
				}
				last = r
			}
			require.Equal(t, 8000, last.Simulations)
			require.Positive(t, interim)
			if reproducible(p) {
				_, plain := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: p, Seed: 1}, 8000)
				require.Equal(t, plain.Children, last.Children)
			}
			for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: time.Hour}, 0) {
				require.NoError(t, err)
				if r.Simulations > 100 {
					break
				}
			}
			require.NoError(t, s.Check())
			require.Greater(t, visitsOf(s), 8000+100, "the tree is kept")
		})
	}
}

// Limits of memory hold for all trees together.
func TestMemoryInEveryMode(t *testing.T) {
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			for _, limit := range []int{1, 50, 1000} {
				s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxNodes: limit, Parallel: p}, 5000)
				require.LessOrEqual(t, r.Nodes, max(limit, 8*len(s.Roots())))
				require.Greater(t, r.Nodes, limit/2)
				require.True(t, r.Full)
				require.Equal(t, 5000, r.Simulations)
				advance(t, s, r.Action)
				require.NoError(t, s.Check())
			}
			const limit = 1_000_000
			s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxBytes: limit, Parallel: p}, 60_000)
			require.True(t, r.Full)
			require.LessOrEqual(t, r.Bytes, int64(limit))
			advance(t, s, r.Action)
			require.NoError(t, s.Check())
			next := connect4.State{}
			connect4.Game{}.Apply(&next, r.Action)
			r = run(t, s, next, 100)
			require.True(t, !r.Full || isTree(p), "there is room again") // but not for each walker
			require.LessOrEqual(t, r.Bytes, int64(limit))
		})
	}
}

// A Run of many simulations allocates what a Run of few does.
func TestNoAllocationInEveryMode(t *testing.T) {
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			for policyName, playout := range learning {
				t.Run(policyName, func(t *testing.T) {
					if policyName == "nst" || policyName == "lgrf" || policyName == "decisive" {
						return // their tables grow
					}
					if isTree(p) && playout != nil {
						return // traces wait for the slowest worker
					}
					n := max(2400, mcts.Fewer(8000)) // enough to use all trace batches of a LockStep
					few, many := allocations(t, connect4.Game{}, mcts.Config{Parallel: p, Playout: playout}, 800, n)
					require.InDelta(t, few, many, 100)
				})
			}
		})
	}
}
