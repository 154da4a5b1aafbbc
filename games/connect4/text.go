package connect4

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// String returns the letter of the column, a for the leftmost.
func (a Drop) String() string { return string(rune('a' + a)) }

// Parse reads a column: its letter in either case, or its number from 1. It does not know the
// position; [Game.Legal] reports whether the column can be played.
func (g Game) Parse(text string) (Drop, error) {
	letters := "abcdefgh"[:g.Width()]
	if t := strings.ToLower(strings.TrimSpace(text)); len(t) == 1 {
		if c := strings.Index(letters, t); c >= 0 {
			return Drop(c), nil
		}
		if n := int(t[0] - '1'); t[0] >= '1' && n < g.Width() {
			return Drop(n), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want a column, a to %c or 1 to %d",
		text, letters[g.Width()-1], g.Width())
}

// Legal returns nil if a may be played at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Drop) error {
	switch {
	case hasLine(s.own ^ s.discs):
		return errors.New("the game is over: there are four in a line")
	case int(a) >= g.Width():
		return fmt.Errorf("there is no column %d: the board has %d", int(a)+1, g.Width())
	case s.discs>>(int(a)*columnBits+g.Height()-1)&1 != 0:
		return fmt.Errorf("column %v is full", a)
	}
	return nil
}

// PlayerName returns X for the first player and O for the second.
func (Game) PlayerName(player int) string { return [...]string{"X", "O"}[player] }

// Text draws the board and, until the game is over, reports which player is to move.
func (g Game) Text(s *State) string {
	text := g.picture(s).Text(0)
	if !hasLine(s.own^s.discs) && s.discs != g.full() {
		text += "   " + g.PlayerName(g.ToMove(s)) + " to move"
	}
	return text + "\n"
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }

func (g Game) picture(s *State) picture.Board {
	cells := g.AppendCells(nil, s)
	return picture.Board{
		Width: g.Width(), Height: g.Height(), Colors: [2]string{"#3d6ea8", "#376499"}, Letters: true,
		Symbol: func(column, row int) byte { return ".XO"[cells[column*g.Height()+row]] },
		Pieces: map[byte]string{'X': picture.Yellow, 'O': picture.Red},
	}
}
