package tree

import (
	"math"

	"github.com/banyan-go/banyan/internal/wire"
)

// A saved tree is one block after the other, in the order in which playing all actions reaches
// them, and without the actions: see package replay. Loading makes the blocks as a search does, and
// does not trust what it reads; [Tree.Check] reports whether the numbers can be right.

// MaxMean bounds the magnitude of means, so that a float32 holds one and a float64 its square.
const MaxMean = 1e30

// CodeHead codes what comes before the first block: whether nodes have been left out, and the
// visits of the root. A tree is empty before it is loaded.
func (t *Tree) CodeHead(c *wire.Coder, leftOut bool) {
	full, wasFull := t.full || leftOut, t.wasFull
	c.Bool(&full)
	if c.Bool(&wasFull); c.Reads() {
		t.full, t.wasFull = full, wasFull
	}
	wire.Int(c, &t.chunks[0].stats[Root].Visits, 0, math.MaxUint32)
}

// Loadable returns how many visits a node must have for the limit of memory to leave room for its
// block when the tree is loaded: the blocks lie in another order there. In any order two chunks in
// a row have more slots than fit into one, so a tree that may grow to twice its size has room.
func (t *Tree) Loadable() (visits uint32) {
	if 2*(t.current+1) <= t.maxChunks-t.besides {
		return 0
	}
	for !t.fits(visits) {
		visits += 1 + visits/8
	}
	return visits
}

// fits reports whether all blocks that are saved have room if they are made in depth-first order.
func (t *Tree) fits(least uint32) bool {
	chunks, used := 1, Root+1
	return t.Saved(least, func(b Block) bool {
		slots := t.slotsOf(b)
		if used+slots > chunkSlots {
			if chunks+t.besides >= t.maxChunks {
				return false
			}
			chunks, used = chunks+1, 0
		}
		used += slots
		return true
	})
}

// IsSaved reports whether the block to which the edge at slot leads is saved if only nodes with so
// many visits have their blocks saved.
func (t *Tree) IsSaved(slot, least uint32) bool {
	visits, child := t.Edge(slot)
	if t.Graph && visits < least { // Other edges may lead there.
		return t.Block(child).Visits() >= uint64(least)
	}
	return visits >= least
}

// Saved calls f for the blocks that are saved if only nodes with so many visits have theirs saved,
// in depth-first order, until it returns false. It reports whether it never did.
func (t *Tree) Saved(least uint32, f func(b Block) bool) bool {
	seen := map[uint32]bool{} // in a graph
	for stack := []uint32{Root}; len(stack) > 0; {
		slot := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		_, child := t.Edge(slot)
		if !Leads(child) || seen[child] || !t.IsSaved(slot, least) {
			continue
		}
		if t.Graph {
			seen[child] = true
		}
		b := t.Block(child)
		if !f(b) {
			return false
		}
		for k := b.Tried(); k > 0; k-- {
			stack = append(stack, b.first+k-1)
		}
	}
	return true
}

// CodeBlock codes how many edges of a block are tried, whether it is marked, and the statistics of
// its tried edges. It returns the block as it is after that.
func (t *Tree) CodeBlock(c *wire.Coder, b Block) Block {
	tried, isMarked := b.Tried(), b.IsMarked()
	wire.Int(c, &tried, 0, b.Count())
	if c.Bool(&isMarked); c.Reads() {
		b = b.setCounts(b.Count(), tried)
		if isMarked {
			t.Mark(b.Slot())
			b = t.Block(b.Slot())
		}
	}
	if b.Player == chance && tried != b.Count() {
		c.Fail("%d of %d outcomes are tried", tried, b.Count())
	}
	for k := range tried {
		t.codeEdge(c, b.first+k)
	}
	return b
}

// codeEdge codes the statistics of an edge, which leads to no block when it is loaded.
func (t *Tree) codeEdge(c *wire.Coder, slot uint32) {
	at, i := t.at(slot)
	s, rounding := &at.stats[i], t.rounding(slot)
	visits := uint64(s.Visits) << 1
	if rounding != 0 {
		visits++
	}
	wire.Int(c, &visits, 0, math.MaxUint32<<1+1)
	if c.Reads() {
		s.Visits = uint32(visits >> 1)
	}
	if s.Visits > 0 {
		wire.Float(c, &s.Mean, MaxMean)
	}
	if visits&1 == 0 {
		return
	}
	if wire.Float(c, &rounding, MaxMean); t.Unordered {
		c.Fail("the rounding error of a mean is %v, want none", rounding)
	}
	if !c.Reads() {
		return
	}
	if setRoundingIn(&at.links[i], s.Mean, rounding); roundingIn(at.links[i], s.Mean) != rounding {
		c.Fail("%v is not the rounding error of a mean of %v", rounding, s.Mean)
	}
}

// CountNode counts the node behind edge k of a block that was loaded, if there is one.
func (t *Tree) CountNode(b Block, k uint32) {
	if visits, _ := b.Edge(k); visits > 0 && b.leads(t.players) {
		t.nodes++
	}
}
