package mcts_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// spy is a playout policy that draws uniformly and keeps what it is told.
type spy struct {
	choices []policy.Choice
	traces  []policy.Trace
	aged    []int // how many simulations it had seen when it was told
	plies   []int // that it was told of
}

func (s *spy) New(policy.Info) (policy.Chooser, error) { return s, nil }

func (s *spy) Choose(c *policy.Choice) int {
	kept := *c
	kept.Actions = append([]int32(nil), c.Actions...)
	kept.History = append([]policy.Ply(nil), c.History...)
	s.choices = append(s.choices, kept)
	return c.Rand.IntN(len(c.Actions))
}

func (s *spy) Learn(t *policy.Trace) {
	kept := *t
	kept.Plies = append([]policy.Ply(nil), t.Plies...)
	kept.Returns = append([]float64(nil), t.Returns...)
	s.traces = append(s.traces, kept)
}

func (s *spy) Decay(plies int) {
	s.aged, s.plies = append(s.aged, len(s.traces)), append(s.plies, plies)
}

// indexed is a game with numbers of its actions.
type indexed[S any, A comparable] interface {
	mcts.Game[S, A]
	mcts.Indexer[A]
}

// replay plays a trace again by the rules: every ply must be a legal action of its player, and the
// returns must match the end.
func replay[S any, A comparable](t require.TestingT, g indexed[S, A], root S, trace *policy.Trace) {
	s := root
	for _, p := range trace.Plies[trace.Root:] {
		require.EqualValues(t, g.ToMove(&s), p.Player)
		require.Zero(t, p.Joint)
		found := false
		for _, a := range g.AppendActions(nil, &s) {
			if g.ActionIndex(a) == int(p.Action) {
				g.Apply(&s, a)
				found = true
				break
			}
		}
		require.True(t, found, "action %d is not legal", p.Action)
	}
	require.Empty(t, g.AppendActions(nil, &s), "the game is not over")
	returns := make([]float64, g.NumPlayers())
	g.Returns(&s, returns)
	require.Equal(t, returns, trace.Returns)
}

// Policies learn from every simulation, whole, and are shown what was played before they choose.
// With one worker, a parallel search shows the same to its only policy.
func TestTraces(t *testing.T) {
	small, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	three := dots.Game{}
	for name, p := range map[string]mcts.Parallel{
		"serial":    nil,
		"leaf":      mcts.LeafParallel{Workers: 1, Playouts: 3},
		"lock-step": mcts.LockStep{Workers: 1, Batch: 5},
		"tree":      mcts.TreeParallel{Workers: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("breakthrough", func(t *testing.T) { checkTraces(t, small, small.Start(), p) })
			t.Run("connect4", func(t *testing.T) { checkTraces(t, connect4.Game{}, connect4.State{}, p) })
			t.Run("dots", func(t *testing.T) { checkTraces(t, three, three.Start(), p) })
		})
	}
}

func checkTraces[S any, A comparable](t *testing.T, g indexed[S, A], root S, p mcts.Parallel) {
	told := &spy{}
	s, _ := search(t, mcts.Game[S, A](g), root, mcts.Config{Playout: told, Parallel: p}, 300)
	require.Len(t, told.traces, 300)
	inTree := 0
	for i := range told.traces {
		trace := &told.traces[i]
		require.Zero(t, trace.Root, "nothing was played before")
		require.LessOrEqual(t, trace.Leaf, len(trace.Plies))
		inTree += trace.Leaf
		replay(t, g, root, trace)
	}
	require.Equal(t, depths(s.Root(), 0), inTree, "Leaf is the depth of the new node")
	untried := 0
	for _, c := range told.choices {
		state := root
		for _, p := range c.History {
			for _, a := range g.AppendActions(nil, &state) {
				if g.ActionIndex(a) == int(p.Action) {
					g.Apply(&state, a)
					break
				}
			}
		}
		legal := g.AppendActions(nil, &state)
		require.Equal(t, g.ToMove(&state), c.Player)
		require.LessOrEqual(t, len(c.Actions), len(legal))
		if len(c.Actions) < len(legal) {
			untried++
		}
		var numbers []int32
		for _, a := range legal {
			numbers = append(numbers, int32(g.ActionIndex(a)))
		}
		require.Subset(t, numbers, c.Actions)
	}
	require.Positive(t, untried, "the policy chooses among untried actions of the tree as well")
}

// depths returns the sum over all simulations of how deep they went into the tree.
func depths[A any](n mcts.Node[A], depth int) int {
	sum, below := 0, 0
	for _, child := range n.Children() {
		sum += depths(child, depth+1)
		below += child.Visits()
	}
	return sum + depth*(n.Visits()-below)
}

// If the game does not number its actions, they are numbered as they appear, the same way in every
// place.
func TestTracesOfInternedActions(t *testing.T) {
	told := &spy{}
	hidden := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	search[connect4.State, connect4.Drop](t, hidden, connect4.State{}, mcts.Config{Playout: told}, 100)
	for _, trace := range told.traces {
		for _, p := range trace.Plies {
			require.Less(t, p.Action, int32(7))
		}
	}
	// The first state lists the columns in order, so these are the numbers of the game itself.
	for i := range told.traces {
		replay(t, connect4.Game{}, connect4.State{}, &told.traces[i])
	}
}

