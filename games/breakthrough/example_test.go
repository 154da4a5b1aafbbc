package breakthrough_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/breakthrough"
)

func Example() {
	g, err := breakthrough.New(5, 5)
	if err != nil {
		panic(err)
	}
	s := g.Start()
	for _, text := range []string{"c2-c3", "b4xc3"} {
		move, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, move)
		}
		if err != nil {
			panic(err)
		}
		g.Apply(&s, move)
	}
	fmt.Print(g.Text(&s))
	// Output:
	// 5 B B B B B
	// 4 B . B B B
	// 3 . . B . .
	// 2 W W . W W
	// 1 W W W W W
	//   a b c d e
	// White to move
}

func ExampleGame_Legal() {
	g := breakthrough.Game{}
	s := g.Start()
	move, err := g.Parse("a2-a4")
	if err == nil {
		err = g.Legal(&s, move)
	}
	fmt.Println(err)
	// Output: a2-a4 is not one square up, straight or diagonally
}

func ExampleKnightthrough() {
	g := breakthrough.Knightthrough{}
	s := g.Start()
	for _, text := range []string{"c2-d4", "e7-f5", "d4xf5"} {
		move, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, move)
		}
		if err != nil {
			panic(err)
		}
		g.Apply(&s, move)
	}
	fmt.Print(g.Text(&s))
	// Output:
	// 8 B B B B B B B B
	// 7 B B B B . B B B
	// 6 . . . . . . . .
	// 5 . . . . . W . .
	// 4 . . . . . . . .
	// 3 . . . . . . . .
	// 2 W W . W W W W W
	// 1 W W W W W W W W
	//   a b c d e f g h
	// Black to move
}

func ExamplePawnWhopping() {
	g := breakthrough.PawnWhopping{}
	s := g.Start()
	move, err := g.Parse("a2-b3")
	if err == nil {
		err = g.Legal(&s, move)
	}
	fmt.Println(len(g.AppendActions(nil, &s)), "moves")
	fmt.Println(err)
	// Output:
	// 16 moves
	// there is nothing to capture on b3
}
