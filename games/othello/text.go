package othello

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "Black" or "White".
func (Game) PlayerName(player int) string { return [2]string{"Black", "White"}[player&1] }

// symbol returns the character that Text draws for a disc of a player.
func symbol(player int) byte { return "XO"[player&1] }

// Text draws the board, with row 1 at the top, X for Black's discs and O for White's. It counts the
// discs and reports which player is to move or has won.
func (g Game) Text(s *State) string {
	blacks, whites := bits.OnesCount64(s.discs[black]), bits.OnesCount64(s.discs[white])
	return fmt.Sprintf("%s\nX %d, O %d, %s\n", g.picture(s).Text(1), blacks, whites, g.status(s))
}

// at returns the symbol of a square.
func (s *State) at(square int) byte {
	for player, discs := range s.discs {
		if discs>>square&1 != 0 {
			return symbol(player)
		}
	}
	return '.'
}

func (g Game) status(s *State) string {
	who := func(player int) string { return fmt.Sprintf("%s (%c)", g.PlayerName(player), symbol(player)) }
	switch more := bits.OnesCount64(s.discs[black]) - bits.OnesCount64(s.discs[white]); {
	case !g.over(s):
		return who(g.ToMove(s)) + " to move"
	case more == 0:
		return "a draw"
	case more > 0:
		return who(black) + " has won"
	}
	return who(white) + " has won"
}

// Legal returns nil if m may be played at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, m Move) error {
	if g.over(s) {
		return errors.New("the game is over: neither player can place a disc")
	}
	me, op := s.sides()
	targets, name := g.targets(me, op), g.PlayerName(g.ToMove(s))
	switch {
	case m == Pass && targets != 0:
		return fmt.Errorf("%s can place a disc, so it must not pass: try %v",
			name, Move(bits.TrailingZeros64(targets)))
	case m == Pass:
		return nil
	case m > Pass || !g.includes(int(m%8), int(m/8)):
		return fmt.Errorf("the move is off the board: want a square from a1 to %v", Move(squareAt(g.Size()-1, g.Size()-1)))
	case s.at(int(m)) != '.':
		return fmt.Errorf("there is a disc on %v", m)
	case targets == 0:
		return fmt.Errorf("%s must pass: a disc on any square would turn none", name)
	case targets>>m&1 == 0:
		return fmt.Errorf("a disc on %v would turn none", m)
	}
	return nil
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }

func (g Game) picture(s *State) picture.Board {
	return picture.Board{
		Width: g.Size(), Height: g.Size(), FromTop: true, Colors: [2]string{"#3f8f5f", "#38845a"},
		Symbol: func(column, row int) byte { return s.at(squareAt(column, row)) },
		Pieces: map[byte]string{'X': picture.Black, 'O': picture.White},
	}
}

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
// position; [Game.Legal] reports whether the move can be played.
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
