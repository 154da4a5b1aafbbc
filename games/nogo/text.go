package nogo

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// Text draws the board, with X for Black, O for White, + for an empty point and a blank for a
// hollow one.
func (g Game) Text(s *State) string {
	b := g.board()
	var text strings.Builder
	names := "  "
	for x := range b.width {
		names += " " + columns[x:x+1]
	}
	text.WriteString(names + "\n")
	for y := b.height - 1; y >= 0; y-- {
		fmt.Fprintf(&text, "%2d", y+1)
		for x := range b.width {
			text.WriteByte(' ')
			text.WriteByte(b.symbol(s, At(x, y)))
		}
		fmt.Fprintf(&text, " %d\n", y+1)
	}
	text.WriteString(names + "\n")
	return text.String()
}

func (b *board) symbol(s *State, p Point) byte {
	player, ok := s.Stone(p)
	switch {
	case ok:
		return "XO"[player]
	case b.playable.has(p):
		return '+'
	}
	return ' '
}

// Parse reads a point of the board, such as E5, in either case. It does not know the position;
// [Game.Legal] tells whether the point can be played.
func (g Game) Parse(text string) (Point, error) {
	p, err := ParsePoint(text)
	if err != nil {
		return 0, err
	}
	if b := g.board(); !b.includes(p) {
		return 0, fmt.Errorf("%q is not a move: want a point from A1 to %v", text, At(b.width-1, b.height-1))
	}
	return p, nil
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string {
	b := g.board()
	return picture.Board{
		Width: b.width, Height: b.height, Columns: columns, Points: true, Colours: picture.Wood,
		Symbol: func(x, y int) byte { return b.symbol(s, At(x, y)) },
		Pieces: map[byte]string{'X': picture.Black, 'O': picture.White},
	}.SVG()
}
