package mcts

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// column is data of one feature with a value per edge. The tree grows, clears and moves its columns
// without knowing what they hold; the feature that made a column reads and writes it by slot.
type column interface {
	grow()                                        // makes room for one more chunk
	shrink(n int)                                 // drops all chunks but the first n
	clear(chunk, from, to int)                    // zeroes the slots from..to-1
	move(toChunk, to int, fromChunk, from, n int) // copies n slots, which may overlap
	swap(i, j uint32)                             // exchanges two slots
	bytes() int64                                 // size per chunk
	check(c *checker, e checkedEdge)              // verifies the invariants of an edge
	saver
}

// sharedColumn is a column that several workers may use at once.
type sharedColumn interface {
	share(first column) // gives it the chunks of another worker's column, or of itself
}

// columnOf is a column of one T per edge. It is embedded by the columns of features.
type columnOf[T any] struct {
	chunks []*[chunkSlots]T
	shared *atomic.Pointer[[]*[chunkSlots]T] // all chunks, if several workers share them; chunks may be fewer
	picked []T
}

func (c *columnOf[T]) grow() {
	if c.shared == nil {
		c.chunks = append(c.chunks, new([chunkSlots]T))
		return
	}
	more := append(slices.Clone(*c.shared.Load()), new([chunkSlots]T))
	c.shared.Store(&more)
}

func (c *columnOf[T]) shrink(n int) {
	if n < len(c.chunks) {
		clear(c.chunks[n:])
		c.chunks = c.chunks[:n]
	}
	if c.shared == nil {
		return
	}
	if all := *c.shared.Load(); n < len(all) {
		all = slices.Clone(all[:n])
		c.shared.Store(&all)
	}
}

// shareable is a [columnOf] T, or what embeds it.
type shareable[T any] interface {
	list() *atomic.Pointer[[]*[chunkSlots]T]
}

func (c *columnOf[T]) share(first column) {
	if first, ok := first.(shareable[T]); ok {
		c.shared = first.list()
	}
}

func (c *columnOf[T]) list() *atomic.Pointer[[]*[chunkSlots]T] {
	if c.shared == nil {
		all := c.chunks
		c.shared = new(atomic.Pointer[[]*[chunkSlots]T])
		c.shared.Store(&all)
	}
	return c.shared
}

// chunk returns a chunk. If several workers share the column, another one may have added it.
func (c *columnOf[T]) chunk(n int) *[chunkSlots]T {
	if n >= len(c.chunks) {
		c.chunks = *c.shared.Load()
	}
	return c.chunks[n]
}

func (c *columnOf[T]) clear(chunk, from, to int) { clear(c.chunk(chunk)[from:to]) }

func (c *columnOf[T]) move(toChunk, to, fromChunk, from, n int) {
	copy(c.chunk(toChunk)[to:], c.chunk(fromChunk)[from:from+n])
}

func (c *columnOf[T]) swap(i, j uint32) {
	a, b := c.at(i), c.at(j)
	*a, *b = *b, *a
}

func (c *columnOf[T]) bytes() int64 { return int64(unsafe.Sizeof([chunkSlots]T{})) }

func (c *columnOf[T]) check(*checker, checkedEdge) {}

// at returns the value of the edge at slot.
func (c *columnOf[T]) at(slot uint32) *T { return &c.chunk(int(slot >> chunkBits))[slot&chunkMask] }

// edges are some edges of one block. A call passes them in registers, of which a slice takes more
// than there are.
type edges struct {
	first  uint32    // slot of the first edge of the block
	n      int       // how many of the edges, the first ones
	places *[]uint32 // if not nil, the indices of the edges instead
}

// pick returns the values of some edges. They are good until the next call.
func (c *columnOf[T]) pick(at edges) []T {
	if at.places != nil {
		return c.pickPlaces(at)
	}
	return c.chunk(int(at.first >> chunkBits))[at.first&chunkMask:][:at.n]
}

func (c *columnOf[T]) pickPlaces(at edges) []T {
	c.picked = c.picked[:0]
	for _, k := range *at.places {
		c.picked = append(c.picked, *c.at(at.first + k))
	}
	return c.picked
}

// actionColumn is the column of the actions of the edges, for code that does not know their type.
type actionColumn interface {
	column
	pointer(n int) unsafe.Pointer // to chunk n
}

// edgeActions is the column of the actions of the edges. A block is written with its actions, so
// they are never cleared, and whoever swaps edges swaps their actions, too.
type edgeActions[A any] struct {
	columnOf[A]
	nothingSaved
}

func (*edgeActions[A]) clear(int, int, int) {}

func (c *edgeActions[A]) pointer(n int) unsafe.Pointer {
	if c.shared == nil {
		return unsafe.Pointer(c.chunks[n])
	}
	return unsafe.Pointer((*c.shared.Load())[n]) // The owner of the column may be changing c.chunks.
}

// actionsOf returns the actions of a chunk of the tree, for the code that every simulation runs.
func actionsOf[A any](c *chunk) *[chunkSlots]A { return (*[chunkSlots]A)(c.actions) }

// of returns the actions of n edges of one block, from the slot of the first on.
func (c *edgeActions[A]) of(first, n uint32) []A {
	return c.chunk(int(first >> chunkBits))[first&chunkMask:][:n]
}

// resized returns a slice of n elements in the memory of s, if that is enough. It is nil if n is 0.
func resized[T any](s []T, n int) []T {
	if n == 0 {
		return nil
	}
	return slices.Grow(s[:0], n)[:n]
}
