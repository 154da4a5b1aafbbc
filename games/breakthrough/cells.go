package breakthrough

import (
	"encoding/binary"
	"slices"
)

// AppendCells appends the squares column by column, from a1 upwards: 0 is empty, 1 White, 2 Black. It may use up to 7 elements
// of the capacity of dst beyond the result.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	width, height := g.Width(), g.Height()
	n := len(dst)
	dst = slices.Grow(dst, width*height+7)[:n+width*height+7]
	for column := range width {
		// A byte is a square of the column, for a row of the board has eight bits.
		squares := s.pawns[white]>>column&eachRow | s.pawns[black]>>column&eachRow<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += height
	}
	return dst[:n]
}

// AppendCells appends the squares column by column, from a1 upwards: 0 is empty, 1 White, 2 Black.
func (Knightthrough) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }

// AppendCells appends the squares column by column, from a1 upwards: 0 is empty, 1 White, 2 Black.
func (PawnWhopping) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }
