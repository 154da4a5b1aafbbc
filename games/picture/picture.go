// Package picture draws the boards of games: as text, and as SVG images, which the pages of package
// inspect show.
package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Colors of pieces. They differ in brightness, too.
const (
	Black  = "#22262b"
	White  = "#fbfaf6"
	Red    = "#c8452f"
	Yellow = "#f4c744"
)

// Ground is the color of a board under its tiles.
const Ground = "#cfc6b8"

// Wood is the colors of a board with points.
var Wood = [2]string{"#e2b974", "#6b5330"}

// Board is a board of squares or points. Its rows have the numbers from 1.
type Board struct {
	Width, Height int

	Columns string    // the names of the columns; if empty, the letters from a
	FromTop bool      // row 1 is the highest
	Points  bool      // pieces are on the crossings of lines, and not in squares
	Colors  [2]string // of the squares, in turn; or of the board and its lines
	Letters bool      // each piece shows its symbol

	// Symbol returns what is in a column and a row, which count from 0: a piece, a blank for a hole
	// in the board, or anything else if there is no piece.
	Symbol func(column, row int) byte

	Pieces map[byte]string // the color of each kind of piece, by its symbol
}

const (
	side   = 40 // of a square
	margin = 22 // for the names of columns and rows
)

// Text draws the board as lines, without the end of the last one. The numbers of the rows have that
// many digits, and none if digits is 0. The names of the columns are next to row 1.
func (b Board) Text(digits int) string {
	names := strings.Repeat(" ", digits)
	for column := range b.Width {
		names += " " + string(b.name(column))
	}
	lines := []string{names}
	for row := range b.Height {
		line := ""
		if digits > 0 {
			line = fmt.Sprintf("%*d", digits, row+1)
		}
		for column := range b.Width {
			line += " " + string(b.Symbol(column, row))
		}
		lines = append(lines, line)
	}
	if !b.FromTop {
		slices.Reverse(lines)
	}
	return strings.Join(lines, "\n")
}

func (b Board) name(column int) byte { return cmp.Or(b.Columns, "abcdefghijklmnopqrstuvwxyz")[column] }

// SVG draws the board.
func (b Board) SVG() string {
	var out strings.Builder
	width, height := b.Width*side+2*margin, b.Height*side+2*margin
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" `, width, height)
	out.WriteString(`font-family="sans-serif" font-size="13" text-anchor="middle" dominant-baseline="central">`)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" rx="8" fill="%s"/>`, width, height, White)
	for column := range b.Width {
		for row := range b.Height {
			b.drawPlace(&out, column, row)
		}
	}
	for column := range b.Width {
		for _, y := range []int{margin / 2, height - margin/2} {
			fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%c</text>`, b.x(column), y, Black, b.name(column))
		}
	}
	for row := range b.Height {
		for _, x := range []int{margin / 2, width - margin/2} {
			fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%d</text>`, x, b.y(row), Black, row+1)
		}
	}
	out.WriteString("</svg>")
	return out.String()
}

// x returns the middle of a column.
func (b Board) x(column int) int { return margin + column*side + side/2 }

// y returns the middle of a row.
func (b Board) y(row int) int {
	if !b.FromTop {
		row = b.Height - 1 - row
	}
	return margin + row*side + side/2
}

// drawPlace draws a square or a point, and its piece.
func (b Board) drawPlace(out *strings.Builder, column, row int) {
	symbol := b.Symbol(column, row)
	if symbol == ' ' {
		return
	}
	x, y := b.x(column), b.y(row)
	ground := b.Colors[(column+row)%2]
	if b.Points {
		ground = b.Colors[0]
	}
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="%s"/>`, x-side/2, y-side/2, side, ground)
	if b.Points {
		b.drawLines(out, column, row)
	}
	color, ok := b.Pieces[symbol]
	if !ok {
		return
	}
	fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="%s"/>`, x, y, side*2/5, color, Black)
	if b.Letters {
		fmt.Fprintf(out, `<text x="%d" y="%d" fill="%s">%c</text>`, x, y, Black, symbol)
	}
}

// drawLines draws the lines from a point to its neighbors.
func (b Board) drawLines(out *strings.Builder, column, row int) {
	x, y := b.x(column), b.y(row)
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		c, r := column+d[0], row+d[1]
		if c < 0 || c >= b.Width || r < 0 || r >= b.Height || b.Symbol(c, r) == ' ' {
			continue
		}
		fmt.Fprintf(out, `<path d="M%d %dL%d %d" stroke="%s"/>`, x, y, (x+b.x(c))/2, (y+b.y(r))/2, b.Colors[1])
	}
}
