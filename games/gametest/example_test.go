package gametest_test

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// The Legal method of this game does not depend on the state. The finding describes how to reach a
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

// The shortest of the random games of tic-tac-toe that X has won.
func ExamplePositions() {
	g := tictactoe.Game{}
	shortest, where, returns := 10, "", make([]float64, 2)
	for place, s := range gametest.Positions(g, g.Start()) {
		g.Returns(&s, returns)
		if marks := 9 - strings.Count(g.Text(&s), "."); returns[0] == 1 && marks < shortest {
			shortest, where = marks, place
		}
	}
	fmt.Println(where)
	// Output:
	// seed 4, after 5: a1 b3 c1 a2 b1
}
