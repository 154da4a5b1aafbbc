package magic_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

// The first player sees its own hand. In the canonical game it plays a set of cards at once. In the
// form Binary it decides card by card, and Whole composes the set.
func Example() {
	g := magic.Game{}
	s := g.Deal(rng.New(2))
	fmt.Print(g.View(&s, 0))
	fmt.Println(g.AppendActions(nil, &s))

	own, err := magic.New(magic.Config{Main: magic.Binary, Prune: magic.PruneLand})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := own.Whole(&s, func(s *magic.State) (magic.Action, error) {
		actions := own.AppendActions(nil, s)
		fmt.Println(actions)
		return actions[0], nil
	})
	fmt.Println(a, err)
	// Output:
	// Turn 1: First plays cards for 0 mana
	// First:  20 life, 0 lands, 7 in hand (LLADEEF), 33 in the library
	//   ready -, tapped -, dead -
	// Second: 20 life, 0 lands, 7 in hand, 33 in the library
	//   ready -, tapped -, dead -
	// Cards: L land, A 1/1(1), B 2/2(2), C 2/3(3), D 3/2(3), E 3/3(4), F 4/4(5), G 5/5(6), H 6/6(7)
	// [play LA play L pass]
	// [cast A skip A]
	// play LA <nil>
}
