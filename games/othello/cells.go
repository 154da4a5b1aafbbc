package othello

import (
	"encoding/binary"
	"slices"
)

// AppendCells appends the squares column by column, each from row 1 on: 0 is empty, 1 Black, 2 White. It may use up to 7
// elements of the capacity of dst beyond the result.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	size, n := g.Size(), len(dst)
	dst = slices.Grow(dst, size*size+7)[:n+size*size+7]
	for column := range size {
		// A byte is a square of the column, for a row of the board has eight bits.
		squares := s.discs[black]>>column&eachRow | s.discs[white]>>column&eachRow<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += size
	}
	return dst[:n]
}
