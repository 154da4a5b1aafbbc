package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// modes are all kinds of parallel search.
var modes = map[string]mcts.Parallel{
	"root":         mcts.RootParallel{Workers: 3, Trees: 4},
	"vote":         mcts.RootParallel{Workers: 2, Trees: 3, Merge: mcts.MergeVote},
	"leaf":         mcts.LeafParallel{Workers: 3, Playouts: 2},
	"lock-step":    mcts.LockStep{Workers: 2},
	"one by one":   mcts.LockStep{Workers: 3, Batch: 1},
	"tree":         mcts.TreeParallel{Workers: 3},
	"virtual loss": mcts.TreeParallel{Workers: 2, VirtualLoss: true},
}

// isTree reports whether the workers share a tree: the result then depends on them, and games with
// simultaneous moves and selections with sums of their own are refused.
func isTree(p mcts.Parallel) bool {
	_, ok := p.(mcts.TreeParallel)
	return ok
}

// reproducible reports whether the workers do not change the result.
func reproducible(p mcts.Parallel) bool { return !isTree(p) }

// joint reports whether p is for simultaneous moves and for selections with sums of their own.
func joint(p mcts.Parallel) bool { return !isTree(p) }

// withWorkers returns p with so many workers.
func withWorkers(p mcts.Parallel, n int) mcts.Parallel {
	switch p := p.(type) {
	case mcts.RootParallel:
		p.Workers = n
		return p
	case mcts.LeafParallel:
		p.Workers = n
		return p
	case mcts.LockStep:
		p.Workers = n
		return p
	case mcts.TreeParallel:
		p.Workers = n
		return p
	}
	return p
}

func drawMode(t *rapid.T, names map[string]mcts.Parallel) mcts.Parallel {
	var sorted []string
	for _, name := range []string{"root", "vote", "leaf", "lock-step", "one by one", "tree", "virtual loss"} {
		if _, ok := names[name]; ok {
			sorted = append(sorted, name)
		}
	}
	p := names[rapid.SampledFrom(sorted).Draw(t, "mode")]
	return withWorkers(p, rapid.IntRange(1, 4).Draw(t, "workers"))
}

// turns is a script without simultaneous-move nodes.
type turns struct {
	bare[int, branch]
	script *script
}

func newTurns(g *script) turns { return turns{bare[int, branch]{g}, g} }

func (g turns) Evaluate(s *int, out []float64) { g.script.Evaluate(s, out) }
func (g turns) AppendOutcomes(dst []mcts.Outcome[branch], s *int) []mcts.Outcome[branch] {
	return g.script.AppendOutcomes(dst, s)
}

// The laws of every search, in every mode: the trees are sound, every simulation is counted once,
// values lie between the least and the greatest return, limits are kept, the variation can be
// played.
func TestLawsInEveryMode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := drawConfig(t)
		cfg.Parallel = drawMode(t, modes)
		if !joint(cfg.Parallel) {
			cfg.Selection = policy.UCT{C: 0.4}
		}
		g := newTurns(drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true))
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		s, r := search[int, branch](t, g, 0, cfg, n)
		if r.Stop != mcts.StopDecided {
			require.Equal(t, n, r.Simulations)
		}
		nodes := g.script.nodes
		require.Len(t, r.Children, len(nodes[0].children))
		visits := 0
		for _, c := range r.Children {
			visits += c.Visits
			require.True(t, c.Mean >= 0 && c.Mean <= 1, "%v", c)
		}
		require.Equal(t, r.Simulations, visits)
		for _, v := range r.Values {
			require.True(t, v >= 0 && v <= 1, "%v", r.Values)
		}
		trees := len(s.Roots())
		if cfg.MaxNodes > 0 {
			require.LessOrEqual(t, r.Nodes, max(cfg.MaxNodes, trees*(1+len(r.Children))))
		} else {
			require.False(t, r.Full)
		}
		state := 0
		require.Equal(t, r.Action, r.PV[0])
		for _, a := range r.PV {
			require.Less(t, int(a), len(nodes[state].children))
			g.Apply(&state, a)
		}
		requireMerged(t, s, r)

		// Advance keeps what all trees know, and the search goes on.
		kept := 0
		for _, root := range s.Roots() {
			for _, child := range root.Children() {
				if child.Action() == r.Action {
					kept += child.Visits()
				}
			}
		}
		state = 0
		g.Apply(&state, r.Action)
		requireAdvance(t, kept > 0, s, r.Action)
		require.NoError(t, s.Check())
		next, err := s.Run(bg, &state, mcts.Budget{Simulations: n})
		require.NoError(t, s.Check())
		if err != nil {
			require.True(t, errors.Is(err, mcts.ErrTerminal) || strings.Contains(err.Error(), "chance moves at the root"), err)
			return
		}
		visits = 0
		for _, root := range s.Roots() {
			visits += root.Visits()
		}
		require.Equal(t, kept+next.Simulations, visits)
	})
}

