package sailing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "Sailor".
func (Game) PlayerName(int) string { return "Sailor" }

var names = [...]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW", "left", "steady", "right"}

// String returns the point of the compass of a heading, such as NE, or left, steady or right for
// the wind.
func (a Action) String() string {
	if int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("Action(%d)", uint8(a))
}

// String returns "none", "starboard" or "port".
func (s Side) String() string { return [...]string{"none", "starboard", "port"}[s%sides] }

// Parse reads what String writes, in either case.
func (Game) Parse(text string) (Action, error) {
	if a := slices.IndexFunc(names[:], func(name string) bool { return strings.EqualFold(text, name) }); a >= 0 {
		return Action(a), nil
	}
	return 0, fmt.Errorf("%q is not a move: want a heading, one of N, NE, E, SE, S, SW, W and NW, or left, steady or right for the wind", text)
}

// Legal returns nil if a may be played at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Action) error {
	switch {
	case a > TurnRight:
		return errors.New("there is no such action")
	case g.arrived(s):
		return errors.New("the game is over: the boat is at the goal")
	case g.over(s):
		return errors.New("the game is over: no legs are left")
	case a < headings && s.turning:
		return errors.New("the wind is about to turn")
	case a >= headings && !s.turning:
		return errors.New("the wind does not turn before the next leg")
	case a < headings && a == s.from():
		return fmt.Errorf("%v is straight into the wind", a)
	case a < headings && g.open(s)>>a&1 == 0:
		return fmt.Errorf("%v leads off the lake", a)
	}
	return nil
}

// from returns the point of the compass from which the wind blows.
func (s *State) from() Action { return (s.wind + headings/2) % headings }

// Text draws the lake with north at the top, the boat as B and the goal as G, and reports how the
// wind blows, from which side it came on the last leg, and how many legs are left.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for row := g.Height() - 1; row >= 0; row-- {
		for column := range g.Width() {
			mark := '.'
			switch column, row := uint8(column), uint8(row); {
			case column == s.x && row == s.y:
				mark = 'B'
			case g.arrived(&State{x: column, y: row}):
				mark = 'G'
			}
			fmt.Fprintf(&b, " %c", mark)
		}
		b.WriteByte('\n')
	}
	b.WriteString(g.status(s) + "\n")
	return b.String()
}

func (g Game) status(s *State) string {
	switch {
	case g.arrived(s):
		return "The boat is at the goal."
	case g.over(s):
		return "The boat is not at the goal, and no legs are left."
	}
	status := fmt.Sprintf("Wind from %v, tack: %v\nLegs left: %d", s.from(), s.side, g.Limit()-s.Legs())
	if s.turning {
		status += "\nThe wind is about to turn."
	}
	return status
}

// The sizes of the picture.
const (
	step  = 32 // between two places
	inset = 24

	lineHeight = 18
	minWidth   = 320 // of the lines
)

// The colors of the picture.
const (
	waterColor = "#bcd9ea"
	placeColor = "#8fb4cb"
)

// SVG draws the lake with north at the top, the boat as a light circle and the goal as a dark
// square. Next to the lake, an arrow shows where the wind blows.
func (g Game) SVG(s *State) string {
	var out strings.Builder
	width, height := (g.Width()-1)*step+2*inset, (g.Height()-1)*step+2*inset
	lines := strings.Split(g.status(s), "\n")
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="sans-serif" font-size="13">`,
		max(width+2*inset, minWidth), height+lineHeight*len(lines)+lineHeight/2)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" rx="8" fill="%s"/>`, width, height, waterColor)
	at := func(column, row int) (x, y int) { return inset + column*step, height - inset - row*step }
	for column := range g.Width() {
		for row := range g.Height() {
			x, y := at(column, row)
			fmt.Fprintf(&out, `<circle cx="%d" cy="%d" r="2" fill="%s"/>`, x, y, placeColor)
		}
	}
	x, y := at(g.Width()-1, g.Height()-1)
	fmt.Fprintf(&out, `<rect x="%d" y="%d" width="16" height="16" fill="%s"/>`, x-8, y-8, picture.Black)
	x, y = at(s.Place())
	fmt.Fprintf(&out, `<circle cx="%d" cy="%d" r="9" fill="%s" stroke="%s" stroke-width="2"/>`, x, y, picture.White, picture.Red)
	fmt.Fprintf(&out, `<path transform="translate(%d %d) rotate(%d)" d="M0 -16L8 -2H3V16H-3V-2H-8Z" fill="%s"/>`,
		width+inset, inset, 45*int(s.wind), picture.Black)
	for i, line := range lines {
		fmt.Fprintf(&out, `<text x="0" y="%d" fill="%s">%s</text>`, height+lineHeight*(i+1), picture.Black, line)
	}
	out.WriteString("</svg>")
	return out.String()
}
