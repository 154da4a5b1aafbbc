package sliding

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "Player".
func (Game) PlayerName(int) string { return "Player" }

// Text draws the board, with a dot for the gap, and reports how many plies are left.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for place := range g.places() {
		tile := "."
		if n := s.tile(place); n > 0 {
			tile = strconv.Itoa(n)
		}
		fmt.Fprintf(&b, "%3s", tile)
		if place%g.Size() == g.Size()-1 {
			b.WriteByte('\n')
		}
	}
	return b.String() + g.status(s) + "\n"
}

func (g Game) status(s *State) string {
	switch {
	case s.tiles == g.goal():
		return "The goal is reached."
	case s.left == 0:
		return "The limit is reached."
	}
	return fmt.Sprintf("%d plies left", s.left)
}

// The colors of tiles on their places and elsewhere.
const (
	homeColor  = "#c9dca4"
	awayColor  = "#f3efe6"
	emptyColor = ""
)

// SVG draws the board, and reports how many plies are left. Tiles on their places have another
// color.
func (g Game) SVG(s *State) string {
	size := g.Size()
	return picture.Tiles{Width: size, Height: size, FromTop: true, Caption: g.status(s), Tile: func(column, row int) (text, color string) {
		place := row*size + column
		switch tile := s.tile(place); tile {
		case 0:
			return "", emptyColor
		case place + 1:
			return strconv.Itoa(tile), homeColor
		default:
			return strconv.Itoa(tile), awayColor
		}
	}}.SVG()
}

// String returns the number of the tile.
func (t Tile) String() string { return strconv.Itoa(int(t)) }

// Parse reads the number of a tile.
func (g Game) Parse(text string) (Tile, error) {
	for t := 1; t < g.places(); t++ {
		if text == strconv.Itoa(t) {
			return Tile(t), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want the number of a tile, 1 to %d", text, g.places()-1)
}

// Legal returns nil if a tile may slide at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, t Tile) error {
	switch {
	case s.tiles == g.goal():
		return errors.New("the game is over: all tiles are in their places")
	case s.left == 0:
		return errors.New("the game is over: no plies are left")
	case t < 1 || int(t) >= g.places():
		return fmt.Errorf("there is no tile %d: want 1 to %d", t, g.places()-1)
	}
	if _, ok := g.find(s, t); !ok {
		return fmt.Errorf("tile %d is not next to the gap", t)
	}
	return nil
}
