package connect4_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/connect4"
)

func Example() {
	g := connect4.Game{}
	s := g.Start()
	for _, text := range []string{"d", "d", "e", "4"} {
		a, err := g.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Apply(&s, a)
	}
	fmt.Print(g.Text(&s))
	// Output:
	//  . . . . . . .
	//  . . . . . . .
	//  . . . . . . .
	//  . . . O . . .
	//  . . . O . . .
	//  . . . X X . .
	//  a b c d e f g   X to move
}

func ExampleNew() {
	g, err := connect4.New(8, 6) // the board of general game playing
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	for _, a := range g.AppendActions(nil, &s) {
		fmt.Print(a, " ")
	}
	// Output: a b c d e f g h
}
