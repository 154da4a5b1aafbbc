package graph

import (
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// MoveRoot makes the position with a hash the root and keeps what can be reached from it.
func (g *Graph) MoveRoot(hash uint64) {
	root := g.index.find(g.nodes, hash)
	if root == 0 {
		g.tree.Reset()
		return
	}
	g.tree.SetRoot(g.nodes[root].block, g.nodes[root].visits)
	g.tree.MoveRoot(tree.Root)
	g.root = root
	g.sweep()
}

// Trim gives back the memory that nodes do not use.
func (g *Graph) Trim() {
	if visits, _ := g.tree.Edge(tree.Root); visits > 0 {
		g.MoveRoot(g.nodes[g.root].hash)
	} else {
		g.clear()
	}
	g.nodes, g.values, g.links = slices.Clone(g.nodes), slices.Clone(g.values), slices.Clone(g.links)
	g.index.fill(g.nodes, placesFor(len(g.nodes)))
	g.room = max(len(g.nodes), len(g.links)/2)
	g.tree.Spare(g.Bytes())
}

// edges calls f for all edges with a link. Inlined, it would call what should be inlined in it.
//
//go:noinline
func (g *Graph) edges(f func(b tree.Block, slot uint32)) {
	g.tree.Blocks(func(b tree.Block) {
		for k := range b.Tried() {
			if slot := b.First() + k; g.at.At(slot).link != 0 {
				f(b, slot)
			}
		}
	})
}

// sweep drops the nodes that no edge leads to, and gives the others and their links new numbers in
// the same order.
func (g *Graph) sweep() {
	renumbered := make([]uint32, len(g.nodes)) // first 1 for the nodes to keep
	renumbered[g.root] = 1
	g.edges(func(_ tree.Block, slot uint32) { renumbered[g.behind(slot)] = 1 })
	to := uint32(1)
	for at := range uint32(len(g.nodes)) {
		if renumbered[at] == 0 {
			continue
		}
		renumbered[at] = to
		g.nodes[to] = g.nodes[at]
		g.nodes[to].passed, g.nodes[to].parents = 0, 0
		size := 2 * g.players
		copy(g.values[int(to)*size:][:size], g.values[int(at)*size:])
		for _, c := range g.carried {
			c.move(to, at)
		}
		to++
	}
	g.nodes, g.values = g.nodes[:to], g.values[:2*g.players*int(to)]
	for _, c := range g.carried {
		c.resize(int(to))
	}
	g.tree.Blocks(func(b tree.Block) {
		at := &g.at.At(b.Slot()).node
		*at = renumbered[*at]
		g.nodes[*at].block = b.Slot()
	})
	for n := range g.links {
		g.links[n].slot = tree.None
	}
	g.edges(func(b tree.Block, slot uint32) {
		e := g.at.At(slot)
		e.node = renumbered[e.node]
		l := &g.links[e.link]
		l.from, l.slot = g.at.At(b.Slot()).node, slot
	})
	links := g.links[1:]
	g.links = g.links[:1]
	for _, l := range links { // Those that stay go to the front.
		if l.slot != tree.None {
			g.connect(l, g.behind(l.slot))
		}
	}
	g.root, g.passes = renumbered[g.root], 0
	g.index.fill(g.nodes, len(g.index.table))
	g.tree.SetNodes(int(to) - 1)
}

// Check verifies what is kept of an edge.
func (g *Graph) Check(e tree.Checked, found *tree.Findings) {
	is := *g.at.At(e.Slot)
	if e.Visits == 0 {
		if is.node != 0 {
			found.Fail(e.Slot, "it has no visits, and leads to node %d", is.node)
		}
		return
	}
	_, child := g.tree.Edge(e.Slot)
	l, n, from := g.links[is.link], g.nodes[is.node], g.at.At(e.Block).node
	switch {
	case is.node == 0 || l.slot != e.Slot || l.from != from || l.player != e.Player:
		found.Fail(e.Slot, "its link is %+v, from node %d", l, from)
	case g.index.find(g.nodes, n.hash) != is.node:
		found.Fail(e.Slot, "node %d is not found by its hash", is.node)
	case child != n.block:
		found.Fail(e.Slot, "it leads to %d, and node %d to %d", child, is.node, n.block)
	case tree.Leads(n.block) && g.at.At(n.block).node != is.node:
		found.Fail(e.Slot, "node %d has the block of node %d", is.node, g.at.At(n.block).node)
	case tree.Leads(n.block) && uint64(n.visits) < g.tree.Block(n.block).Visits():
		found.Fail(e.Slot, "node %d has %d visits, and its edges %d", is.node, n.visits, g.tree.Block(n.block).Visits())
	case !g.isParent(is):
		found.Fail(e.Slot, "node %d does not know its link", is.node)
	}
	if g.nodes[l.from].block != e.Block {
		found.Fail(e.Block, "it is not the block of its node %d", l.from)
	}
}

// isParent reports whether the node behind an edge knows its link, and whether there are more.
func (g *Graph) isParent(is place) bool {
	first := g.nodes[is.node].firstParent()
	if isOnly := g.links[first].next == 0; isOnly != (g.nodes[is.node].parents&several == 0) {
		return false
	}
	for n := first; n != 0; n = g.links[n].next {
		if n == is.link {
			return true
		}
	}
	return false
}
