package mcts_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// deep chooses the child with the fewest visits and verifies Node.Depth, in a game in which a node
// has two more children than its depth.
type deep struct {
	t      *testing.T
	root   bool // it is called at the root only, otherwise everywhere else
	called *atomic.Int64
}

func (d deep) Select(n *policy.Node) int {
	d.called.Add(1)
	assert.Equal(d.t, len(n.Children)-2, n.Depth)
	assert.Equal(d.t, d.root, n.Depth == 0)
	return leastVisited(n)
}

// leastVisited returns the first of the children of n with the fewest visits.
func leastVisited(n *policy.Node) int {
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