// requireMerged checks that a result is the sum of the trees.
func requireMerged[S any, A comparable](t require.TestingT, s *mcts.Search[S, A], r mcts.Result[A]) {
	for _, c := range r.Children {
		visits, sum := 0, 0.0
		for _, root := range s.Roots() {
			for _, child := range root.Children() {
				if child.Action() == c.Action {
					visits += child.Visits()
					sum += child.Mean() * float64(child.Visits())
				}
			}
		}
		require.Equal(t, visits, c.Visits)
		require.InDelta(t, sum, c.Mean*float64(visits), 1e-6)
	}
}

// The same holds in simultaneous-move games, with mixed strategies and with policies that learn.
func TestLawsOfJointActionsInEveryMode(t *testing.T) {
	several := map[string]mcts.Parallel{}
	for name, p := range modes {
		if joint(p) {
			several[name] = p
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := drawJoint(t)
		cfg := drawJointConfig(t)
		cfg.Parallel = drawMode(t, several)
		n := rapid.IntRange(1, 200).Draw(t, "simulations")
		s, r := search[int](t, g, 0, cfg, n)
		for p, count := range g.nodes[0].counts {
			visits := 0
			for _, root := range s.Roots() {
				choices := root.Choices(p)
				require.True(t, len(choices) == count || root.Visits() == 0)
				for _, c := range choices {
					visits += c.Visits
				}
			}
			require.Equal(t, r.Simulations, visits)
		}
		require.GreaterOrEqual(t, len(r.PV), g.players)
		advance(t, s, r.PV[:g.players]...)
		require.NoError(t, s.Check())
		next := 0
		g.ApplyJoint(&next, r.PV[:g.players])
		_, err := s.Run(bg, &next, mcts.Budget{Simulations: n})
		require.NoError(t, s.Check())
		if err != nil {
			require.True(t, errors.Is(err, mcts.ErrTerminal) || strings.Contains(err.Error(), "chance moves at the root"), err)
		}

		again, r2 := search[int](t, g, 0, cfg, n)
		advance(t, again, r.PV[:g.players]...)
		r.Elapsed, r2.Elapsed = 0, 0
		require.Equal(t, r, r2)
	})
}

// learning is one policy of every kind, and none.
var learning = map[string]policy.Playout{
	"uniform": nil, "mast": policy.MAST{}, "nst": policy.NST{Decay: policy.Decay{Batch: 0.5, BatchSize: 50}},
	"lgrf": policy.LGRF{Fallback: policy.NST{}}, "decisive": mcts.DecisiveMoves{Playout: policy.MAST{}},
}

// The result depends on the seed, and neither on the number of workers nor on that of processors;
// with policies that learn, in games that number their actions and in those that do not, and in a
// second Run as in the first.
func TestReproducibleForAnyNumberOfWorkers(t *testing.T) {
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for name, p := range modes {
		if !reproducible(p) {
			continue
		}
		for policyName, playout := range learning {
			cfg := mcts.Config{Playout: playout, Parallel: p, Seed: 5}
			sameForAll(t, name+" "+policyName, small, small.Start(), cfg)
			hidden := bare[breakthrough.State, breakthrough.Move]{small}
			sameForAll(t, name+" "+policyName, mcts.Game[breakthrough.State, breakthrough.Move](hidden), small.Start(), cfg)
		}
	}
}

func sameForAll[S any, A comparable](t *testing.T, name string, g mcts.Game[S, A], root S, cfg mcts.Config) {
	var want string
	for i, workers := range []int{1, 2, 4, 7, 3} {
		before := runtime.GOMAXPROCS([]int{4, 1, 2, 4, 1}[i])
		cfg.Parallel = withWorkers(cfg.Parallel, workers)
		s, first := search(t, g, root, cfg, 203)
		second := run(t, s, root, 81)
		runtime.GOMAXPROCS(before)
		first.Elapsed, second.Elapsed = 0, 0
		got := fmt.Sprint(first, second)
		for _, root := range s.Roots() {
			got += export(t, root)
		}
		if want == "" {
			want = got
		}
		require.Equal(t, want, got, "%s: %d workers", name, workers)
		if workers == 1 {
			s.Reset(cfg.Seed)
			again := run(t, s, root, 203)
			again.Elapsed = 0
			require.Equal(t, first, again, "%s after Reset", name)
		}
	}
}

