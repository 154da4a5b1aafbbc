package main

import (
	"fmt"
	"strings"
)

// canvas collects the elements of an SVG picture.
type canvas struct {
	width, height int
	b             strings.Builder
}

// The colors of the pictures, which can be told apart with any color vision.
const (
	ink   = "#222222"
	faint = "#999999"
	blue  = "#0072b2"
	red   = "#d55e00"
	pale  = "#f4f4f4"
)

// line draws a line. If dashed, it is a playout.
func (c *canvas) line(x1, y1, x2, y2 int, color string, dashed bool) {
	style := ""
	if dashed {
		style = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(&c.b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="1.5"%s/>`+"\n", x1, y1, x2, y2, color, style)
}

// arrow draws a line with a head at its second end, which points down, up, left or right.
func (c *canvas) arrow(x1, y1, x2, y2 int, color string) {
	c.line(x1, y1, x2, y2, color, false)
	dx, dy := sign(x2-x1), sign(y2-y1)
	if dx != 0 && dy != 0 {
		dx = 0 // steep arrows end as those that go down
	}
	fmt.Fprintf(&c.b, `<path d="M%d %d L%d %d L%d %d Z" fill="%s"/>`+"\n", x2, y2, x2-6*dx-4*dy, y2-6*dy-4*dx, x2-6*dx+4*dy, y2-6*dy+4*dx, color)
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// box draws a rectangle around a place, with lines of text in it.
func (c *canvas) box(x, y, width, height int, border, fill string, lines ...string) {
	fmt.Fprintf(&c.b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s" stroke="%s" stroke-width="1.5"/>`+"\n", x, y, width, height, fill, border)
	for i, text := range lines {
		c.text(x+width/2, y+height/2+4-7*(len(lines)-1)+14*i, text, ink)
	}
}

// text writes a line of text, with its middle at x.
func (c *canvas) text(x, y int, text, color string) {
	fmt.Fprintf(&c.b, `<text x="%d" y="%d" text-anchor="middle" fill="%s">%s</text>`+"\n", x, y, color, text)
}

// String returns the picture, on a white ground, which dark pages need.
func (c *canvas) String() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" font-family="sans-serif" font-size="11">
<rect width="%[1]d" height="%[2]d" fill="#ffffff"/>
%[3]s</svg>
`, c.width, c.height, c.b.String())
}