// Reset discards the numbers of actions.
func TestResetDiscardsNumbers(t *testing.T) {
	hidden := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	var full connect4.State // its first column is full, so the second one gets the first number
	for range 6 {
		connect4.Game{}.Apply(&full, 0)
	}
	told := &spy{}
	s, _ := search[connect4.State, connect4.Drop](t, hidden, full, mcts.Config{Playout: told}, 20)
	s.Reset(0)
	told.traces = nil
	run[connect4.State, connect4.Drop](t, s, connect4.State{}, 20)
	for i := range told.traces {
		replay(t, connect4.Game{}, connect4.State{}, &told.traces[i])
	}
}

// explorer chooses the last action, but where it explores.
type explorer struct {
	spy
	share float64
}

func (e *explorer) New(policy.Info) (policy.Chooser, error) { return e, nil }
func (e *explorer) ExploreProbability() float64             { return e.share }
func (e *explorer) Exploit(c *policy.Choice) int {
	e.Choose(c)
	return len(c.Actions) - 1
}

// Where a policy explores, the search draws itself; an explorer that always does is as good as
// Uniform, and learns.
func TestExplorer(t *testing.T) {
	small, err := breakthrough.New(4, 4)
	require.NoError(t, err)
	hidden := &explorer{share: 1}
	search(t, small, small.Start(), mcts.Config{Playout: hidden}, 500)
	require.Empty(t, hidden.choices)
	require.Len(t, hidden.traces, 500)
	mean := 0.0
	for i := range hidden.traces {
		replay(t, small, small.Start(), &hidden.traces[i])
		mean += hidden.traces[i].Returns[0] / 500
	}
	_, uniform := search(t, small, small.Start(), mcts.Config{}, 500)
	require.InDelta(t, uniform.Values[0], mean, 0.1)

	half := &explorer{share: 0.5}
	search(t, connect4.Game{}, connect4.State{}, mcts.Config{Playout: half}, 200)
	plies := 0
	for i := range half.traces {
		replay(t, connect4.Game{}, connect4.State{}, &half.traces[i])
		plies += len(half.traces[i].Plies)
	}
	require.InEpsilon(t, plies/2, len(half.choices), 0.2)

	for _, bad := range []float64{1.5, -0.1, math.NaN()} {
		_, err := mcts.New(small, mcts.Config{Playout: &explorer{share: bad}})
		require.ErrorContains(t, err, fmt.Sprintf("mcts: ExploreProbability of Playout *mcts_test.explorer is %v, want 0..1", bad))
		_, err = mcts.New(small, mcts.Config{Playout: policy.LGRF{Fallback: &explorer{share: bad}}})
		require.ErrorContains(t, err, "want 0..1")
	}
}

// drawnScript is a script that draws actions, and outcomes, itself.
type drawnScript struct{ *script }

func (g drawnScript) RandomAction(s *int, r *rng.Rand) (branch, bool) {
	n := g.nodes[*s]
	switch {
	case len(n.Children) == 0:
		return 0, false
	case n.Player == mcts.Chance:
		return branch(game.DrawOutcome(g.AppendOutcomes(nil, s), r)), true
	}
	return branch(r.IntN(len(n.Children))), true
}

// Chance is no decision: a policy is not asked there, and does not see it.
func TestPoliciesAndChance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		told := &explorer{share: 0.5}
		search[int, branch](t, drawnScript{g}, 0, mcts.Config{Playout: told, MaxPlies: rapid.IntRange(0, 2).Draw(t, "plies")}, 50)
		for _, trace := range told.traces {
			for _, p := range trace.Plies {
				require.GreaterOrEqual(t, p.Player, int16(0))
				require.Less(t, int(p.Player), g.players)
			}
		}
	})
}

// The learning policies, whole searches of them: same seed, same tree; Reset forgets everything; a
// win in one is found.
func TestLearningSearches(t *testing.T) {
	mcts.OneGoroutine(t)
	small, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, p := range map[string]policy.Playout{
		"mast": policy.MAST{}, "gibbs": policy.MAST{Rule: policy.Gibbs{}}, "nst": policy.NST{}, "lgrf": policy.LGRF{},
		"lgrf over nst": policy.LGRF{Levels: 1, Fallback: policy.NST{}}, "tree only": policy.MAST{TreeOnly: true},
		"mix":      policy.Mix{P: 0.5, First: policy.MAST{}, Second: policy.LGRF{}},
		"decisive": mcts.DecisiveMoves{Playout: policy.NST{}, Anti: true},
		"decaying": policy.NST{Decay: policy.Decay{Simulation: 0.99, Batch: 0.5, BatchSize: 20}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := mcts.Config{Playout: p, Seed: 3, Selection: policy.UCT{C: 0.4}}
			s, first := search(t, small, small.Start(), cfg, 400)
			_, second := search(t, small, small.Start(), cfg, 400)
			require.Equal(t, first.Children, second.Children)
			advance(t, s, first.Action)
			s.Reset(3)
			again := run(t, s, small.Start(), 400)
			require.Equal(t, first.Children, again.Children, "after Reset")

			cfg.MaxPlies, cfg.MaxNodes = 4, 50
			search(t, small, small.Start(), cfg, 400)
		})
	}
}