// The first tree is that of a search with its share of the budget, and no two trees are the same,
// also of searches with neighbouring seeds.
func TestTreesOfRoot(t *testing.T) {
	g := connect4.Game{}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Workers: 2, Trees: 3}}
		s, r := search(t, g, connect4.State{}, cfg, 1000)
		require.Len(t, s.Roots(), 3)
		alone, _ := search(t, g, connect4.State{}, mcts.Config{Seed: seed}, 334)
		require.Equal(t, export(t, alone.Root()), export(t, s.Root()))
		for i, root := range s.Roots() {
			require.Equal(t, []int{334, 333, 333}[i], root.Visits())
			require.False(t, seen[export(t, root)])
			seen[export(t, root)] = true
		}
		requireMerged(t, s, r)
		require.Equal(t, 3*alone.Root().Visits()-2, r.Simulations)
	}
	fresh, err := mcts.New(g, mcts.Config{Parallel: mcts.RootParallel{}})
	require.NoError(t, err)
	require.Nil(t, fresh.Roots())
}

// Each tree has one vote; a tree without simulations has none.
func TestMajorityVote(t *testing.T) {
	// Every tree is visited once, and its Final, the visited child, is the action that it tried.
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.1), g.leaf(0.2), g.leaf(0.3))
	for trees := 1; trees < 20; trees++ {
		for seed := range uint64(5) {
			cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Trees: trees, Merge: mcts.MergeVote}}
			s, r := search[int](t, g, root, cfg, trees-trees/4)
			votes, most := map[branch]int{}, 0
			for _, root := range s.Roots() {
				for _, c := range root.Children() {
					votes[c.Action()] += c.Visits()
					most = max(most, votes[c.Action()])
				}
			}
			require.Equal(t, most, votes[r.Action])
			for a, n := range votes {
				require.False(t, n == most && a > r.Action, "the higher mean decides: %v, %v", votes, r.Action)
			}
		}
	}
	// Two trees of three outvote the sum, which is asked last: here Final answers by how often it
	// was asked.
	asked := 0
	fixed := finalFunc(func(*policy.Candidates) (int, bool) {
		asked++
		return 0, false
	})
	cfg := mcts.Config{Final: fixed, Parallel: mcts.RootParallel{Trees: 3, Merge: mcts.MergeVote}}
	s, r := search[int](t, g, root, cfg, 30)
	require.Zero(t, asked%3, "every tree votes, and nobody else")
	votes, most := map[branch]int{}, 0
	for _, root := range s.Roots() {
		first := root.Children()[0].Action()
		votes[first]++
		most = max(most, votes[first])
	}
	require.Equal(t, most, votes[r.Action])
}

// A win in one is found in every mode, with every policy.
func TestWinInOneInEveryMode(t *testing.T) {
	var root tictactoe.State
	for _, a := range []tictactoe.Cell{0, 3, 1, 4} {
		tictactoe.Game{}.Apply(&root, a)
	}
	for name, p := range modes {
		for policyName, playout := range learning {
			for seed := range uint64(5) {
				_, r := search(t, tictactoe.Game{}, root, mcts.Config{Parallel: p, Playout: playout, Seed: seed}, 200)
				require.EqualValues(t, 2, r.Action, "%s %s", name, policyName)
				require.InDelta(t, 1, r.Children[0].Mean, 1e-9)
			}
		}
	}
}

// Budgets of simulations are kept to the one, and no goroutine is left.
func TestBudgetsInEveryMode(t *testing.T) {
	defer noneLeft(t)()
	for name, p := range modes {
		s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p})
		require.NoError(t, err)
		total := 0
		for _, n := range []int{1, 2, 3, 5, 8, 16, 17, 100, 1000, 9999} {
			r := run(t, s, connect4.State{}, n)
			require.Equal(t, n, r.Simulations, name)
			require.Equal(t, mcts.StopSimulations, r.Stop)
			total += n
			visits := 0
			for _, c := range r.Children {
				visits += c.Visits
			}
			require.Equal(t, total, visits, name)
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
		require.Equal(t, 600, r.Simulations, name)
	}
}

