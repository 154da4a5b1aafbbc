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
	first, second := s.pawns[white], s.pawns[black]
	for range width {
		// A byte is a square of the column, for a row of the board has eight bits.
		binary.LittleEndian.PutUint64(dst[n:], first&eachRow|second&eachRow<<1)
		first >>= 1
		second >>= 1
		n += height
	}
	return dst[:n]
}

// AppendCells appends the squares column by column, from a1 upwards: 0 is empty, 1 White, 2 Black.
func (Knightthrough) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }

// AppendCells appends the squares column by column, from a1 upwards: 0 is empty, 1 White, 2 Black.
func (PawnWhopping) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }
