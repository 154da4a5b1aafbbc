package graph

import "github.com/banyan-go/banyan/mcts/internal/tree"

// MoveRoot makes the position with a hash the root and keeps what can be reached from it.
func (g *Graph) MoveRoot(hash uint64) {
	root := g.index.find(g.nodes, hash)
	if root == 0 {
		g.tree.Reset()
		return
	}
	g.edges(g.lead)
	g.tree.Lead(tree.Root, g.nodes[root].block)
	g.tree.MoveRoot(tree.Root)
	*g.numbers.At(tree.Root) = root
	g.sweep()
	g.tree.SetVisits(tree.Root, g.nodes[*g.numbers.At(tree.Root)].visits)
}

// edges calls f for the root and for the tried edges of all blocks.
func (g *Graph) edges(f func(slot uint32)) {
	f(tree.Root)
	g.tree.Blocks(func(b tree.Block) {
		for k := range b.Tried() {
			f(b.First() + k)
		}
	})
}

// lead makes an edge lead to what the node behind it has.
func (g *Graph) lead(slot uint32) { g.tree.Lead(slot, g.nodes[*g.numbers.At(slot)].block) }

// sweep drops the nodes that no edge leads to, and gives the others new numbers in the same order.
func (g *Graph) sweep() {
	renumbered := make([]uint32, len(g.nodes)) // first 1 for the nodes to keep
	g.edges(func(slot uint32) { renumbered[*g.numbers.At(slot)] = 1 })
	renumbered[0] = 0
	to := uint32(1)
	for at := range uint32(len(g.nodes)) {
		if renumbered[at] == 0 {
			continue
		}
		renumbered[at] = to
		g.nodes[to] = g.nodes[at]
		g.nodes[to].passed = 0
		size := 2 * g.players
		copy(g.values[int(to)*size:][:size], g.values[int(at)*size:])
		for _, c := range g.carried {
			c.move(to, at)
		}
		to++
	}
	g.resize(to)
	g.edges(func(slot uint32) {
		at := g.numbers.At(slot)
		*at = renumbered[*at]
	})
	g.tree.Blocks(func(b tree.Block) {
		at := g.numbers.At(b.Slot())
		*at = renumbered[*at]
		g.nodes[*at].block = b.Slot()
	})
	g.passes = 0
	g.index.clear()
	for at := uint32(1); at < to; at++ {
		g.index.put(g.nodes, at)
	}
	g.tree.SetNodes(int(to) - 1)
}

// resize keeps the first n nodes.
func (g *Graph) resize(n uint32) {
	g.nodes, g.values = g.nodes[:n], g.values[:2*g.players*int(n)]
	for _, c := range g.carried {
		c.resize(int(n))
	}
}

// Check verifies what is kept of an edge.
func (g *Graph) Check(e tree.Checked, found *tree.Findings) {
	at := *g.numbers.At(e.Slot)
	if e.Visits == 0 {
		if at != 0 {
			found.Fail(e.Slot, "it has no visits, and leads to node %d", at)
		}
		return
	}
	if at == 0 || int(at) >= len(g.nodes) {
		found.Fail(e.Slot, "it leads to node %d of %d", at, len(g.nodes)-1)
		return
	}
	_, child := g.tree.Edge(e.Slot)
	n := g.nodes[at]
	switch {
	case g.index.find(g.nodes, n.hash) != at:
		found.Fail(e.Slot, "node %d is not found by its hash", at)
	case child != n.block && child != tree.Unexpanded:
		found.Fail(e.Slot, "it leads to %d, and node %d to %d", child, at, n.block)
	case tree.Leads(n.block) && *g.numbers.At(n.block) != at:
		found.Fail(e.Slot, "node %d has the block of node %d", at, *g.numbers.At(n.block))
	case n.visits < g.edgeVisits(n.block):
		found.Fail(e.Slot, "node %d has %d visits, and its edges %d", at, n.visits, g.edgeVisits(n.block))
	}
	if g.nodes[*g.numbers.At(e.Block)].block != e.Block {
		found.Fail(e.Block, "it is not the block of its node %d", *g.numbers.At(e.Block))
	}
}