// noneLeft returns a function that fails unless there are as many goroutines as before.
func noneLeft(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for range 1000 {
			if runtime.NumGoroutine() <= before {
				return
			}
			runtime.Gosched() // a goroutine that has done its work may still be on its way out
			time.Sleep(time.Millisecond)
		}
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
	}
}

// Time and contexts end a search in every mode, at any moment, and leave sound trees.
func TestCancelInEveryMode(t *testing.T) {
	defer noneLeft(t)()
	for name, p := range modes {
		for _, playout := range []policy.Playout{nil, policy.LGRF{Fallback: policy.MAST{}}} {
			s, err := mcts.New(tictactoe.Game{}, mcts.Config{Parallel: p, Playout: playout, MaxNodes: 2000})
			require.NoError(t, err)
			for i := range 20 {
				ctx, cancel := context.WithTimeout(bg, time.Duration(i*i)*10*time.Microsecond)
				r, err := s.Run(ctx, &tictactoe.State{}, mcts.Budget{})
				cancel()
				require.ErrorIs(t, err, context.DeadlineExceeded, name)
				require.Equal(t, mcts.StopContext, r.Stop)
				require.NoError(t, s.Check(), name)
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
	}
}

// Interim results come in every mode, count what was run so far, and change nothing.
func TestWatchInEveryMode(t *testing.T) {
	defer noneLeft(t)()
	for name, p := range modes {
		s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p, Seed: 1})
		require.NoError(t, err)
		last, interim := mcts.Result[connect4.Drop]{}, 0
		for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 8000}, 0) {
			require.NoError(t, err)
			require.GreaterOrEqual(t, r.Simulations, last.Simulations)
			visits := 0
			for _, root := range s.Roots() {
				visits += root.Visits()
			}
			require.Equal(t, r.Simulations, visits, "the trees stand still and may be looked at")
			if r.Stop == mcts.StopUnfinished {
				interim++
			}
			last = r
		}
		require.Equal(t, 8000, last.Simulations)
		require.Positive(t, interim, name)
		if reproducible(p) {
			_, plain := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: p, Seed: 1}, 8000)
			require.Equal(t, plain.Children, last.Children, name)
		}
		for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: time.Hour}, 0) {
			require.NoError(t, err)
			if r.Simulations > 100 {
				break
			}
		}
		require.NoError(t, s.Check())
		require.Greater(t, s.Root().Visits(), 100/4, "the tree is kept")
	}
}

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
	defer noneLeft(t)()
	broken := errors.New("the rules are broken")
	for name, p := range modes {
		g := bomb{left: new(atomic.Int64), do: func() { panic(broken) }}
		s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, mcts.Config{Parallel: p})
		require.NoError(t, err)
		for at := range int64(10) {
			g.left.Store(at + 1)
			func() {
				defer func() {
					caught, ok := recover().(*mcts.WorkerPanic)
					require.True(t, ok, "%s: %v", name, caught)
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
	}
}

// lazy is a bomb with playouts so slow that all workers take part.
type lazy struct{ bomb }

func (g lazy) Returns(s *connect4.State, out []float64) {
	time.Sleep(time.Millisecond)
	g.bomb.Returns(s, out)
}

// Who leads a batch and waits, asleep, for a playout that takes long, hears of its panic.
func TestLatePanic(t *testing.T) {
	defer noneLeft(t)()
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
	defer noneLeft(t)()
	for name, p := range modes {
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
			require.False(t, returned, name)
		}
	}
}

// Errors end the search in every mode, and say what is wrong.
func TestErrorsInEveryMode(t *testing.T) {
	defer noneLeft(t)()
	for name, p := range modes {
		for want, cfg := range map[string]mcts.Config{
			"Selection mcts_test.selection chose child 7 of 7":   {Selection: selection(7)},
			"Playout mcts_test.chooser chose action 9 of 7":      {Playout: playout{chooser(9)}},
			"Backup mcts_test.backup credited NaN, want numbers": {Backup: backup{math.NaN()}},
			"Final mcts_test.final picked child 100 of 7":        {Final: final(100)},
		} {
			cfg.Parallel = p
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100})
			require.ErrorContains(t, err, want, name)
			require.Nil(t, s.Roots(), "unsound trees are gone")
		}
		s, err := mcts.New(faulty{at: 3, fault: "ToMove"}, mcts.Config{Parallel: p})
		require.NoError(t, err)
		_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1000})
		require.ErrorContains(t, err, "ToMove is 2, want 0..1", name)
		s, err = mcts.New(faulty{number: 1e31}, mcts.Config{Parallel: p})
		require.NoError(t, err)
		_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1})
		require.ErrorContains(t, err, "the return of player 0 is 1e+31", name)
	}
}

