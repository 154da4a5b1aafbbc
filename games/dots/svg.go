package dots

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// The sizes of the picture.
const (
	boxSide    = 44
	inset      = 28 // for the names of columns and rows
	lineHeight = 18
)

// The colors of the picture.
const (
	boxColor  = "#e2c89a"
	freeColor = "#e4e0d6"
)

// SVG draws the board, and says below it how many boxes each player has.
func (g Game) SVG(s *State) string { return g.picture(s.drawn, g.counts(s)) }

// picture draws the board: the completed boxes, the edges, dark if they are drawn and light if they
// are free, the dots and their names. The lines are below it.
func (g Game) picture(drawn uint64, lines []string) string {
	var out strings.Builder
	width, height := g.Width()*boxSide+2*inset, g.Height()*boxSide+2*inset
	at := func(column, row int) (x, y int) { return inset + column*boxSide, height - inset - row*boxSide }
	whole := height + lineHeight*len(lines)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" `, width, whole)
	out.WriteString(`font-family="sans-serif" font-size="13" text-anchor="middle" dominant-baseline="central">`)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" rx="8" fill="%s"/>`, width, whole, picture.White)
	for boxes := g.completed(drawn); boxes != 0; boxes &= boxes - 1 {
		column, row, _, _ := Edge(bits.TrailingZeros64(boxes)).ends() // the lower edge
		x, y := at(column, row+1)
		fmt.Fprintf(&out, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="%s"/>`, x, y, boxSide, boxColor)
	}
	for edges := g.edges(); edges != 0; edges &= edges - 1 {
		e, color := Edge(bits.TrailingZeros64(edges)), freeColor
		if drawn>>e&1 != 0 {
			color = picture.Black
		}
		column, row, toColumn, toRow := e.ends()
		x, y := at(column, row)
		toX, toY := at(toColumn, toRow)
		fmt.Fprintf(&out, `<path d="M%d %dL%d %d" stroke="%s" stroke-width="4"/>`, x, y, toX, toY, color)
	}
	for column := range g.Width() + 1 {
		x, _ := at(column, 0)
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%c</text>`, x, height-inset/2+2, picture.Black, 'a'+column)
		for row := range g.Height() + 1 {
			_, y := at(column, row)
			fmt.Fprintf(&out, `<circle cx="%d" cy="%d" r="5" fill="%s"/>`, x, y, picture.Black)
		}
	}
	for row := range g.Height() + 1 {
		_, y := at(0, row)
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%d</text>`, inset/2-2, y, picture.Black, row+1)
	}
	for i, line := range lines {
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%s</text>`, width/2, height+lineHeight*i, picture.Black, line)
	}
	out.WriteString("</svg>")
	return out.String()
}
