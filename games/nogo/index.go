package nogo

import (
	"math/bits"
	"slices"
)

// NumActions returns the number of points of the board, hollow ones included.
func (g Game) NumActions() int { return g.board().width * g.board().height }

// ActionIndex numbers the points of the board row by row: A1 is 0, B1 is 1, A2 is the width of the
// board.
func (g Game) ActionIndex(p Point) int { return int(g.board().index(p)) }

// index returns the number of a point.
func (b *board) index(p Point) int32 { return int32(p) - int32(p/stride)*int32(stride-b.width) }

// AppendIndices appends the number of every point that AppendActions lists, in that order.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	b := g.board()
	legal := b.legal(s)
	n := len(dst)
	count := 0
	for _, word := range legal[:b.words] {
		count += bits.OnesCount64(word)
	}
	dst = slices.Grow(dst, count)[:n+count]
	for i, word := range legal[:b.words] {
		for ; word != 0; word &= word - 1 {
			dst[n] = b.index(Point(i<<6 | bits.TrailingZeros64(word)))
			n++
		}
	}
	return dst
}

// IsLegalIndex reports whether a stone of the player to move may be placed on point i.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	b, p := g.board(), g.IndexAction(i)
	if !b.playable.has(p) || s.stones[0].has(p) || s.stones[1].has(p) {
		return false
	}
	if _, doubtful := b.free(s); !doubtful.has(p) {
		return true
	}
	var z grid
	z.set(b, s)
	return z.play(uint(p), s.player)
}

// IndexAction returns the point with number i.
func (g Game) IndexAction(i int32) Point { return g.board().points[i] }
