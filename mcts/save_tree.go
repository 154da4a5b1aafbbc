package mcts

import (
	"fmt"
	"iter"
	"slices"

	"github.com/banyan-go/banyan/internal/wire"
)

// savedBlock is a block of a saved tree, as features see it.
type savedBlock struct {
	first  uint32 // slot of the first edge
	count  uint32
	tried  uint32
	player int32
	detour bool
}

// savedBlocks are the blocks of a tree in the order of their addresses, or none if no tree is
// saved.
type savedBlocks = iter.Seq[savedBlock]

// saver is what a feature does for Save and Load. Columns and hooks are savers; [nothingSaved] is
// for those that keep nothing from one simulation to the next.
type saver interface {
	// save writes what the feature knows, of the edges of these blocks and besides.
	save(e *encoder, all savedBlocks)

	// restore reads what save has written, into a feature that knows nothing. The tree is loaded
	// already, except for other features. restore must not trust what it reads.
	restore(r *wire.Reader, all savedBlocks)
}

// nothingSaved is embedded by features with nothing to save.
type nothingSaved struct{}

func (nothingSaved) save(*encoder, savedBlocks)        {}
func (nothingSaved) restore(*wire.Reader, savedBlocks) {}

// noBlocks stands for the blocks of a tree that is not saved.
func noBlocks(func(savedBlock) bool) {}

// savedBlocks returns the blocks of the tree.
func (t *tree) savedBlocks() savedBlocks {
	return func(yield func(savedBlock) bool) {
		for n, c := range t.chunks[:t.current+1] {
			for i := t.firstBlock(n); i < c.used; {
				h := c.header(uint32(i))
				b := savedBlock{first: uint32(n<<chunkBits|i) + 1, count: h.count, tried: h.tried % detour, player: h.player, detour: h.tried >= detour}
				if !yield(b) {
					return
				}
				i += 1 + int(b.count)
			}
		}
	}
}

// firstBlock returns the index of the first header in a chunk.
func (t *tree) firstBlock(chunk int) int {
	if chunk == 0 {
		return rootSlot + 1
	}
	return 0
}

// What an edge leads to.
const (
	toNothing = iota
	toEnd
	toBlock

	kindBits = 2
	hasLow   = 1 << kindBits // added if the mean has a rounding error
	lowBits  = kindBits + 1
)

// saveTree saves the tree of the worker: how the blocks lie in the chunks, the blocks with their
// tried edges in this order, and the order of the actions.
func (w *worker[S, A]) saveTree(e *encoder) error {
	t := &w.tree
	e.uint(uint64(t.current + 1))
	for _, c := range t.chunks[:t.current+1] {
		e.uint(uint64(c.used))
	}
	e.bool(t.full)
	e.bool(t.wasFull)
	saveEdge(e, t, rootSlot)
	for b := range t.savedBlocks() {
		e.uint(uint64(b.count))
		e.uint(uint64(b.tried))
		e.bool(b.detour)
		e.int(int64(b.player))
		for k := range b.tried {
			saveEdge(e, t, b.first+k)
		}
	}
	order := listOrder[A]{}
	p := &replay[S, A]{w: w, visit: func(block uint32, listed []A) error {
		c, i := t.at(block)
		b := c.block(i)
		return order.save(e, b.player == Chance, w.edges.of(block+1, b.count), listed)
	}}
	return p.run()
}

// saveEdge saves the statistics of an edge and what it leads to.
func saveEdge(e *encoder, t *tree, slot uint32) {
	c, i := t.at(slot)
	s, l := c.stats[i], c.links[i]
	kind := uint64(toBlock)
	switch l.child {
	case unexpanded:
		kind = toNothing
	case terminal:
		kind = toEnd
	}
	if l.low != 0 {
		kind |= hasLow
	}
	e.uint(uint64(s.Visits)<<lowBits | kind)
	if s.Visits > 0 {
		e.float32(s.Mean)
	}
	if l.low != 0 {
		e.uint(uint64(l.low))
	}
	if l.child != unexpanded && l.child != terminal {
		e.int(int64(l.child) - int64(slot))
	}
}

// listOrder writes the places of actions in lists.
type listOrder[A comparable] struct{ places map[A]int }

// manyActions is from how many actions on a map finds their places.
const manyActions = 24

// save writes the place of every action in the list. Outcomes of chance are in the order of the
// list.
func (o *listOrder[A]) save(e *encoder, inOrder bool, actions, listed []A) error {
	if len(listed) >= manyActions {
		if o.places == nil {
			o.places = map[A]int{}
		}
		clear(o.places)
		for k, a := range listed {
			o.places[a] = k
		}
	}
	for i, a := range actions {
		k, ok := o.place(a, listed)
		if !ok || inOrder && k != i {
			return fmt.Errorf("the game lists %v now and listed %v before, for the same state", listed, actions)
		}
		if !inOrder {
			e.uint(uint64(k))
		}
	}
	return nil
}

func (o *listOrder[A]) place(a A, listed []A) (int, bool) {
	if len(listed) >= manyActions {
		k, ok := o.places[a]
		return k, ok
	}
	k := slices.Index(listed, a)
	return k, k >= 0
}
