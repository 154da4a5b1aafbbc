package graph

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

func newGraph() *Graph {
	t := tree.New(2, tree.NewActions[int]())
	return New(nil, &t, nil, nil, 1, true, false)
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
