package mcts

import (
	"errors"
	"fmt"
	"math"
)

// Check verifies the invariants of every tree and returns what is wrong with it, nil for sound ones. It is for tests,
// also of strategies and games: whatever they do, the tree must stay sound. It takes time proportional to the tree.
func (s *Search[S, A]) Check() error {
	s.idle("Check")
	if !s.rooted {
		return nil
	}
	var errs []error
	for _, w := range s.trees {
		errs = append(errs, check(&w.tree))
	}
	return errors.Join(errs...)
}

func check[A comparable](t *tree[A]) error {
	c := checker[A]{tree: t}
	c.node(rootSlot)
	blocks := 0
	t.blocks(func(*chunk[A], int, int) { blocks++ })
	for c.next < len(c.queue) && c.blocks <= blocks { // breadth first, for trees deeper than any stack
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

// checker walks a tree.
type checker[A comparable] struct {
	tree          *tree[A]
	queue         []uint32
	next          int
	blocks, nodes int
	findings      []error
}

const maxFindings = 10

func (c *checker[A]) fail(slot uint32, format string, args ...any) {
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, fmt.Errorf("mcts: slot %d: %s", slot, fmt.Sprintf(format, args...)))
	}
}

// node checks the edge at slot and the block it leads to.
func (c *checker[A]) node(slot uint32) {
	chunk, i := c.tree.at(slot)
	child, visits := chunk.links[i].child, chunk.stats[i].Visits
	if mean := chunk.mean(i); math.IsNaN(mean) || math.IsInf(mean, 0) {
		c.fail(slot, "the mean is %v", mean)
	}
	if low := chunk.links[i].low; c.tree.unordered && low != 0 {
		c.fail(slot, "%d simulations are in flight", low)
	}
	if chunk.loans != nil && slot != rootSlot {
		c.loan(slot)
	}
	if child == unexpanded || child == terminal {
		return
	}
	if child <= slot && !c.tree.unordered && !c.tree.sets {
		c.fail(slot, "its block at %d is not behind it", child)
		return
	}
	chunk, i = c.tree.at(child)
	b := chunk.block(i)
	if int(i+b.count) >= chunk.used || b.tried > b.count || b.count == 0 && !c.tree.sets {
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
func (c *checker[A]) children(slot, visits, child uint32, b block) {
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
		c.available(at, n, visits, b)
		c.queue = append(c.queue, at)
	}
	// A node is visited once before its children are, with Leaf once by all playouts, but for the first root, and more
	// often in a full tree. Between the parts of a joint action no simulation ends.
	ends := uint64(c.tree.ends)
	if b.player < Simultaneous {
		ends = 0
	}
	if sum > uint64(visits) || sum+ends < uint64(visits) && !c.full() && !c.tree.sets {
		c.fail(slot, "%d visits, its children %d", visits, sum)
	}
}

// tried checks that the k-th edge of a block has visits if and only if it is one of the tried ones.
func (c *checker[A]) tried(at, visits, k uint32, b block) {
	if b.player != Chance && (visits > 0) != (k < b.tried) {
		c.fail(at, "it has %d visits, and is number %d of actions of which the first %d are tried", visits, k+1, b.tried)
	}
}

// available checks that an edge was available whenever it was chosen, and not more often than its node was visited.
func (c *checker[A]) available(at, visits, node uint32, b block) {
	if !c.tree.sets || b.player == Chance {
		return
	}
	if n := c.tree.available[at>>chunkBits][at&chunkMask]; n < visits || n > node {
		c.fail(at, "it was available %d times, chosen %d times, in %d visits of its node", n, visits, node)
	}
}

func (c *checker[A]) full() bool { return c.tree.full || c.tree.wasFull }
