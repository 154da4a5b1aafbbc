package breakthrough

import (
	"fmt"
	"strings"
)

// Move is an action: a pawn goes from one square to another. The low byte is the square it leaves and the high
// byte the one it enters, each 8*row+column, counted from 0 at a1, whatever the size of the board.
type Move uint16

// Pass is the action of who has no move in Pawn Whopping. No other game has it.
const Pass Move = 0xffff

// From returns the square that the pawn leaves, 8*row+column.
func (m Move) From() int { return int(m & 0xff) }

// To returns the square that the pawn enters, 8*row+column.
func (m Move) To() int { return int(m >> 8) }

// rows returns how many rows a move goes forward, for the player who makes it.
func (m Move) rows(player uint8) int {
	rows := m.To()/8 - m.From()/8
	if player == black {
		return -rows
	}
	return rows
}

// columns returns how many columns a move goes to the right, as White sees it.
func (m Move) columns() int { return m.To()%8 - m.From()%8 }

// String returns both squares, column and row, such as a2-b3, or "pass".
func (m Move) String() string {
	if m == Pass {
		return passText
	}
	return square(m.From()) + "-" + square(m.To())
}

const passText = "pass"

func square(sq int) string { return fmt.Sprintf("%c%d", 'a'+sq%8, sq/8+1) }

// Parse reads what String writes, in any case; an x may stand for the dash, or nothing. It knows the size of the
// board, but no position: Legal tells whether a move may be played.
func (g Game) Parse(text string) (Move, error) { return g.parse(text, "such as a2-b3") }

// parse does the same for all games. The hint says what a move looks like.
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
	return 0, fmt.Errorf("breakthrough: Parse(%q): want two squares of columns a to %c and rows 1 to %d, %s",
		text, 'a'+g.Width()-1, g.Height(), hint)
}

func (g Game) parseSquare(column, row byte) (sq int, ok bool) {
	x, y := int(column)-'a', int(row)-'1'
	return 8*y + x, g.onBoard(x, y)
}

func (g Game) onBoard(column, row int) bool {
	return 0 <= column && column < g.Width() && 0 <= row && row < g.Height()
}

// NumActions returns 6w(h-1) for w columns and h rows, which is 336 for 8x8: three moves up from each square but
// those of the last row, and three down from each but those of the first. A few would leave the board at its sides.
func (g Game) NumActions() int { return 6 * g.Width() * (g.Height() - 1) }

// ActionIndex returns the number of a move: first White's by the square they leave, then Black's, and of a square
// to the left, straight, to the right.
func (g Game) ActionIndex(m Move) int {
	from, step, width := m.From(), m.To()-m.From(), g.Width()
	if step > 0 {
		return 3*(from>>3*width+from&7) + step - 7
	}
	return 3*((from>>3+g.Height()-2)*width+from&7) + step + 9
}