// Limits of memory hold for all trees together.
func TestMemoryInEveryMode(t *testing.T) {
	for name, p := range modes {
		for _, limit := range []int{1, 50, 1000} {
			s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxNodes: limit, Parallel: p}, 5000)
			require.LessOrEqual(t, r.Nodes, max(limit, 8*len(s.Roots())), name)
			require.Greater(t, r.Nodes, limit/2, name)
			require.True(t, r.Full)
			require.Equal(t, 5000, r.Simulations)
			advance(t, s, r.Action)
			require.NoError(t, s.Check())
		}
		const limit = 1_200_000
		s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxBytes: limit, Parallel: p}, 80_000)
		require.True(t, r.Full, name)
		require.LessOrEqual(t, r.Bytes, int64(limit))
		advance(t, s, r.Action)
		require.NoError(t, s.Check())
		next := connect4.State{}
		connect4.Game{}.Apply(&next, r.Action)
		r = run(t, s, next, 100)
		require.True(t, !r.Full || isTree(p), "%s: there is room again", name) // but not for each walker
		require.LessOrEqual(t, r.Bytes, int64(limit))
	}
}

// A Run of many simulations allocates what a Run of few does.
func TestNoAllocationInEveryMode(t *testing.T) {
	for name, p := range modes {
		for policyName, playout := range learning {
			if policyName == "nst" || policyName == "lgrf" || policyName == "decisive" {
				continue // their tables grow
			}
			if isTree(p) && playout != nil {
				continue // traces wait for the slowest worker
			}
			few, many := allocations(t, connect4.Game{}, mcts.Config{Parallel: p, Playout: playout}, 800, 8000)
			require.InDelta(t, few, many, 100, "%s %s", name, policyName)
		}
	}
}

// The workers carry a label in profiles.
func TestLabels(t *testing.T) {
	for name, p := range modes {
		p = withWorkers(p, 1)
		var profile strings.Builder
		g := bomb{left: new(atomic.Int64), do: func() {
			_ = pprof.Lookup("goroutine").WriteTo(&profile, 1)
		}}
		g.left.Store(10)
		search[connect4.State, connect4.Drop](t, bare[connect4.State, connect4.Drop]{g}, connect4.State{}, mcts.Config{Parallel: p}, 100)
		require.Contains(t, profile.String(), `"banyan_worker":"0"`, name)
	}
}

// Real searches, large enough for workers to meet, with everything at once: for the race detector.
func TestStress(t *testing.T) {
	defer noneLeft(t)()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	for name, p := range modes {
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
				require.True(t, err == nil || errors.Is(err, context.DeadlineExceeded), "%s: %v", name, err)
				require.NoError(t, s.Check(), name)
				advance(t, s, last.Action)
				require.NoError(t, s.Check(), name)
				tictactoe.Game{}.Apply(&state, last.Action)
			}
		}
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
		_, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p})
		require.ErrorContains(t, err, want)
	}
	_, err := mcts.New(connect4.Game{}, mcts.Config{MaxBytes: 1_000_000, Parallel: mcts.RootParallel{Trees: 4}})
	require.ErrorContains(t, err, "Config.MaxBytes is 1000000, want 0 or >= 1", "a chunk for every tree")
	require.Equal(t, "MergeVote", mcts.MergeVote.String())

	tree := mcts.TreeParallel{}
	_, err = mcts.New(&script{players: 1}, mcts.Config{Parallel: tree})
	require.ErrorContains(t, err, "Config.Parallel is a TreeParallel, and *mcts_test.script has simultaneous moves")
	for _, selection := range []policy.Selection{policy.UCB1Tuned{}, policy.Exp3{}} {
		_, err = mcts.New(connect4.Game{}, mcts.Config{Parallel: tree, Selection: selection})
		require.ErrorContains(t, err, "reads sums beside means and visits, which workers cannot change at once; want RootParallel, ")
	}
	tree.Workers = 4
	_, err = mcts.New(connect4.Game{}, mcts.Config{Parallel: tree, MaxBytes: 1_000_000})
	require.ErrorContains(t, err, "Config.MaxBytes is 1000000, want 0 or >= 1", "a chunk for every worker")
}
