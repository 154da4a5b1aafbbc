package graph

import (
	"errors"
	"math"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// MoveRoot makes the position with a hash the root and keeps what can be reached from it.
func (g *Graph) MoveRoot(hash uint64) {
	root := g.index.find(g.nodes, hash)
	if root == 0 {
		g.tree.Reset()
		g.clear()
		return
	}
	g.tree.SetRoot(g.nodes[root].block, g.nodes[root].visits)
	g.tree.MoveRoot(tree.Root)
	g.root = root
	g.sweep()
}

// Trim gives back the memory that nodes do not use.
func (g *Graph) Trim() {
	if g.hasRoot() {
		g.MoveRoot(g.nodes[g.root].hash)
	} else {
		g.clear()
	}
	g.fit()
}

// hasRoot reports whether the tree has not been reset since the root got its node.
func (g *Graph) hasRoot() bool {
	visits, child := g.tree.Edge(tree.Root)
	return visits > 0 || child != tree.Unexpanded
}

// fit gives back memory, except for the room that nodes need to grow.
func (g *Graph) fit() {
	g.nodes, g.values, g.links = slices.Clone(g.nodes), slices.Clone(g.values), slices.Clone(g.links)
	g.rewards = slices.Clone(g.rewards)
	for _, c := range g.carried {
		c.trim()
	}
	g.index.fill(g.nodes, placesFor(len(g.nodes)))
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
	links, rewards := g.links[1:], slices.Clone(g.rewards)
	g.links, g.rewards, g.paidRoom = g.links[:1], g.rewards[:g.players], firstRoom
	clear(g.paid)
	for _, l := range links { // Those that stay go to the front.
		if l.slot == tree.None {
			continue
		}
		if l.rewards != 0 {
			l.rewards = g.pay(rewards[l.rewards:][:g.players])
		}
		g.connect(l, g.behind(l.slot))
	}
	g.root, g.passes = renumbered[g.root], 0
	g.compareVisits()
	g.tree.SetNodes(int(to) - 1)
	if room := roomFor(g.used()); room < g.room {
		g.room = room
		g.fit()
	} else {
		g.index.fill(g.nodes, len(g.index.table))
	}
	g.tree.Spare(g.Bytes())
}

// compareVisits finds out how many more visits than the root a node has, which other lines led to
// when the root was another one. A simulation that visits a node visits the root, too.
func (g *Graph) compareVisits() {
	most := uint32(0)
	for at := range g.nodes {
		most = max(most, g.nodes[at].visits)
	}
	g.more = int64(most) - int64(g.nodes[g.root].visits)
}

// VisitsLeft returns how many more simulations the 32 bits of visits can count.
func (g *Graph) VisitsLeft() int64 {
	return math.MaxUint32 - int64(g.nodes[g.root].visits) - g.more
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
	case g.tree.StatsAt(e.Slot).Mean != float32(g.mean(e.Slot, e.Player, g.value(is.node))):
		found.Fail(e.Slot, "its mean is %v, and the values of node %d are %v", g.tree.StatsAt(e.Slot).Mean, is.node, g.value(is.node))
	}
	if g.nodes[l.from].block != e.Block {
		found.Fail(e.Block, "it is not the block of its node %d", l.from)
	}
}

// CheckNodes verifies what is not seen from edges: the node of the root, and what nodes know of the
// edges that lead to them.
func (g *Graph) CheckNodes() error {
	var found tree.Findings
	visits, child := g.tree.Edge(tree.Root)
	if root := g.nodes[g.root]; g.hasRoot() {
		switch {
		case root.visits != visits || root.block != child:
			found.Fail(tree.Root, "it has %d visits and leads to %d, and node %d has %d and leads to %d", visits, child, g.root, root.visits, root.block)
		case g.index.find(g.nodes, root.hash) != g.root:
			found.Fail(tree.Root, "node %d is not found by its hash", g.root)
		case tree.Leads(child) && uint64(visits) < g.tree.Block(child).Visits():
			found.Fail(tree.Root, "it has %d visits, and its edges %d", visits, g.tree.Block(child).Visits())
		}
	}
	links := 0
	for at := range g.nodes {
		first := g.nodes[at].firstParent()
		if hasOne := g.links[first].next == 0; hasOne != (g.nodes[at].parents&several == 0) {
			found.Fail(tree.Root, "node %d does not know whether several edges lead to it", at)
		}
		for n := first; n != 0; n = g.links[n].next {
			links++
			if is := *g.at.At(g.links[n].slot); is.link != n || is.node != uint32(at) {
				found.Fail(g.links[n].slot, "it has link %d to node %d, and node %d has link %d", is.link, is.node, at, n)
			}
		}
	}
	if links != len(g.links)-1 {
		found.Fail(tree.Root, "nodes know %d of %d links", links, len(g.links)-1)
	}
	return errors.Join(found...)
}
