package poker_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/poker"
)

func Example() {
	g := poker.Leduc{}
	s := g.Start()
	for _, a := range []poker.Action{poker.King, poker.Queen, poker.Raise, poker.Call, poker.Queen, poker.Call} {
		before := s
		g.Apply(&s, a)
		fmt.Println(g.Tell(&before, a, &s))
	}
	fmt.Print(g.View(&s, 1))
	// Output:
	// A card is dealt.
	// A card is dealt.
	// Player 1: raise.
	// Player 2: call.
	// The public card is Q.
	// Player 1: call.
	// Player 1: ?, 3 in the pot
	// Player 2: Q, 3 in the pot
	// Actions: [raise call]
	// Public card: Q
	// Actions: [call]
}
