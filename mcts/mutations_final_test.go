package mcts_test

import (
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// The random stream of a Final depends on the seed and on the simulations, and on nothing else.
func TestRandOfFinal(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0.25))
	drawn := func(seed uint64, simulations int) (last uint64) {
		final := finalFunc(func(c *policy.Candidates) (int, bool) {
			last = c.Rand.Uint64()
			return 0, false
		})
		search[int](t, g, root, mcts.Config{Final: final, Seed: seed}, simulations)
		return last
	}
	require.Equal(t, drawn(1, 10), drawn(1, 10))
	require.NotEqual(t, drawn(1, 10), drawn(1, 11))
	require.NotEqual(t, drawn(1, 10), drawn(2, 10))
}

// A Final sees that the value of an action which ends the game is certain, and that of another not.
func TestBoundsOfFinal(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.node(0, g.leaf(0.5)))
	var seen []policy.Child
	final := finalFunc(func(c *policy.Candidates) (int, bool) {
		seen = append(seen[:0], c.Children...)
		return 0, false
	})
	s, _ := search[int](t, g, root, mcts.Config{Final: final}, 20)
	require.Len(t, seen, 2)
	for i, child := range s.Root().Children() {
		want := [2]float64{math.Inf(-1), math.Inf(1)}
		if child.Action() == 0 {
			want = [2]float64{0.5, 0.5}
		}
		require.Equal(t, want, [2]float64{seen[i].Lower, seen[i].Upper})
	}
}

// deep chooses the child with the fewest visits and verifies Node.Depth, in a game in which a node
// has two more children than its depth.
type deep struct {
	t      *testing.T
	root   bool // it is asked at the root only, otherwise everywhere else
	called *atomic.Int64
}

func (d deep) Select(n *policy.Node) int {
	d.called.Add(1)
	assert.Equal(d.t, len(n.Children)-2, n.Depth)
	assert.Equal(d.t, d.root, n.Depth == 0)
	least := 0
	for i, c := range n.Children {
		if c.Visits < n.Children[least].Visits {
			least = i
		}
	}
	return least
}

// Config.Root chooses at the root, Config.Selection everywhere else, and both see the depth.
func TestRootAndDepth(t *testing.T) {
	g := &script{players: 2}
	var grow func(depth int) int
	grow = func(depth int) int {
		if depth == 4 {
			return g.leaf(0.5, 0.5)
		}
		children := make([]int, depth+2)
		for k := range children {
			children[k] = grow(depth + 1)
		}
		return g.node(depth%2, children...)
	}
	root := grow(0)
	for _, p := range []mcts.Parallel{
		nil, mcts.RootParallel{Trees: 2, Workers: 2}, mcts.LockStep{Workers: 2}, mcts.TreeParallel{Workers: 1}, mcts.TreeParallel{Workers: 2},
	} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			top, below := new(atomic.Int64), new(atomic.Int64)
			s, err := mcts.New[int, branch](newTurns(g), mcts.Config{Root: deep{t, true, top}, Selection: deep{t, false, below}, Parallel: p})
			require.NoError(t, err)
			start := root
			_, err = s.Run(bg, &start, mcts.Budget{Simulations: 2000})
			require.NoError(t, err)
			require.Positive(t, top.Load(), "%T", p)
			require.Positive(t, below.Load(), "%T", p)
		})
	}
}

// The principal variation at a simultaneous-move root has the chosen action in the place of the
// player whose action is wanted, and of every other player the action it chose most.
func TestVariationAtAJointRoot(t *testing.T) {
	g := &script{players: 2}
	root := g.add(scriptNode{player: mcts.Simultaneous, counts: []int{2, 3}, children: []int{
		g.leaf(1, 0), g.leaf(1, 0), g.leaf(1, 1), // Action 0 of player 0, and 2 of player 1, are best.
		g.leaf(0, 0), g.leaf(0, 0), g.leaf(0, 1),
	}})
	for player, want := range []branch{0, 2} {
		_, r := searchAs[int, branch](t, g, root, mcts.Config{}, player, 300)
		require.Equal(t, want, r.Action)
		require.Equal(t, []branch{0, 2}, r.PV)
	}
}
