package nogo_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/nogo"
)

func Example() {
	g := nogo.Hollow9
	s := g.Start()
	for _, text := range []string{"a2", "A1", "b1", "E2", "I3"} {
		p, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, p)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		g.Apply(&s, p)
	}
	fmt.Print(g.Text(&s))
	fmt.Println(g.PlayerName(g.ToMove(&s)), "to move,", len(g.AppendActions(nil, &s)), "actions")
	// Output:
	// B1 is a capture: it would take the last liberty of a group of White
	// E2 is a hollow point
	// "I3" is not a move: there is no column I, J follows H
	//    A B C D E F G H J
	//  9 + + + + + + + + + 9
	//  8 + + + +   + + + + 8
	//  7 + + + +   + + + + 7
	//  6 + + + + + + + + + 6
	//  5 +     + + +     + 5
	//  4 + + + + + + + + + 4
	//  3 + + + +   + + + + 3
	//  2 X + + +   + + + + 2
	//  1 O + + + + + + + + 1
	//    A B C D E F G H J
	// Black to move, 70 actions
}

func ExampleNew() {
	hole, err := nogo.ParsePoint("C3")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := nogo.New(5, 5, hole)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	fmt.Print(g.Text(&s))
	// Output:
	//    A B C D E
	//  5 + + + + + 5
	//  4 + + + + + 4
	//  3 + +   + + 3
	//  2 + + + + + 2
	//  1 + + + + + 1
	//    A B C D E
}
