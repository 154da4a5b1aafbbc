package graph

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// A saved graph is its nodes, without their hashes, and a tree in which an edge may lead to a block
// that has come before; see package replay. Whoever loads it plays every edge, and learns the
// hashes from the game. So what is read cannot make a node of two positions.
//
// Links keep their order. The edges to a node are told about it in this order, and sums of numbers
// depend on theirs.

// coding is what saving or loading needs to know.
type coding struct {
	nodes, links []uint32 // the numbers in the file of those that are saved; 0 for the others
	at           uint32   // the node whose block comes next
}

// CodeNodes codes the nodes, before the tree. Only those are saved to which blocks lead that are.
func (g *Graph) CodeNodes(c *wire.Coder) {
	nodes, links := 0, 0
	if !c.Reads() && g.hasRoot() {
		nodes, links = g.number()
	}
	c.Count(&nodes, 2+2*g.players)
	c.Count(&links, 2)
	if c.Reads() {
		g.clear()
		if room := roomFor(max(nodes+1, (links+1)/2)); g.tree.Spare(g.bytesOf(room)) {
			g.room = room
		} else {
			c.Stop(fmt.Errorf("the limit of memory leaves no room for %d positions", nodes))
		}
	}
	if nodes == 0 || c.Err() != nil {
		return
	}
	if c.Reads() {
		g.nodes = append(g.nodes, make([]node, nodes)...)
		g.values = append(g.values, make([]float64, 2*g.players*nodes)...)
		g.links = append(g.links, make([]link, links)...)
		for _, column := range g.carried {
			column.resize(len(g.nodes))
		}
	}
	for at := range uint32(len(g.nodes)) {
		if at > 0 && (c.Reads() || g.coding.nodes[at] > 0) {
			g.codeNode(c, at)
		}
	}
	root := g.root
	if !c.Reads() {
		root = g.coding.nodes[root]
	}
	if wire.Int(c, &root, 1, uint32(nodes)); c.Reads() {
		g.root = root
	}
	if g.pays {
		g.codeRewards(c)
	}
}

// number gives what is saved its number in the file, and returns how much that is.
func (g *Graph) number() (nodes, links int) {
	to := &g.coding
	to.nodes, to.links = make([]uint32, len(g.nodes)), make([]uint32, len(g.links))
	to.nodes[g.root] = 1
	g.tree.Saved(g.tree.Loadable(), func(b tree.Block) bool {
		for k := range b.Tried() {
			if e := g.at.At(b.First() + k); e.link != 0 {
				to.links[e.link], to.nodes[e.node] = 1, 1
			}
		}
		return true
	})
	return countUp(to.nodes), countUp(to.links)
}

// countUp numbers the elements that are not 0, and returns their number.
func countUp(marks []uint32) (n int) {
	for i := range marks {
		if marks[i] != 0 {
			n++
			marks[i] = uint32(n)
		}
	}
	return n
}

func (g *Graph) codeNode(c *wire.Coder, at uint32) {
	wire.Int(c, &g.nodes[at].visits, 0, math.MaxUint32)
	for player := range g.players {
		wire.Float(c, &g.value(at)[player], tree.MaxMean)
		wire.Float(c, &g.sum(at)[player], tree.MaxMean*math.MaxUint32)
	}
	for _, column := range g.carried {
		column.code(c, at)
	}
}

// codeRewards codes the table of rewards, of which the first are none.
func (g *Graph) codeRewards(c *wire.Coder) {
	n := len(g.rewards)/g.players - 1
	c.Count(&n, g.players)
	rewards := make([]float64, g.players)
	for i := range n {
		if !c.Reads() {
			copy(rewards, g.rewards[(i+1)*g.players:])
		}
		for player := range rewards {
			wire.Float(c, &rewards[player], tree.MaxMean)
		}
		if c.Reads() {
			g.pay(rewards)
		}
	}
}

// Locate says that the edge at slot leads to a position with a hash, whose block may come next. It
// returns the hash of the node behind the edge, which a node that is being loaded has got then.
func (g *Graph) Locate(c *wire.Coder, slot uint32, hash uint64) (before uint64) {
	g.coding.at = g.behind(slot)
	n := &g.nodes[g.coding.at]
	switch {
	case g.coding.at == 0:
		c.Fail("an edge has visits, and leads to no position")
		return hash
	case c.Reads() && n.passed == 0:
		n.hash, n.passed = hash, 1
	}
	return n.hash
}

// CodeBlock codes where the edges of b, the block of the located node, lead.
func (g *Graph) CodeBlock(c *wire.Coder, b tree.Block) {
	if c.Err() != nil {
		return
	}
	n := &g.nodes[g.coding.at]
	if c.Reads() {
		if n.block != tree.Unexpanded {
			c.Fail("position %d comes twice", g.coding.at)
		}
		n.block, g.at.At(b.Slot()).node = b.Slot(), g.coding.at
	}
	for k := range b.Tried() {
		if visits, _ := b.Edge(k); visits > 0 {
			g.codeLink(c, b, b.First()+k)
		}
	}
}

func (g *Graph) codeLink(c *wire.Coder, b tree.Block, slot uint32) {
	e := *g.at.At(slot)
	pay := int(g.links[e.link].rewards) / g.players
	if !c.Reads() {
		e = place{g.coding.links[e.link], g.coding.nodes[e.node]}
	}
	wire.Int(c, &e.link, 1, uint32(len(g.links)-1))
	if wire.Int(c, &e.node, 1, uint32(len(g.nodes)-1)); g.pays {
		wire.Int(c, &pay, 0, len(g.rewards)/g.players-1)
	}
	if !c.Reads() || c.Err() != nil {
		return
	}
	if g.links[e.link].from != 0 {
		c.Fail("link %d comes twice", e.link)
	}
	*g.at.At(slot) = e
	g.links[e.link] = link{from: g.coding.at, slot: slot, rewards: uint32(pay * g.players), player: b.Player}
}

// Coded completes a graph when its tree has been saved or loaded: every node knows the links that
// lead to it, and every edge where its node leads.
func (g *Graph) Coded(c *wire.Coder) {
	if g.coding = (coding{}); !c.Reads() || c.Err() != nil {
		return
	}
	links := g.links[1:]
	if _, child := g.tree.Edge(tree.Root); child == tree.Terminal {
		g.nodes[g.root].block = tree.Terminal // No edge need lead to a root.
	}
	for _, l := range links {
		if l.from == 0 {
			c.Fail("one of %d links is missing", len(links))
			return
		}
		if _, child := g.tree.Edge(l.slot); child == tree.Terminal {
			g.nodes[g.behind(l.slot)].block = tree.Terminal
		}
	}
	g.links = g.links[:1]
	for _, l := range links {
		g.connect(l, g.behind(l.slot))
	}
	for at := range g.nodes {
		n := &g.nodes[at]
		if n.passed = 0; at != 0 && uint32(at) != g.root && n.parents == 0 {
			c.Fail("nothing leads to position %d", at)
		}
	}
	g.compareVisits()
	g.index.fill(g.nodes, placesFor(len(g.nodes)))
	g.tree.SetNodes(max(1, len(g.nodes)-1))
}
