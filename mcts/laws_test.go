package mcts_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
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
