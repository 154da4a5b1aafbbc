package liarsdice_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/liarsdice"
)

func Example() {
	g := liarsdice.Game{}
	s := g.Start()
	for _, a := range []liarsdice.Action{
		liarsdice.Face(3), liarsdice.Face(6), liarsdice.Bid(1, 3), liarsdice.Bid(2, 3),
	} {
		before := s
		g.Apply(&s, a)
		fmt.Println(g.Tell(&before, a, &s))
	}
	fmt.Print(g.View(&s, 0))
	// Output:
	// A die is rolled.
	// A die is rolled.
	// Player 1: 1x3.
	// Player 2: 2x3.
	// Player 1: 3
	// Player 2: ?
	// Bids: 1x3 2x3
}
