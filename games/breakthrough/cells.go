package breakthrough

import (
	"encoding/binary"
	"slices"
)

// AppendCells appends the squares column by column, each from the lowest row up: 0 for an empty
// square, 1 for White and 2 for Black. It may write up to 7 elements beyond the result, within the
// capacity of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	width, height := g.Width(), g.Height()
	n := len(dst)
	dst = slices.Grow(dst, width*height+7)[:n+width*height+7]
	first, second := s.pawns[white], s.pawns[black]
	for range width {
		// A row has eight bits, so each byte holds one square of the column.
		binary.LittleEndian.PutUint64(dst[n:], first&eachRow|second&eachRow<<1)
		first >>= 1
		second >>= 1
		n += height
	}
	return dst[:n]
}

// AppendCells appends the squares as [Game.AppendCells] does.
func (Knightthrough) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }

// AppendCells appends the squares as [Game.AppendCells] does.
func (PawnWhopping) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }
