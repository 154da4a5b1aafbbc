package mcts

import (
	"errors"
	"fmt"
	"math"
)

// Check verifies the invariants of every tree and returns what is wrong, or nil. It serves tests,
// also those of strategies and games: whatever they do, the tree must stay sound. It takes time
// proportional to the size of the trees.
func (s *Search[S, A]) Check() error {
	s.idle("Check")
	s.inspection.acquire()
	defer s.inspection.release()
	if !s.phase.hasTree() {
		return nil
	}
	var errs []error
	for _, w := range s.trees {
		errs = append(errs, w.check())
	}
	return errors.Join(errs...)
}

// check verifies the tree.
func (w *worker[S, A]) check() error {
	t := &w.tree
	c := treeChecker[A]{tree: t, actions: w.edges}
	c.node(rootSlot)
	blocks := 0
	t.blocks(func(*chunk, int, int) { blocks++ })
	for c.next < len(c.queue) && c.blocks <= blocks { // Breadth first: a tree may be deeper than the stack.
		slot := c.queue[c.next]
		c.next++
		c.node(slot)
	}
	if blocks -= t.dead; blocks != c.blocks {
		c.fail(rootSlot, "%d of %d blocks are reached", c.blocks, blocks)
	}
	if c.nodes+1 != t.nodes {
		c.fail(rootSlot, "%d nodes have visits, %d are counted", c.nodes+1, t.nodes)
	}
	return errors.Join(c.findings...)
}

// checker collects what is wrong with a tree.
type checker struct{ findings []error }

// maxFindings bounds the number of errors that Check reports for a tree.
const maxFindings = 10

func (c *checker) fail(slot uint32, format string, args ...any) {
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, fmt.Errorf("mcts: slot %d: %s", slot, fmt.Sprintf(format, args...)))
	}
}

// checkedEdge is what a column needs to verify its value at an edge.
type checkedEdge struct {
	slot   uint32
	visits uint32
	parent uint32 // visits of the node that the edge leaves
	player int32  // who chooses at that node
}

// treeChecker walks a tree.
type treeChecker[A comparable] struct {
	checker
	tree          *tree
	actions       *edgeActions[A]
	queue         []uint32
	next          int
	blocks, nodes int
}

// node checks the edge at slot and the block it leads to.
func (c *treeChecker[A]) node(slot uint32) {
	chunk, i := c.tree.at(slot)
	child, visits := chunk.links[i].child, chunk.stats[i].Visits
	if mean := chunk.mean(i); math.IsNaN(mean) || math.IsInf(mean, 0) {
		c.fail(slot, "the mean is %v", mean)
	}
	if low := chunk.links[i].low; c.tree.unordered && low != 0 {
		c.fail(slot, "%d virtual visits remain", low)
	}
	if child == unexpanded || child == terminal {
		return
	}
	if child <= slot && !c.tree.unordered && !c.tree.growing {
		c.fail(slot, "its block at %d does not lie after it", child)
		return
	}
	chunk, i = c.tree.at(child)
	b := chunk.block(i)
	if int(i+b.count) >= chunk.used || b.tried > b.count || b.count == 0 && !c.tree.growing {
		c.fail(slot, "its block has %d edges, %d tried, in a chunk of which %d slots are in use", b.count, b.tried, chunk.used)
		return
	}
	c.blocks++
	c.children(slot, visits, child, b)
	if b.player == Simultaneous {
		c.joint(child, b)
	}
}

// children checks the edges of the block at child, which belongs to the node at slot.
func (c *treeChecker[A]) children(slot, visits, child uint32, b block) {
	sum := uint64(0)
	for k := range b.count {
		at := child + 1 + k
		chunk, i := c.tree.at(at)
		n := chunk.stats[i].Visits
		sum += uint64(n)
		if n > 0 {
			if b.leads(c.tree.players) {
				c.nodes++
			}
		} else if chunk.links[i].child != unexpanded {
			c.fail(at, "it has a block and no visits")
		}
		c.tried(at, n, k, b)
		for _, column := range c.tree.columns {
			column.check(&c.checker, checkedEdge{at, n, visits, b.player})
		}
		c.queue = append(c.queue, at)
	}
	// One simulation ends at a node before its children are visited; with LeafParallel, all
	// playouts of that leaf do. None ended at the first root, and more end in a full tree. None
	// ends between the components of a joint action.
	ends := uint64(c.tree.ends)
	if b.player < Simultaneous {
		ends = 0
	}
	if sum > uint64(visits) || sum+ends < uint64(visits) && !c.full() && !c.tree.growing {
		c.fail(slot, "%d visits, its children %d", visits, sum)
	}
}

// tried checks that the k-th edge of a block has visits if and only if it is among the tried ones.
func (c *treeChecker[A]) tried(at, visits, k uint32, b block) {
	if b.player != Chance && (visits > 0) != (k < b.tried) {
		c.fail(at, "it has %d visits, and is number %d of actions of which the first %d are tried", visits, k+1, b.tried)
	}
}

// full reports whether nodes have been left out of the tree, now or in an earlier Run.
func (c *treeChecker[A]) full() bool { return c.tree.full || c.tree.wasFull }
