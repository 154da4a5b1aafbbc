package mcts_test

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
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

// parallels are the modes and the serial search.
var parallels = func() map[string]mcts.Parallel {
	all := maps.Clone(modes)
	all["serial"] = nil
	return all
}()

// kinds are all kinds of search, with and without hidden information.
var kinds = func() map[string]mcts.Config {
	all := map[string]mcts.Config{
		"ensemble":            {Hidden: mcts.Ensemble{Trees: 3}},
		"ensemble of workers": {Hidden: mcts.Ensemble{Trees: 4, Merge: mcts.MergeVote}, Parallel: mcts.RootParallel{Workers: 2}},
		"ISMCTS":              {Hidden: mcts.ISMCTS{}},
		"ISMCTS trees":        {Hidden: mcts.ISMCTS{}, Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
	}
	for name, p := range parallels {
		all[name] = mcts.Config{Parallel: p}
	}
	return all
}()

// isTree reports whether the workers share a tree: the result then depends on them, and games with
// simultaneous moves and selections with additional sums are refused.
func isTree(p mcts.Parallel) bool {
	_, ok := p.(mcts.TreeParallel)
	return ok
}

// reproducible reports whether the workers do not change the result.
func reproducible(p mcts.Parallel) bool { return !isTree(p) }

// joint reports whether p is for simultaneous moves and for selections with additional sums.
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

// drawKind draws the rest of a configuration of the kind, for a game of single moves.
func drawKind(t *rapid.T, kind mcts.Config) mcts.Config {
	cfg := drawConfig(t)
	cfg.Hidden = kind.Hidden
	cfg.Parallel = withWorkers(kind.Parallel, rapid.IntRange(1, 4).Draw(t, "workers"))
	if _, set := kind.Hidden.(mcts.ISMCTS); set || !joint(kind.Parallel) {
		cfg.Selection = policy.UCT{C: 0.4}
	}
	return cfg
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

// The laws of every kind of search. The trees are sound, every simulation is counted once, values
// lie between the least and the greatest return, limits are kept, the principal variation can be
// played, the same seed gives the same search, and no goroutine is left.
func TestLaws(t *testing.T) {
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			defer testkit.CheckGoroutines(t)()
			testkit.Check(t, func(t *rapid.T) {
				cfg := drawKind(t, kind)
				g := open{newTurns(drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true))}
				n := rapid.IntRange(1, 300).Draw(t, "simulations")
				s, r := search[int, branch](t, g, 0, cfg, n)
				requireLawful(t, g.script, s, r, cfg, n)
				if reproducible(cfg.Parallel) {
					requireSameAgain(t, g, s, r, cfg, n)
				}
				requireKept(t, g, s, r, cfg)
			})
		})
	}
}

// requireLawful verifies the first result of a search from the first node of g.
func requireLawful(t *rapid.T, g *script, s *mcts.Search[int, branch], r mcts.Result[branch], cfg mcts.Config, n int) {
	if r.Stop != mcts.StopDecided {
		require.Equal(t, mcts.StopSimulations, r.Stop)
		require.Equal(t, n, r.Simulations)
	}
	var actions []branch
	visits := 0
	for _, c := range r.Children {
		actions = append(actions, c.Action)
		visits += c.Visits
		require.True(t, c.Mean >= 0 && c.Mean <= 1, "%v", c)
	}
	require.ElementsMatch(t, g.legal(0), actions)
	require.True(t, slices.IsSortedFunc(r.Children, func(a, b mcts.Child[branch]) int { return b.Visits - a.Visits }))
	require.Equal(t, r.Simulations, visits)
	require.Equal(t, r.Simulations, visitsOf(s))
	for _, v := range r.Values {
		require.True(t, v >= 0 && v <= 1, "%v", r.Values)
	}
	if cfg.MaxNodes > 0 {
		require.LessOrEqual(t, r.Nodes, max(cfg.MaxNodes, len(s.Roots())*(1+len(r.Children))))
	} else {
		require.False(t, r.Full)
	}
	require.Equal(t, r.Action, r.PV[0])
	g.playOut(t, r.PV)
	requireMerged(t, s, r)
}

