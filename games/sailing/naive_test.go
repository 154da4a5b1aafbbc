package sailing_test

import (
	"math"

	"github.com/banyan-go/banyan/games/sailing"
)

// vectors are the headings by their names, to the east and to the north.
var vectors = map[string][2]int{
	"N": {0, 1}, "NE": {1, 1}, "E": {1, 0}, "SE": {1, -1}, "S": {0, -1}, "SW": {-1, -1}, "W": {-1, 0}, "NW": {-1, 1},
}

// boat implements the rules again, by angles.
type boat struct {
	width, height int
	at, wind      [2]int
	side          int // 1 if the wind came from starboard on the last leg, and -1 from port
}

func boatOf(g sailing.Game, s *sailing.State) boat {
	column, row := s.Place()
	b := boat{g.Width(), g.Height(), [2]int{column, row}, vectors[s.Wind().String()], 0}
	switch s.Side() {
	case sailing.Starboard:
		b.side = 1
	case sailing.Port:
		b.side = -1
	}
	return b
}

// degrees returns the angle from the wind to a heading, counterclockwise, from -180 to 180.
func (b boat) degrees(heading [2]int) int {
	dot := heading[0]*b.wind[0] + heading[1]*b.wind[1]
	cross := b.wind[0]*heading[1] - b.wind[1]*heading[0]
	return int(math.Round(math.Atan2(float64(cross), float64(dot)) * 180 / math.Pi))
}

// legal reports whether the boat can take a heading.
func (b boat) legal(name string) bool {
	heading := vectors[name]
	x, y := b.at[0]+heading[0], b.at[1]+heading[1]
	angle := b.degrees(heading)
	return x >= 0 && x < b.width && y >= 0 && y < b.height && angle != 180 && angle != -180
}

// sail returns the boat after a leg, and its cost.
func (b boat) sail(name string) (boat, float64) {
	heading := vectors[name]
	angle := b.degrees(heading)
	cost := math.Hypot(float64(heading[0]), float64(heading[1]))
	side := 0
	switch {
	case angle < 0: // to the right of the wind, which is on the right of the boat
		cost *= 1 + float64(-angle)/45
		side = 1
	case angle > 0:
		cost *= 1 + float64(angle)/45
		side = -1
	}
	if side*b.side < 0 {
		cost += 3
	}
	b.at = [2]int{b.at[0] + heading[0], b.at[1] + heading[1]}
	b.side = side
	return b, cost
}
