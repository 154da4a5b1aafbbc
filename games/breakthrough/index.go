package breakthrough

import (
	"math/bits"
	"slices"
)

// NumActions returns 6w(h-1) for w columns and h rows, which is 336 for 8x8: three moves up from
// each square except those of the last row, and three down from each square except those of the
// first. A few of them would leave the board at its sides.
func (g Game) NumActions() int { return 6 * g.Width() * (g.Height() - 1) }

// ActionIndex returns the number of a move. White's moves come before Black's. Those of a side are
// in the order of their origins, and those of an origin in the order left, straight, right.
func (g Game) ActionIndex(m Move) int {
	first, step := int(g.firstIndices()[m&63]), m.To()-m.From()
	if step > 0 {
		return first + step + shift(black) + 2
	}
	return first + step - shift(black) + g.firstOfBlack()
}

// AppendIndices appends the number of every move that AppendActions lists, in that order. It may
// write up to 64 elements after dst.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	if g.over(s) {
		return dst
	}
	me, up := s.mover&1, shift(s.mover)
	left, straight, right := g.board().targets(s.pawns[me], s.pawns[me^1], up)
	numbers, first := g.firstIndices(), int32(me)*int32(g.firstOfBlack())
	n := len(dst)
	dst = slices.Grow(dst, maxMoves)[:n+maxMoves]
	room := (*[maxMoves]int32)(dst[n:])
	k := 0
	for direction, targets := range [...]uint64{left, straight, right} {
		offset := first + int32(direction)
		for from := bits.RotateLeft64(targets, -up-direction); from != 0; from &= from - 1 {
			room[k&(maxMoves-1)] = int32(numbers[bits.TrailingZeros64(from)&63]) + offset
			k++
		}
	}
	return dst[:n+k]
}

// maxMoves is a power of two that no number of moves exceeds: there are 16 pawns on a side.
const maxMoves = 64

// IsLegalIndex reports whether the move with number i is legal.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	m, me := g.IndexAction(i), s.mover&1
	if g.over(s) || (m.To() < m.From()) != (me == black) {
		return false
	}
	left, straight, right := g.board().targets(s.pawns[me], s.pawns[me^1], shift(me))
	targets := [...]uint64{left, straight, right}[i%3]
	return targets>>(m.To()&63)&1 != 0
}

// IndexAction returns the move with number i.
func (g Game) IndexAction(i int32) Move {
	from, step := 0, shift(white)
	if half := int32(g.NumActions() / 2); i >= half {
		i, from, step = i-half, 8, shift(black)
	}
	from += int(origins[g.narrower&7][i/3&63])
	return Move(from | (from+step+int(i%3))<<8)
}

// firstOfBlack returns the number of a move of Black to the left, less the first of
// [Game.firstIndices] for its origin.
func (g Game) firstOfBlack() int { return 3 * g.Width() * (g.Height() - 2) }

// firstIndices returns the number of White's move to the left from every square.
func (g Game) firstIndices() *[64]uint8 { return &firstIndices[g.narrower&7] }

// firstIndices holds three times the number of every square if rows have narrower columns less than
// 8, and origins is its inverse.
var (
	firstIndices [MaxWidth][64]uint8
	origins      [MaxWidth][64]uint8
)

func init() {
	for narrower := range MaxWidth {
		width := MaxWidth - narrower
		for sq := range 64 {
			if cell := sq/8*width + sq%8; sq%8 < width {
				firstIndices[narrower][sq] = uint8(3 * cell)
				origins[narrower][cell] = uint8(sq)
			}
		}
	}
}
