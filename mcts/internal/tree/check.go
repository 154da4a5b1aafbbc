package tree

import (
	"fmt"
	"math"
)

// Checked is an edge that [Tree.Check] has verified, for the features that keep something of it.
type Checked struct {
	Slot   uint32
	Visits uint32
	Parent uint32 // visits of the node that the edge leaves, unless the tree is growing or a graph
	Player int32  // who chooses at that node
	Block  uint32 // the address of its block
	Index  uint32 // the index of the edge there
}

// maxFindings bounds the number of errors that Check returns.
const maxFindings = 10

// Findings collects what is wrong with a tree.
type Findings []error

// Fail adds a finding about the edge or block at a slot.
func (f *Findings) Fail(slot uint32, format string, args ...any) {
	if len(*f) < maxFindings {
		*f = append(*f, fmt.Errorf("mcts: slot %d: %s", slot, fmt.Sprintf(format, args...)))
	}
}

// Check verifies the invariants of the tree and returns what is wrong. It calls each for every edge
// of a block. It takes time proportional to the size of the tree.
func (t *Tree) Check(each func(e Checked, found *Findings)) Findings {
	c := checker{tree: t, each: each, full: t.full || t.wasFull}
	if t.Growing || t.Graph {
		c.checkBlocks()
		if t.Growing {
			c.count()
		}
		return c.Findings
	}
	c.node(Root)
	blocks := 0
	t.Blocks(func(Block) { blocks++ })
	for n := 0; n < len(c.queue) && c.blocks <= blocks; n++ { // Breadth first: a tree may be deeper than the stack.
		c.node(c.queue[n])
	}
	if blocks -= t.dead; blocks != c.blocks {
		c.Fail(Root, "%d of %d blocks are reached", c.blocks, blocks)
	}
	c.count()
	return c.Findings
}

// checkBlocks checks the blocks one by one, where several edges may lead to one.
func (c *checker) checkBlocks() {
	c.tree.Blocks(func(b Block) {
		if b.counts == dead {
			return
		}
		if !b.isInside() {
			c.outside(b)
			return
		}
		for k := range b.Count() {
			at := b.first + k
			n, child := b.Edge(k)
			if n > 0 {
				c.nodes++
			} else if child != Unexpanded {
				c.Fail(at, "it has a block and no visits")
			}
			c.number(at)
			c.tried(at, n, k, b)
			c.each(Checked{Slot: at, Visits: n, Player: b.Player, Block: b.Slot(), Index: k}, &c.Findings)
		}
	})
}

// count checks the number of nodes.
func (c *checker) count() {
	if c.nodes+1 != c.tree.nodes {
		c.Fail(Root, "%d nodes have visits, %d are counted", c.nodes+1, c.tree.nodes)
	}
}

// checker walks a tree.
type checker struct {
	Findings
	tree          *Tree
	each          func(e Checked, found *Findings)
	full          bool // nodes have been left out of the tree, now or in an earlier Run
	queue         []uint32
	blocks, nodes int
}

// node checks the edge at slot and the block it leads to.
func (c *checker) node(slot uint32) {
	visits, child := c.tree.Edge(slot)
	c.number(slot)
	if v := c.tree.virtual; v != nil && *v.At(slot) != 0 {
		c.Fail(slot, "%d virtual visits remain", *v.At(slot))
	}
	if !Leads(child) {
		return
	}
	if child <= slot && !c.tree.hasGaps() {
		c.Fail(slot, "its block at %d does not lie after it", child)
		return
	}
	b := c.tree.Block(child)
	mayBeEmpty := c.tree.Sampled && b.Player == chance
	if !b.isInside() || b.Count() == 0 && !mayBeEmpty {
		c.outside(b)
		return
	}
	c.blocks++
	c.children(slot, visits, b)
	if b.Player == simultaneous {
		c.joint(b)
	}
}

// number checks that the mean of an edge is a number.
func (c *checker) number(slot uint32) {
	if _, mean := c.tree.Stats(slot); math.IsNaN(mean) || math.IsInf(mean, 0) {
		c.Fail(slot, "the mean is %v", mean)
	}
}

