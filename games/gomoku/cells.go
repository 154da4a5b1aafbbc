package gomoku

import (
	"encoding/binary"
	"slices"
)

// AppendCells appends the points column by column, each from the lowest row up: 0 for an empty
// point, 1 for Black and 2 for White. It may write up to 7 elements beyond the result, within the
// capacity of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	b := g.board()
	n := len(dst)
	dst = slices.Grow(dst, b.area+7)[:n+b.area+7]
	if b.width == 8 && b.words == 1 {
		const eachRow = 0x0101010101010101
		for x := range b.width {
			// A row has eight bits, so each byte holds one point of the column.
			binary.LittleEndian.PutUint64(dst[n:], s.stones[0][0]>>x&eachRow|s.stones[1][0]>>x&eachRow<<1)
			n += b.height
		}
		return dst[:n]
	}
	for x := range b.width {
		for i := x; i < b.area; i += b.width {
			dst[n] = uint8(s.stones[0][i>>6]>>(i&63)&1 | s.stones[1][i>>6]>>(i&63)&1<<1)
			n++
		}
	}
	return dst[:n]
}
