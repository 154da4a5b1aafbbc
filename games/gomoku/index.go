package gomoku

import (
	"math/bits"
	"slices"
)

// NumActions returns the number of points of the board.
func (g Game) NumActions() int { return g.board().area }

// ActionIndex numbers the points row by row: a1 is 0, b1 is 1, a2 is the width of the board.
func (g Game) ActionIndex(p Point) int { return g.board().index(p) }

// AppendIndices appends the number of every point that AppendActions lists, in that order.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	b := g.board()
	if b.over(s) {
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, b.area-int(s.plies))[:n+b.area-int(s.plies)]
	for i := range b.words {
		for word := b.empty(s, i); word != 0; word &= word - 1 {
			dst[n] = int32(i<<6 | bits.TrailingZeros64(word))
			n++
		}
	}
	return dst
}

// IsLegalIndex reports whether point i is empty and the game is not over.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	return !s.won && g.board().empty(s, int(i>>6))>>(i&63)&1 != 0
}

// IndexAction returns the point with number i.
func (g Game) IndexAction(i int32) Point { return g.board().points[i] }