// outside says that a block has a wrong size.
func (c *checker) outside(b Block) {
	c.Fail(b.Slot(), "the block has %d edges, %d tried, in a chunk of which %d slots are in use", b.Count(), b.Tried(), b.c.used)
}

// children checks the edges of the block of the node at slot.
func (c *checker) children(slot, visits uint32, b Block) {
	sum := uint64(0)
	for k := range b.Count() {
		at := b.first + k
		n, child := b.Edge(k)
		sum += uint64(n)
		if n > 0 {
			if b.leads(c.tree.players) {
				c.nodes++
			}
		} else if child != Unexpanded {
			c.Fail(at, "it has a block and no visits")
		}
		c.tried(at, n, k, b)
		c.each(Checked{at, n, visits, b.Player, b.Slot(), k}, &c.Findings)
		c.queue = append(c.queue, at)
	}
	// One simulation ends at a node before its children are visited; with LeafParallel, all
	// playouts of that leaf do. None ended at the first root, and more end in a full tree. None
	// ends between the components of a joint action.
	ends := uint64(c.tree.Ends)
	if b.Player < simultaneous {
		ends = 0
	}
	if sum > uint64(visits) || sum+ends < uint64(visits) && !c.full {
		c.Fail(slot, "%d visits, its children %d", visits, sum)
	}
}

// tried checks that the k-th edge of a block has visits if and only if it is among the tried ones.
func (c *checker) tried(at, visits, k uint32, b Block) {
	if b.Player != chance && (visits > 0) != (k < b.Tried()) {
		c.Fail(at, "it has %d visits, and is number %d of actions of which the first %d are tried", visits, k+1, b.Tried())
	}
}

// joint checks the blocks of all players at a simultaneous-move node, player 0's block being first,
// and that the visits of the joint actions add up to the visits of the players.
func (c *checker) joint(first Block) {
	b, sum := first, first.Visits()
	joint := make([][]uint64, c.tree.players) // visits in joint actions, by action of each player
	for p := range joint {
		joint[p] = make([]uint64, b.Count())
		b = b.Next()
	}
	c.played(first, first, joint)
	b = first
	for p := 1; p < c.tree.players; p++ {
		b = b.Next()
		slot := b.Slot()
		if b.Player != simultaneous-int32(p) || b.Count() == 0 || !b.isInside() {
			c.Fail(slot, "the block of player %d has player %d, %d edges and %d tried", p, b.Player, b.Count(), b.Tried())
			return
		}
		c.blocks++
		if n := b.Visits(); n != sum {
			c.Fail(slot, "%d visits of player %d, %d of player 0", n, p, sum)
		}
		for k := range b.Count() {
			slot := b.first + k
			visits, child := b.Edge(k)
			c.tried(slot, visits, k, b)
			if n := joint[p][k]; n > uint64(visits) || n < uint64(visits) && !c.full {
				c.Fail(slot, "%d visits, %d in joint actions", visits, n)
			}
			if child != Unexpanded {
				c.Fail(slot, "it leads to a block, and is not an edge of player 0")
			}
		}
	}
}

// played adds the visits of the components of all joint actions below a block, which lists actions
// of the same player as own does, to joint.
func (c *checker) played(b, own Block, joint [][]uint64) {
	p := int(simultaneous - b.Player)
	for k := range b.Count() {
		visits, child := b.Edge(k)
		if i := c.tree.actionAt(b.first+k, own.first, own.Count()); i < own.Count() {
			joint[p][i] += uint64(visits)
		}
		if child == Unexpanded || b.leads(c.tree.players) {
			continue
		}
		below := c.tree.Block(child)
		if below.Player != b.Player-1 || below.Tried() == 0 {
			c.Fail(child, "the block has player %d, want %d, and %d tried edges", below.Player, b.Player-1, below.Tried())
			continue
		}
		c.played(below, own.Next(), joint)
	}
}

// isInside reports whether the block ends before its chunk does, and has no more tried edges than
// edges.
func (b Block) isInside() bool {
	return int(b.header()+Headers+b.Count()) <= b.c.used && b.Tried() <= b.Count()
}
