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
			if slot := b.First() + k; *g.at.At(slot) != 0 {
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
		at := g.at.At(b.Slot())
		*at = renumbered[*at]
		g.nodes[*at].block = b.Slot()
	})
	for n := range g.links {
		g.links[n].slot = tree.None
	}
	g.edges(func(b tree.Block, slot uint32) {
		l := &g.links[*g.at.At(slot)]
		l.from, l.to, l.slot = *g.at.At(b.Slot()), renumbered[l.to], slot
	})
	links := g.links[1:]
	g.links = g.links[:1]
	for _, l := range links { // Those that stay go to the front.
		if l.slot != tree.None {
			g.connect(l)
		}
	}
	g.root, g.passes = renumbered[g.root], 0
	g.index.fill(g.nodes, len(g.index.table))
	g.tree.SetNodes(int(to) - 1)
}

// Check verifies what is kept of an edge.
func (g *Graph) Check(e tree.Checked, found *tree.Findings) {
	l := g.links[*g.at.At(e.Slot)]
	if e.Visits == 0 {
		if l.to != 0 {
			found.Fail(e.Slot, "it has no visits, and leads to node %d", l.to)
		}
		return
	}
	_, child := g.tree.Edge(e.Slot)
	n := g.nodes[l.to]
	switch {
	case l.to == 0 || l.slot != e.Slot || l.from != *g.at.At(e.Block) || l.player != e.Player:
		found.Fail(e.Slot, "its link is %+v, from node %d", l, *g.at.At(e.Block))
	case g.index.find(g.nodes, n.hash) != l.to:
		found.Fail(e.Slot, "node %d is not found by its hash", l.to)
	case child != n.block:
		found.Fail(e.Slot, "it leads to %d, and node %d to %d", child, l.to, n.block)
	case tree.Leads(n.block) && *g.at.At(n.block) != l.to:
		found.Fail(e.Slot, "node %d has the block of node %d", l.to, *g.at.At(n.block))
	case tree.Leads(n.block) && uint64(n.visits) < g.tree.Block(n.block).Visits():
		found.Fail(e.Slot, "node %d has %d visits, and its edges %d", l.to, n.visits, g.tree.Block(n.block).Visits())
	case !g.isParent(*g.at.At(e.Slot)):
		found.Fail(e.Slot, "node %d does not know its link", l.to)
	}
	if g.nodes[l.from].block != e.Block {
		found.Fail(e.Block, "it is not the block of its node %d", l.from)
	}
}

// isParent reports whether the node behind a link knows it.
func (g *Graph) isParent(number uint32) bool {
	for n := g.nodes[g.links[number].to].parents; n != 0; n = g.links[n].next {
		if n == number {
			return true
		}
	}
	return false
}
