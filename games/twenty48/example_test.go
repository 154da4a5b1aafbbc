package twenty48_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/twenty48"
)

// Two tiles of 2 merge, which brings 4 points.
func Example() {
	g := twenty48.Game{}
	s := g.Start()
	g.Apply(&s, twenty48.Place(0, 0, 2))
	g.Apply(&s, twenty48.Place(0, 2, 2))
	g.Apply(&s, twenty48.Up)
	points := make([]float64, 1)
	g.Rewards(&s, points)
	fmt.Println(points[0])
	fmt.Print(g.Text(&s))
	// Output:
	// 4
	// 4     4     .     .     .
	// 3     .     .     .     .
	// 2     .     .     .     .
	// 1     .     .     .     .
	//       a     b     c     d
	// A tile is about to be placed.
}
