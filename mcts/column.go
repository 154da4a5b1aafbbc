package mcts

import "unsafe"

// column is data of one feature with a value per edge. The tree grows, clears and moves its columns
// without knowing what they hold; the feature that made a column reads and writes it by slot.
type column interface {
	grow()                                        // makes room for one more chunk
	clear(chunk, from, to int)                    // zeroes the slots from..to-1
	move(toChunk, to int, fromChunk, from, n int) // copies n slots, which may overlap
	bytes() int64                                 // size per chunk
	check(c *checker, e checkedEdge)              // verifies the invariants of an edge
}

// columnOf is a column of one T per edge. It is embedded by the columns of features.
type columnOf[T any] struct {
	chunks []*[chunkSlots]T
}

func (c *columnOf[T]) grow() { c.chunks = append(c.chunks, new([chunkSlots]T)) }

func (c *columnOf[T]) clear(chunk, from, to int) { clear(c.chunks[chunk][from:to]) }

func (c *columnOf[T]) move(toChunk, to, fromChunk, from, n int) {
	copy(c.chunks[toChunk][to:], c.chunks[fromChunk][from:from+n])
}

func (c *columnOf[T]) bytes() int64 { return int64(unsafe.Sizeof([chunkSlots]T{})) }

func (c *columnOf[T]) check(*checker, checkedEdge) {}

// at returns the value of the edge at slot.
func (c *columnOf[T]) at(slot uint32) *T { return &c.chunks[slot>>chunkBits][slot&chunkMask] }

// block returns the values of n edges of one block, of which the first is at slot.
func (c *columnOf[T]) block(slot uint32, n int) []T {
	return c.chunks[slot>>chunkBits][slot&chunkMask:][:n]
}