// requireSameAgain verifies that another search and, after Reset, the same one give the result r.
func requireSameAgain(t *rapid.T, g open, s *mcts.Search[int, branch], r mcts.Result[branch], cfg mcts.Config, n int) {
	want := treesOf(s)
	again, other := search[int, branch](t, g, 0, cfg, n)
	r.Elapsed, other.Elapsed = 0, 0
	require.Equal(t, r, other)
	require.Equal(t, want, treesOf(again))
	again.Reset(cfg.Seed)
	other = run(t, again, 0, n)
	other.Elapsed = 0
	require.Equal(t, r, other, "after Reset")
	require.Equal(t, want, treesOf(again))
}

// requireKept verifies that Advance keeps what all trees have below the chosen action, that a
// context which is done changes nothing, and that the search continues from there.
func requireKept(t *rapid.T, g open, s *mcts.Search[int, branch], r mcts.Result[branch], cfg mcts.Config) {
	kept := 0
	for _, root := range s.Roots() {
		if cfg.Hidden == nil {
			kept += jointChild(root, []branch{r.Action}).visits
		}
	}
	requireAdvance(t, kept > 0, s, r.Action)
	require.NoError(t, s.Check())
	require.Equal(t, kept, visitsOf(s))
	state := 0
	g.Apply(&state, r.Action)
	if node := g.script.nodes[state]; node.Player == mcts.Chance || len(node.Children) == 0 {
		_, err := s.Run(bg, &state, mcts.Budget{Simulations: 10})
		require.ErrorIs(t, err, map[bool]error{true: mcts.ErrTerminal, false: mcts.ErrChanceAtRoot}[len(node.Children) == 0])
		require.NoError(t, s.Check())
		return
	}
	done, cancel := context.WithCancel(bg)
	cancel()
	none, err := s.Run(done, &state, mcts.Budget{Simulations: 10})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, mcts.StopContext, none.Stop)
	require.Zero(t, none.Simulations)
	require.Equal(t, kept, visitsOf(s))
	next := run(t, s, state, 50)
	require.Equal(t, kept+next.Simulations, visitsOf(s))
}

// visitsOf returns the visits of the roots of all trees.
func visitsOf[S any, A comparable](s *mcts.Search[S, A]) (visits int) {
	for _, root := range s.Roots() {
		visits += root.Visits()
	}
	return visits
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

// learning is one policy of every kind, and none.
var learning = map[string]policy.Playout{
	"uniform": nil, "mast": policy.MAST{}, "nst": policy.NST{Decay: policy.Decay{Batch: 0.5, BatchSize: 50}},
	"lgrf": policy.LGRF{Fallback: policy.NST{}}, "decisive": mcts.DecisiveMoves{Playout: policy.MAST{}},
}

// The result depends on the seed, and not on the number of workers or processors; with policies
// that learn, in games that number their actions and in those that do not, and in a second Run as
// in the first.
func TestReproducibleForAnyNumberOfWorkers(t *testing.T) {
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for name, p := range modes {
		if !reproducible(p) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for policyName, playout := range learning {
				t.Run(policyName, func(t *testing.T) {
					cfg := mcts.Config{Playout: playout, Parallel: p, Seed: 5}
					sameForAll(t, small, small.Start(), cfg)
					hidden := bare[breakthrough.State, breakthrough.Move]{small}
					sameForAll(t, mcts.Game[breakthrough.State, breakthrough.Move](hidden), small.Start(), cfg)
				})
			}
		})
	}
}

func sameForAll[S any, A comparable](t *testing.T, g mcts.Game[S, A], root S, cfg mcts.Config) {
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
		require.Equal(t, want, got, "%d workers", workers)
		if workers == 1 {
			s.Reset(cfg.Seed)
			again := run(t, s, root, 203)
			again.Elapsed = 0
			require.Equal(t, first, again, "after Reset")
		}
	}
}

// A win in one is found in every mode, with every policy.
func TestWinInOneInEveryMode(t *testing.T) {
	var root tictactoe.State
	for _, a := range []tictactoe.Cell{0, 3, 1, 4} {
		tictactoe.Game{}.Apply(&root, a)
	}
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			for policyName, playout := range learning {
				t.Run(policyName, func(t *testing.T) {
					for seed := range uint64(5) {
						_, r := search(t, tictactoe.Game{}, root, mcts.Config{Parallel: p, Playout: playout, Seed: seed}, 200)
						require.EqualValues(t, 2, r.Action)
						require.InDelta(t, 1, r.Children[0].Mean, 1e-9)
					}
				})
			}
		})
	}
}
