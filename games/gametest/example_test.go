package gametest_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/gametest"
)

// The Legal method of this game does not depend on the state. The finding says how to reach a
// position that shows this.
func ExampleTest() {
	err := gametest.Test(legalAccepts{}, pebbles{}.Start())
	fmt.Println(unjoin(err)[0])
	fmt.Println(gametest.Test(pebbles{}, pebbles{}.Start()))
	// Output:
	// gametest: legal: Legal accepts 3, which is not listed (seed 0, after 10: 3 1 1 1 1 1 1 1 1 1)
	// <nil>
}

func ExamplePerft() {
	for depth := range 4 {
		fmt.Println(gametest.Perft(pebbles{}, pebbles{}.Start(), depth))
	}
	// Output:
	// 1
	// 3
	// 7
	// 19
}
