package breakthrough

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Move is an action: a piece goes from one square to another. The low byte is its origin and the
// high byte its target, each 8*row+column, counted from 0 at a1, on boards of all sizes.
type Move uint16

// Pass is the action of a player that has no move in Pawn Whopping. The other games have no pass.
const Pass Move = 0xffff

// From returns the origin of the move, 8*row+column.
func (m Move) From() int { return int(m & 0xff) }

// To returns the target of the move, 8*row+column.
func (m Move) To() int { return int(m >> 8) }

// rows returns the number of rows that a move of player goes forward.
func (m Move) rows(player uint8) int {
	rows := m.To()/8 - m.From()/8
	if player == black {
		return -rows
	}
	return rows
}

// columns returns the number of columns that a move goes to the right, as White sees it.
func (m Move) columns() int { return m.To()%8 - m.From()%8 }

// String returns both squares, such as a2-b3, or "pass".
func (m Move) String() string {
	if m == Pass {
		return passText
	}
	return square(m.From()) + "-" + square(m.To())
}

const passText = "pass"

func square(sq int) string { return fmt.Sprintf("%c%d", 'a'+sq%8, sq/8+1) }

// Parse reads two squares of the board, such as a2-b3, in either case. The dash may be an x, or
// missing. Parse does not know the position; [Game.Legal] reports whether the move can be played.
func (g Game) Parse(text string) (Move, error) { return g.parse(text, "like a2-b3") }

// parse implements Parse for all games. The hint shows what a move looks like.
func (g Game) parse(text, hint string) (Move, error) {
	squares := strings.ToLower(text)
	if len(squares) == 5 && (squares[2] == '-' || squares[2] == 'x') {
		squares = squares[:2] + squares[3:]
	}
	if len(squares) == 4 {
		from, ok := g.parseSquare(squares[0], squares[1])
		if to, too := g.parseSquare(squares[2], squares[3]); ok && too {
			return Move(from | to<<8), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want two squares from a1 to %c%d, %s",
		text, 'a'+g.Width()-1, g.Height(), hint)
}

func (g Game) parseSquare(column, row byte) (sq int, ok bool) {
	x, y := int(column)-'a', int(row)-'1'
	return 8*y + x, g.onBoard(x, y)
}

func (g Game) onBoard(column, row int) bool {
	return 0 <= column && column < g.Width() && 0 <= row && row < g.Height()
}

// NumActions returns 6w(h-1) for w columns and h rows, which is 336 for 8x8: three moves up from
// each square except the last row, and three down from each square except the first row. A few of
// them would leave the board at its sides.
func (g Game) NumActions() int { return 6 * g.Width() * (g.Height() - 1) }

// ActionIndex returns the number of a move. White's moves come before Black's. Moves of a side are
// in the order of their origins, and moves of an origin in the order left, straight, right.
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
