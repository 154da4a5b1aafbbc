package othello

import (
	"fmt"
	"strings"
)

// Move is an action: the square of a new disc, 8*row+column counted from 0 at a1 on boards of all
// sizes, or [Pass].
type Move uint8

// Pass is the action of a player who cannot place a disc.
const Pass Move = 64

func squareAt(column, row int) int { return 8*row + column }

// String returns the letter of the column and the number of the row, such as d3, or "pass".
func (m Move) String() string {
	if m == Pass {
		return "pass"
	}
	return fmt.Sprintf("%c%d", 'a'+m%8, m/8+1)
}

// Parse reads a square of the board, such as d3, or "pass", in either case. It does not know the
// position; [Game.Legal] tells whether the move can be played.
func (g Game) Parse(text string) (Move, error) {
	word := strings.ToLower(text)
	if word == "pass" {
		return Pass, nil
	}
	if len(text) == 2 && len(word) == 2 {
		if x, y := int(word[0])-'a', int(word[1])-'1'; g.includes(x, y) {
			return Move(squareAt(x, y)), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want a square from a1 to %c%d, like d3, or pass",
		text, 'a'+g.Size()-1, g.Size())
}

func (g Game) includes(column, row int) bool {
	return 0 <= column && column < g.Size() && 0 <= row && row < g.Size()
}

// IsPass reports whether m is Pass.
func (Game) IsPass(m Move) bool { return m == Pass }
