package nogo

import (
	"fmt"
	"strings"
)

// Text draws the board: X is Black, O is White, + is empty, and a hollow point is blank.
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

// Parse reads a point of the board like "E5", in either case. There is no column I. It does not ask whether the
// point may be played; Legal does.
func (g Game) Parse(text string) (Point, error) {
	p, err := ParsePoint(text)
	if err != nil {
		return 0, err
	}
	if b := g.board(); !b.includes(p) {
		return 0, fmt.Errorf("nogo: Parse(%q): off the %dx%d board, want A1-%v", text, b.width, b.height,
			At(b.width-1, b.height-1))
	}
	return p, nil
}
