package whist_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/rng"
)

func Example() {
	g := whist.Game{}
	s := g.Deal(rng.New(3))
	for range 3 {
		c := g.AppendActions(nil, &s)[0]
		before := s
		g.Apply(&s, c)
		fmt.Println(g.Tell(&before, c, &s))
	}
	fmt.Print(g.View(&s, 0))
	// Output:
	// Player 1 plays Tc.
	// Player 2 plays 9c.
	// Player 3 plays Kc. Player 3 wins the trick.
	// Player 1: 0 tricks, has As Js Ts Ad 9d Ac Qc
	// Player 2: 0 tricks, has 7 cards
	// Player 3: 1 tricks, has 7 cards (leads)
}
