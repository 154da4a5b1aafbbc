package mcts_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// tree writes what a subtree knows, without the edge that leads to its root.
type tree struct {
	visits   int
	player   int
	children []edge
	choices  [][]any // of the players, where all choose
}

type edge struct {
	action any
	mean   float64
	tree   tree
}

func treeOf[A any](n mcts.Node[A]) tree {
	t := tree{visits: n.Visits()}
	t.player, _ = n.Player()
	for p := 0; t.player == mcts.Simultaneous && n.Choices(p) != nil; p++ {
		var choices []any
		for _, c := range n.Choices(p) {
			choices = append(choices, c)
		}
		t.choices = append(t.choices, choices)
	}
	for _, child := range n.Children() {
		t.children = append(t.children, edge{child.Action(), child.Mean(), treeOf(child)})
	}
	return t
}

// Advance keeps exactly the subtree below the action, also when it takes several chunks of memory,
// and the search can continue with it.
func TestAdvanceKeepsTheSubtree(t *testing.T) {
	mcts.OneGoroutine(t)
	for i, cfg := range []mcts.Config{
		{},
		{Selection: policy.UCB1Tuned{}},
		{MaxNodes: 500},
		{MaxPlies: 4, Selection: policy.UCT{C: 0.3}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, n := range []int{1, 2, 10, 1000} {
				playOn(t, cfg, n, 42)
			}
		})
	}
	playOn(t, mcts.Config{}, 20_000, 5)
}

// playOn plays a game of searches of n simulations, now the best action, now the worst.
func playOn(t *testing.T, cfg mcts.Config, n, plies int) {
	g := connect4.Game{}
	state := g.Start()
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	for ply := range plies {
		root := state
		r, err := s.Run(bg, &root, mcts.Budget{Simulations: n})
		if err != nil {
			require.ErrorIs(t, err, mcts.ErrTerminal)
			return
		}
		action := r.Children[ply%2*(len(r.Children)-1)].Action
		var want tree
		for _, child := range s.Root().Children() {
			if child.Action() == action {
				want = treeOf(child)
			}
		}
		g.Apply(&state, action)
		requireAdvance(t, want.visits > 0, s, action)
		require.NoError(t, s.Check())
		require.True(t, reflect.DeepEqual(want, treeOf(s.Root())), "%+v, %d simulations, ply %d", cfg, n, ply)
	}
}

func TestAdvanceOnRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 3, true)
		s, _ := search[int](t, g, 0, drawConfig(t), rapid.IntRange(1, 200).Draw(t, "simulations"))
		state := 0
		for len(s.Root().Children()) > 0 {
			child := rapid.SampledFrom(s.Root().Children()).Draw(t, "child")
			want, action := treeOf(child), child.Action()
			g.Apply(&state, action)
			requireAdvance(t, want.visits > 0, s, action)
			require.NoError(t, s.Check())
			require.Equal(t, want, treeOf(s.Root()))
			if node := g.nodes[state]; len(node.Children) > 0 && node.Player != mcts.Chance {
				run(t, s, state, 20)
			}
		}
	})
}

// Memory that Advance freed is used again: a long game does not grow.
func TestAdvanceFreesMemory(t *testing.T) {
	mcts.OneGoroutine(t)
	g := connect4.Game{}
	state := g.Start()
	s, r := search(t, g, state, mcts.Config{Selection: exploring}, 30_000)
	first := r.Bytes
	for range 20 {
		r := run(t, s, state, 30_000)
		require.Less(t, r.Bytes, 4*first)
		g.Apply(&state, r.Action)
		advance(t, s, r.Action)
	}
}

func TestAdvanceOfTheUnknown(t *testing.T) {
	g := connect4.Game{}
	state := g.Start()
	s, err := mcts.New(g, mcts.Config{})
	require.NoError(t, err)
	requireAdvance(t, false, s, 3)

	run(t, s, state, 100)
	_, err = s.Advance(77)
	require.ErrorContains(t, err, "is not a legal action at the root")
	require.Equal(t, 100, s.Root().Visits(), "it is as it was")
	run(t, s, state, 100)
	require.Equal(t, 200, s.Root().Visits())

	requireAdvance(t, true, s, 3)
	other := g.Start()
	g.Apply(&other, 2)
	run(t, s, other, 50)
	require.Equal(t, 50, s.Root().Visits(), "the root is another than was advanced to: a fresh tree")
}

// A second Run from the same root continues with the tree, and Reset starts a new one.
func TestRunAgain(t *testing.T) {
	state := connect4.State{}
	s, first := search(t, connect4.Game{}, state, mcts.Config{Seed: 5}, 500)
	second := run(t, s, state, 500)
	require.Equal(t, 1000, s.Root().Visits())
	require.NotEqual(t, first.Children, second.Children)

	s.Reset(5)
	require.Zero(t, s.Root().Visits())
	again := run(t, s, state, 500)
	first.Elapsed, again.Elapsed = 0, 0
	require.Equal(t, first, again)

	_, whole := search(t, connect4.Game{}, state, mcts.Config{Seed: 5}, 1000)
	require.Equal(t, whole.Children, second.Children, "two halves are one whole")
}

// With FreshTree every Run begins with a new tree, and playout policies still learn from the past.
func TestFreshTree(t *testing.T) {
	g, state := connect4.Game{}, connect4.State{}
	values := func(forget bool) []mcts.Child[connect4.Drop] {
		s, err := mcts.New(g, mcts.Config{FreshTree: true, Playout: policy.MAST{}})
		require.NoError(t, err)
		state = connect4.State{}
		_, err = s.Run(bg, &state, mcts.Budget{Simulations: 400})
		require.NoError(t, err)
		requireAdvance(t, false, s, 3)
		require.NoError(t, s.Check())
		if forget {
			s.Reset(0)
		}
		g.Apply(&state, 3)
		r, err := s.Run(bg, &state, mcts.Budget{Simulations: 100})
		require.NoError(t, err)
		require.Equal(t, 100, s.Root().Visits())
		return r.Children
	}
	require.NotEqual(t, values(true), values(false))
}
