package gomoku

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "Black" or "White".
func (Game) PlayerName(player int) string { return [2]string{"Black", "White"}[player&1] }

// symbol returns the character that Text draws for a stone of a player.
func symbol(player int) byte { return "XO"[player&1] }

// Text draws the board, with X for Black's stones and O for White's, and reports which player is to
// move or how the game ended.
func (g Game) Text(s *State) string { return g.picture(s).Text(2) + "\n" + g.status(s) + "\n" }

// at returns the symbol of the point with that index.
func (s *State) at(i int) byte {
	for player := range s.stones {
		if s.stones[player].has(i) {
			return symbol(player)
		}
	}
	return '.'
}

func (g Game) status(s *State) string {
	mover := g.ToMove(s)
	switch {
	case s.won:
		return fmt.Sprintf("%s (%c) has won", g.PlayerName(1-mover), symbol(1-mover))
	case g.board().over(s):
		return "a draw"
	}
	return fmt.Sprintf("%s (%c) to move", g.PlayerName(mover), symbol(mover))
}

// Legal returns nil if p may be played at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, p Point) error {
	b := g.board()
	x, y := p.XY()
	switch {
	case s.won:
		return fmt.Errorf("the game is over: %s has %d in a row", g.PlayerName(1-g.ToMove(s)), b.length)
	case b.over(s):
		return errors.New("the game is over: the board is full")
	case !b.includes(x, y):
		return fmt.Errorf("%v is off the board: want a point from a1 to %v", p, At(b.width-1, b.height-1))
	}
	if c := s.at(b.index(p)); c != '.' {
		return fmt.Errorf("%v is taken by %s", p, g.PlayerName(strings.IndexByte("XO", c)))
	}
	return nil
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }

func (g Game) picture(s *State) picture.Board {
	b := g.board()
	return picture.Board{
		Width: b.width, Height: b.height, Points: true, Colors: picture.Wood,
		Symbol: func(x, y int) byte { return s.at(y*b.width + x) },
		Pieces: map[byte]string{'X': picture.Black, 'O': picture.White},
	}
}
