package samegame

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// Cell is a place of the board, and an action: the group of the block there is removed. It is 16
// times the column plus the row, both counted from 0 at the lower left.
type Cell uint8

func cell(x, y int) Cell { return Cell(x<<4 | y) }

func (c Cell) x() int { return int(c >> 4) }
func (c Cell) y() int { return int(c & 15) }

// String returns the column as a letter and the row as a number, such as c4.
func (c Cell) String() string { return string(rune('a'+c.x())) + strconv.Itoa(c.y()+1) }

// Parse reads what String writes, in either case. It does not know the position; [Game.Legal]
// reports whether the action is legal.
func (g Game) Parse(text string) (Cell, error) {
	for x := range g.Width() {
		for y := range g.Height() {
			if c := cell(x, y); strings.EqualFold(text, c.String()) {
				return c, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a move: want the column and the row of a block from a1 to %v, like a1",
		text, cell(g.Width()-1, g.Height()-1))
}

// Legal returns nil if c is the first block of a group that may be removed, and otherwise an error
// that explains why not.
func (g Game) Legal(s *State, c Cell) error {
	first, size := s.group(c)
	switch {
	case size == 0:
		return fmt.Errorf("%v is empty", c)
	case len(g.AppendActions(nil, s)) == 0:
		return errors.New("the game is over: no two blocks of one color touch")
	case size == 1:
		return fmt.Errorf("%v is a single block: want a group of two or more", c)
	case first != c:
		return fmt.Errorf("%v belongs to the group that is called %v, by its lowest block in the leftmost column", c, first)
	}
	return nil
}

// group returns the first block of the group at c, and its size: 0 for an empty place.
func (s *State) group(c Cell) (first Cell, size int) {
	if c.x() >= MaxSize || s.columns[c.x()][c.y()] == 0 {
		return c, 0
	}
	var f flood
	f.fill(s, c, false)
	for y := range MaxSize {
		if f.rows[1+f.low]>>y&1 != 0 {
			return cell(f.low, y), int(f.size)
		}
	}
	return c, 0
}

// PlayerName returns "Player".
func (Game) PlayerName(int) string { return "Player" }

// picture returns the board with a symbol for each color.
func (g Game) picture(s *State) picture.Board {
	return picture.Board{
		Width: g.Width(), Height: g.Height(), Colors: [2]string{"#d9d5ca", "#d9d5ca"}, Letters: true,
		Symbol: func(x, y int) byte { return ".01234"[s.columns[x][y]] },
		Pieces: map[byte]string{'0': picture.Red, '1': picture.Yellow, '2': "#4a78b5", '3': "#6ea05c", '4': picture.White},
	}
}

// Text draws the board, with a number for the color of each block. At the end it reports the points
// of the final board.
func (g Game) Text(s *State) string {
	text := g.picture(s).Text(2) + "\n"
	if len(g.AppendActions(nil, s)) > 0 {
		return text
	}
	if end := s.end(); end > 0 {
		return text + fmt.Sprintf("The board is cleared: %d points.\n", end)
	}
	return text + fmt.Sprintf("The game is over, and the rest costs %d points.\n", -s.end())
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }
