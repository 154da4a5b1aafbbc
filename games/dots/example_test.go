package dots_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/dots"
)

// The third player draws the last edge of a box, owns it, and draws again.
func Example() {
	g := dots.Game{}
	s := g.Start()
	for _, text := range []string{"a1-b1", "a1-a2", "c4-d4", "b1-b2", "c3-c4", "a2-b2"} {
		edge, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, edge)
		}
		if err != nil {
			panic(err)
		}
		g.Apply(&s, edge)
	}
	fmt.Print(g.Text(&s))
	// Output:
	// 4 o   o   o---o
	//           |
	// 3 o   o   o   o
	//
	// 2 o---o   o   o
	//   | # |
	// 1 o---o   o   o
	//   a   b   c   d
	// Red 0, Blue 0, Green 1; Green to move
}

func ExampleGame_Legal() {
	g := dots.Game{}
	s := g.Start()
	edge, err := g.Parse("b2-a2")
	if err != nil {
		panic(err)
	}
	g.Apply(&s, edge)
	fmt.Println(g.Legal(&s, edge))
	// Output: a2-b2 is already drawn
}
