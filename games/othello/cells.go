package othello

import (
	"encoding/binary"
	"slices"
)

// AppendCells appends the squares column by column, each from row 1 down: 0 for an empty square, 1
// for Black and 2 for White. It may write up to 7 elements beyond the result, within the capacity
// of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	size, n := g.Size(), len(dst)
	dst = slices.Grow(dst, size*size+7)[:n+size*size+7]
	for column := range size {
		// A row has eight bits, so each byte holds one square of the column.
		squares := s.discs[black]>>column&eachRow | s.discs[white]>>column&eachRow<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += size
	}
	return dst[:n]
}
