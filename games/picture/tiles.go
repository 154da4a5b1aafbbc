package picture

import (
	"fmt"
	"html"
	"strings"
)

// Tiles is a board of square tiles with texts. Its rows and columns have no names.
type Tiles struct {
	Width, Height int

	FromTop bool   // row 0 is the highest
	Caption string // is below the board

	// Tile returns the text and the color of the tile in a column and a row, which count from 0. A
	// place without a color is empty.
	Tile func(column, row int) (text, color string)
}

// The sizes of a board of tiles.
const (
	tileSide = 56
	tileGap  = 4 // around each tile
	caption  = 24
)

// SVG draws the tiles.
func (t Tiles) SVG() string {
	var out strings.Builder
	width, height := t.Width*tileSide+tileGap, t.Height*tileSide+tileGap
	whole := height
	if t.Caption != "" {
		whole += caption
	}
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" `, width, whole)
	out.WriteString(`font-family="sans-serif" font-weight="bold" text-anchor="middle" dominant-baseline="central">`)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" rx="6" fill="%s"/>`, width, height, Ground)
	for column := range t.Width {
		for row := range t.Height {
			t.draw(&out, column, row)
		}
	}
	if t.Caption != "" {
		fmt.Fprintf(&out, `<text x="%d" y="%d" font-size="14" fill="%s">%s</text>`, width/2, height+caption/2, Black, html.EscapeString(t.Caption))
	}
	out.WriteString("</svg>")
	return out.String()
}

// draw draws the tile of a place. Longer texts have smaller letters.
func (t Tiles) draw(out *strings.Builder, column, row int) {
	text, color := t.Tile(column, row)
	if color == "" {
		return
	}
	if !t.FromTop {
		row = t.Height - 1 - row
	}
	x, y, side := column*tileSide+tileGap, row*tileSide+tileGap, tileSide-tileGap
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%[3]d" rx="4" fill="%s"/>`, x, y, side, color)
	size := min(24, 72/max(1, len(text)))
	fmt.Fprintf(out, `<text x="%d" y="%d" font-size="%d" fill="%s">%s</text>`, x+side/2, y+side/2, size, Black, html.EscapeString(text))
}
