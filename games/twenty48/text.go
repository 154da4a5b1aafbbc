package twenty48

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "Player".
func (Game) PlayerName(int) string { return "Player" }

// Text draws the board, with a dot for an empty cell, and says if it is not for the player to move.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for row := side - 1; row >= 0; row-- {
		fmt.Fprint(&b, row+1)
		for column := range side {
			tile := "."
			if n := s.Tile(column, row); n > 0 {
				tile = strconv.Itoa(n)
			}
			fmt.Fprintf(&b, "%6s", tile)
		}
		b.WriteByte('\n')
	}
	b.WriteString("      a     b     c     d\n")
	switch {
	case s.due > 0:
		b.WriteString("A tile is about to be placed.\n")
	case directions(s.board) == 0:
		b.WriteString("The game is over.\n")
	}
	return b.String()
}

// colors are the colors of the tiles, by the power of two.
var colors = [...]string{
	"#e4ded4", "#f3efe6", "#ece0bd", "#f2cf8d", "#efb56b", "#ee9a58", "#e98252", "#f0d35e",
	"#dfc94a", "#b7cf5a", "#86c46a", "#62bda0", "#5fb4c9", "#7da3dc", "#a996dd", "#c98fcf",
}

// SVG draws the board.
func (Game) SVG(s *State) string {
	return picture.Tiles{Width: side, Height: side, Tile: func(column, row int) (text, color string) {
		tile := s.Tile(column, row)
		if tile == 0 {
			return "", colors[0]
		}
		return strconv.Itoa(tile), colors[s.board>>(4*(side*row+column))&15]
	}}.SVG()
}

var names = [...]string{"up", "down", "left", "right"}

// String returns the name of a direction, or a cell and the tile that is placed there, such as
// b3=2.
func (a Action) String() string {
	if a < firstTile {
		return names[a]
	}
	cell, power := a.cell()
	return fmt.Sprintf("%c%d=%d", 'a'+cell%side, cell/side+1, 1<<power)
}

// Parse reads what String writes, in either case. The first letter of a direction is enough.
func (Game) Parse(text string) (Action, error) {
	text = strings.ToLower(text)
	for a, name := range names {
		if text == name || text == name[:1] {
			return Action(a), nil
		}
	}
	for a := firstTile; int(a) < numActions; a++ {
		if text == a.String() {
			return a, nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want up, down, left or right, or for a tile that is placed a text such as b3=2", text)
}

// Legal returns nil if a may be played, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Action) error {
	switch cell, _ := a.cell(); {
	case int(a) >= numActions:
		return errors.New("there is no such action")
	case s.due == 0 && directions(s.board) == 0:
		return errors.New("the game is over: no direction changes the board")
	case a < firstTile && s.due > 0:
		return errors.New("a tile has to be placed first")
	case a < firstTile && directions(s.board)>>a&1 == 0:
		return fmt.Errorf("%v does not change the board", a)
	case a >= firstTile && s.due == 0:
		return errors.New("no tile is to be placed now")
	case a >= firstTile && s.board>>(4*cell)&15 != 0:
		return fmt.Errorf("there is a tile on %s", a.String()[:2])
	}
	return nil
}
