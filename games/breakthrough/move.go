package breakthrough

import (
	"fmt"
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
// missing. Parse does not know the position; [Game.Legal] tells whether the move can be played.
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
