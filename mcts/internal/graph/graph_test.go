package graph

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

func newGraph() *Graph {
	t := tree.New(2, tree.NewActions[int]())
	return New(nil, &t, nil, nil, 1, true, false)
}

// newRoot returns a graph whose root has the hash 7 and one edge that can be walked.
func newRoot() *Graph {
	g := newGraph()
	g.tree.Reset()
	g.tree.Link(tree.Root, tree.Make(g.tree, 0, []int{1}))
	tree.Try[int](g.tree, g.tree.Below(tree.Root), 0)
	g.SetRoot(7)
	return g
}

// There is always room for one more node and its link. It doubles when it is used up.
func TestRoom(t *testing.T) {
	for _, c := range []struct{ nodes, links, room int }{
		{1, 1, 1024},
		{1023, 1, 1024},
		{1024, 1, 2048},
		{1, 2047, 1024},
		{1, 2048, 2048},
		{5000, 1, 8192},
	} {
		g := newGraph()
		g.nodes, g.links = make([]node, c.nodes), make([]link, c.links)
		for range 2 {
			g.makeRoom()
			require.Equal(t, c.room, g.room, "%+v", c)
		}
		g.nodes = make([]node, c.room)
		g.makeRoom()
		require.Equal(t, 2*c.room, g.room, "%+v", c)
	}
}

// Memory is needed for nodes, for their places in the index, and for what plies bring.
func TestBytes(t *testing.T) {
	g := newGraph()
	require.Zero(t, g.Bytes())
	g.makeRoom()
	require.EqualValues(t, 1024*(64+2*16)+2048*4+1024*(40+2*8), g.Bytes())
}

// A new root needs less room if fewer nodes are left; otherwise the memory stays where it is.
func TestRoomAtANewRoot(t *testing.T) {
	g := newRoot()
	first := &g.nodes[0]
	g.MoveRoot(7)
	require.Same(t, first, &g.nodes[0])
	g.room = 4 * firstRoom
	g.MoveRoot(7)
	require.Equal(t, firstRoom, g.room)
}

// A file gives the number of its nodes and links, for which there is room at once.
func TestRoomOfFile(t *testing.T) {
	for _, c := range []struct{ nodes, links, room int }{
		{1023, 1, 1024},
		{1024, 1, 2048},
		{1, 2048, 1024},
		{1, 2049, 2048},
	} {
		w := wire.NewAppender(nil)
		w.Count(&c.nodes, 6)
		w.Count(&c.links, 2)
		data, err := w.Appended()
		require.NoError(t, err)
		g := newGraph()
		g.CodeNodes(wire.NewReader(append(data, make([]byte, 10_000)...)))
		require.Equal(t, c.room, g.room, "%+v", c)
	}
}

// Plies that bring the same have it in common. When the memory for them is used up, it doubles.
func TestPay(t *testing.T) {
	g := newGraph()
	for i := range firstRoom {
		rewards := []float64{float64(i), 1}
		at := g.pay(rewards)
		require.Equal(t, rewards, g.rewards[at:][:2])
		require.Equal(t, at, g.pay(rewards))
		require.Equal(t, firstRoom, g.paidRoom)
	}
	g.pay([]float64{firstRoom, 1})
	require.Equal(t, 2*firstRoom, g.paidRoom)
}

// As many simulations can be counted as the node with the most visits has left.
func TestVisitsLeft(t *testing.T) {
	g := newGraph()
	g.nodes, g.root = []node{{}, {visits: 5}, {visits: 100}, {visits: 7}}, 1
	require.Equal(t, int64(math.MaxUint32-5), g.VisitsLeft())
	g.compareVisits()
	require.Equal(t, int64(math.MaxUint32-100), g.VisitsLeft())
	g.nodes[1].visits += 10 // and no other, since the root has each of them
	require.Equal(t, int64(math.MaxUint32-110), g.VisitsLeft())
}

// A node to which no edge of the tree leads is not saved.
func TestUnreachedNodesAreNotSaved(t *testing.T) {
	g := newRoot()
	save := func() []byte {
		w := wire.NewAppender(nil)
		g.CodeNodes(w)
		data, err := w.Appended()
		require.NoError(t, err)
		return data
	}
	want := save()
	g.add(8)
	require.Equal(t, want, save())
}

// The number of a pass begins again when it has no more bits, and no node has it.
func TestPassesBeginAgain(t *testing.T) {
	g := newGraph()
	g.nodes = []node{{}, {passed: 1}, {passed: 2}}
	g.passes = math.MaxUint32 - 1
	g.nextPass()
	require.Equal(t, []node{{}, {passed: 1}, {passed: 2}}, g.nodes)
	g.nextPass()
	require.EqualValues(t, 1, g.passes)
	require.Equal(t, make([]node, 3), g.nodes)
}

// corridor is an Engine for positions with one action each, the last of which is the end.
type corridor struct {
	tree  *tree.Tree
	isEnd bool
}

func (corridor) Hash() uint64                              { return 8 }
func (corridor) Choose(tree.Block, uint32) (uint32, error) { return 0, nil }
func (corridor) Play(tree.Block, uint32)                   {}

func (c corridor) Expand(slot uint32) error {
	if c.isEnd {
		c.tree.Lead(slot, tree.Terminal)
	}
	return nil
}

// A walk to a node that gets no block ends there; the game is over if there are no actions, and not
// if there is no room for them.
func TestWalkEndsWithoutABlock(t *testing.T) {
	for _, isEnd := range []bool{true, false} {
		g := newRoot()
		choose := selection.New(g.tree, policy.UCT{}, nil)
		g.engine, g.choose = corridor{g.tree, isEnd}, &choose
		for n := range 2 {
			var p pass.Pass
			slot, err := g.SelectLeaf(&p)
			require.NoError(t, err)
			require.Equal(t, g.tree.Below(tree.Root).First(), slot)
			require.Equal(t, isEnd && n == 1, p.Ended, "pass %d", n)
			g.nodes[g.behind(slot)].visits++
		}
	}
}
