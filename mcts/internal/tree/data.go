package tree

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// column is the storage of a [Data] of any type. The tree grows, clears and moves its columns
// without knowing what they hold; the feature that made one reads and writes it by slot. It is no
// generic type, because all methods of one would be compiled in the package of every user.
type column struct {
	chunks []unsafe.Pointer                  // to arrays of chunkSlots values
	shared *atomic.Pointer[[]unsafe.Pointer] // all chunks, if several workers share them; chunks may be fewer
	size   uintptr                           // of a value

	make  func() unsafe.Pointer
	clear func(chunk unsafe.Pointer, from, to int)                       // zeroes the slots from..to-1; nil: they are not cleared
	copy  func(to unsafe.Pointer, at int, from unsafe.Pointer, i, n int) // copies n slots, which may overlap
	swap  func(a unsafe.Pointer, i int, b unsafe.Pointer, j int)
}

// columnOf returns an empty column of values of type T.
func columnOf[T any]() column {
	type chunk = *[chunkSlots]T
	var value T
	return column{
		size:  unsafe.Sizeof(value),
		make:  func() unsafe.Pointer { return unsafe.Pointer(new([chunkSlots]T)) },
		clear: func(c unsafe.Pointer, from, to int) { clear(chunk(c)[from:to]) },
		copy: func(to unsafe.Pointer, at int, from unsafe.Pointer, i, n int) {
			copy(chunk(to)[at:], chunk(from)[i:i+n])
		},
		swap: func(a unsafe.Pointer, i int, b unsafe.Pointer, j int) {
			chunk(a)[i], chunk(b)[j] = chunk(b)[j], chunk(a)[i]
		},
	}
}

// grow adds a chunk, and returns it.
func (c *column) grow() (made unsafe.Pointer) {
	if made = c.make(); c.shared == nil {
		c.chunks = append(c.chunks, made)
		return made
	}
	more := append(slices.Clone(*c.shared.Load()), made)
	c.shared.Store(&more)
	return made
}

// shrink drops all chunks but the first n.
func (c *column) shrink(n int) {
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

// share lets a column have the chunks of another worker's, or its own for others to share.
func (c *column) share(first *column) {
	if first.shared == nil {
		all := first.chunks
		first.shared = new(atomic.Pointer[[]unsafe.Pointer])
		first.shared.Store(&all)
	}
	c.shared = first.shared
}

// chunk returns a chunk. If several workers share the column, another one may have added it.
func (c *column) chunk(n int) unsafe.Pointer {
	if n >= len(c.chunks) {
		c.chunks = *c.shared.Load()
	}
	return c.chunks[n]
}

func (c *column) clearSlots(chunk, from, to int) {
	if c.clear != nil {
		c.clear(c.chunk(chunk), from, to)
	}
}

func (c *column) moveSlots(toChunk, to, fromChunk, from, n int) {
	c.copy(c.chunk(toChunk), to, c.chunk(fromChunk), from, n)
}

func (c *column) swapSlots(i, j uint32) {
	c.swap(c.chunk(int(i>>chunkBits)), int(i&chunkMask), c.chunk(int(j>>chunkBits)), int(j&chunkMask))
}

// Data is a column of one T per slot; see [NewData].
type Data[T any] struct {
	column
	picked []T
}

// NewData gives a tree a column. holdsUntried reports whether it may hold something of any edge
// that has not been tried; otherwise it does so only in blocks that are marked.
func NewData[T any](t *Tree, holdsUntried bool) *Data[T] {
	d := &Data[T]{column: columnOf[T]()}
	t.columns = append(t.columns, &d.column)
	t.LimitBytes(t.maxBytes)
	if holdsUntried {
		t.untried = append(t.untried, &d.column)
	}
	return d
}

// At returns where the value of a slot is, until the tree moves it.
func (d *Data[T]) At(slot uint32) *T { return &d.slots(slot)[slot&chunkMask] }

// slots returns the chunk of a slot.
func (d *Data[T]) slots(slot uint32) *[chunkSlots]T {
	return (*[chunkSlots]T)(d.chunk(int(slot >> chunkBits)))
}

// Edges are some edges of one block. A call passes them in registers, of which a slice takes more
// than there are.
type Edges struct {
	First  uint32    // slot of the first edge of the block
	N      int       // how many of the edges, the first ones
	Places *[]uint32 // if not nil, the indices of the edges instead
}

// Block returns the address of the block.
func (e Edges) Block() uint32 { return e.First - Headers }

// Index returns the index in the block of the i-th of the edges.
func (e Edges) Index(i uint32) uint32 {
	if e.Places != nil {
		return (*e.Places)[i]
	}
	return i
}

// Of returns the values of some edges. They are good until the next call.
func (d *Data[T]) Of(e Edges) []T {
	values := d.slots(e.First)[e.First&chunkMask:]
	if e.Places == nil {
		return values[:e.N] // Most often; Pick is not inlined.
	}
	return Pick(values, e, &d.picked)
}

// Pick returns the values of some edges of a block, of values by the index of the edge. picked is
// memory for them.
func Pick[T any](values []T, e Edges, picked *[]T) []T {
	if e.Places == nil {
		return values[:e.N]
	}
	*picked = (*picked)[:0]
	for _, k := range *e.Places {
		*picked = append(*picked, values[k])
	}
	return *picked
}

// From returns the values of a block from a slot on, to be read. Other workers must not add chunks.
func (d *Data[T]) From(slot uint32) []T {
	return (*[chunkSlots]T)(d.chunks[slot>>chunkBits])[slot&chunkMask:]
}

// Actions is the column of the actions of the edges. A block is written with its actions, so they
// are never cleared, and whoever swaps edges swaps their actions, too.
type Actions[A any] struct {
	Data[A]
	index func(slot, first, n uint32) uint32 // the index among n actions of that at slot; n if there is none
}

// NewActions returns a column without memory.
func NewActions[A comparable]() *Actions[A] {
	a := &Actions[A]{Data: Data[A]{column: columnOf[A]()}}
	a.clear = nil
	a.index = func(slot, first, n uint32) uint32 {
		if k := slices.Index(a.Of(Edges{First: first, N: int(n)}), *a.At(slot)); k >= 0 {
			return uint32(k)
		}
		return n
	}
	return a
}
