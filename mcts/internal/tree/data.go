package tree

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// column is a [Data] of any type. The tree grows, clears and moves its columns without knowing what
// they hold; the feature that made a column reads and writes it by slot.
type column interface {
	grow()                                        // makes room for one more chunk
	shrink(n int)                                 // drops all chunks but the first n
	clear(chunk, from, to int)                    // zeroes the slots from..to-1
	move(toChunk, to int, fromChunk, from, n int) // copies n slots, which may overlap
	swap(i, j uint32)                             // exchanges two slots
	bytes() int64                                 // size per chunk
	share(first column)                           // takes the chunks of another worker's column, or of itself
}

// Data is a column of one T per slot. The zero Data is empty; [Tree.Add] makes it grow with a tree.
type Data[T any] struct {
	chunks []*[chunkSlots]T
	shared *atomic.Pointer[[]*[chunkSlots]T] // all chunks, if several workers share them; chunks may be fewer
	picked []T
}

// At returns where the value of a slot is, until the tree moves it.
func (d *Data[T]) At(slot uint32) *T { return &d.chunk(int(slot >> chunkBits))[slot&chunkMask] }

// Edges are some edges of one block. A call passes them in registers, of which a slice takes more
// than there are.
type Edges struct {
	First  uint32    // slot of the first edge of the block
	N      int       // how many of the edges, the first ones
	Places *[]uint32 // if not nil, the indices of the edges instead
}

// Index returns the index in the block of the i-th of the edges.
func (e Edges) Index(i uint32) uint32 {
	if e.Places != nil {
		return (*e.Places)[i]
	}
	return i
}

// Of returns the values of some edges. They are good until the next call.
func (d *Data[T]) Of(e Edges) []T {
	if e.Places != nil {
		return d.pick(e)
	}
	return d.chunk(int(e.First >> chunkBits))[e.First&chunkMask:][:e.N]
}

func (d *Data[T]) pick(e Edges) []T {
	d.picked = d.picked[:0]
	for _, k := range *e.Places {
		d.picked = append(d.picked, *d.At(e.First + k))
	}
	return d.picked
}

// From returns the values of a block from a slot on, to be read. Other workers must not add chunks.
func (d *Data[T]) From(slot uint32) []T { return d.chunks[slot>>chunkBits][slot&chunkMask:] }

func (d *Data[T]) grow() {
	if d.shared == nil {
		d.chunks = append(d.chunks, new([chunkSlots]T))
		return
	}
	more := append(slices.Clone(*d.shared.Load()), new([chunkSlots]T))
	d.shared.Store(&more)
}

func (d *Data[T]) shrink(n int) {
	if n < len(d.chunks) {
		clear(d.chunks[n:])
		d.chunks = d.chunks[:n]
	}
	if d.shared == nil {
		return
	}
	if all := *d.shared.Load(); n < len(all) {
		all = slices.Clone(all[:n])
		d.shared.Store(&all)
	}
}

// sharer is a [Data] of T, or what embeds it.
type sharer[T any] interface {
	list() *atomic.Pointer[[]*[chunkSlots]T]
}

func (d *Data[T]) share(first column) {
	if first, ok := first.(sharer[T]); ok {
		d.shared = first.list()
	}
}

func (d *Data[T]) list() *atomic.Pointer[[]*[chunkSlots]T] {
	if d.shared == nil {
		all := d.chunks
		d.shared = new(atomic.Pointer[[]*[chunkSlots]T])
		d.shared.Store(&all)
	}
	return d.shared
}

// chunk returns a chunk. If several workers share the column, another one may have added it.
func (d *Data[T]) chunk(n int) *[chunkSlots]T {
	if n >= len(d.chunks) {
		d.chunks = *d.shared.Load()
	}
	return d.chunks[n]
}

func (d *Data[T]) clear(chunk, from, to int) { clear(d.chunk(chunk)[from:to]) }

func (d *Data[T]) move(toChunk, to, fromChunk, from, n int) {
	copy(d.chunk(toChunk)[to:], d.chunk(fromChunk)[from:from+n])
}

func (d *Data[T]) swap(i, j uint32) {
	a, b := d.At(i), d.At(j)
	*a, *b = *b, *a
}

func (d *Data[T]) bytes() int64 { return int64(unsafe.Sizeof([chunkSlots]T{})) }

// actionColumn is an [Actions], for code that does not know the type of the actions.
type actionColumn interface {
	column
	pointer(n int) unsafe.Pointer           // to chunk n
	index(slot, first, n uint32) (k uint32) // the index among n actions of that at slot; n if there is none
}

// Actions is the column of the actions of the edges. A block is written with its actions, so they
// are never cleared, and whoever swaps edges swaps their actions, too.
type Actions[A any] struct {
	Data[A]
	find func(actions []A, a A) int
}

// NewActions returns a column without memory.
func NewActions[A comparable]() *Actions[A] { return &Actions[A]{find: slices.Index[[]A, A]} }

func (*Actions[A]) clear(int, int, int) {}

func (a *Actions[A]) pointer(n int) unsafe.Pointer {
	if a.shared == nil {
		return unsafe.Pointer(a.chunks[n])
	}
	return unsafe.Pointer((*a.shared.Load())[n]) // The owner of the column may be changing a.chunks.
}

func (a *Actions[A]) index(slot, first, n uint32) uint32 {
	if k := a.find(a.Of(Edges{First: first, N: int(n)}), *a.At(slot)); k >= 0 {
		return uint32(k)
	}
	return n
}

// ActionsOf returns the actions of a block, to be read.
func ActionsOf[A any](b Block) []A {
	return (*[chunkSlots]A)(b.c.actions)[b.first&chunkMask:][:b.Count()]
}

// ActionOf returns the action of edge k of a block.
func ActionOf[A any](b Block, k uint32) A {
	return (*[chunkSlots]A)(b.c.actions)[(b.first+k)&chunkMask]
}
