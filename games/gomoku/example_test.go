package gomoku_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/gomoku"
)

func Example() {
	g := gomoku.Game{} // 8x8, five in a row
	s := g.Start()
	for _, text := range []string{"d4", "e4", "d5", "c4", "c4"} {
		p, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, p)
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		g.Apply(&s, p)
	}
	fmt.Print(g.Text(&s))
	// Output:
	// c4 is taken by White
	//  8 . . . . . . . .
	//  7 . . . . . . . .
	//  6 . . . . . . . .
	//  5 . . . X . . . .
	//  4 . . O X O . . .
	//  3 . . . . . . . .
	//  2 . . . . . . . .
	//  1 . . . . . . . .
	//    a b c d e f g h
	// Black (X) to move
}

func ExampleNew() {
	_, err := gomoku.New(8, 8, 9)
	fmt.Println(err)
	// Output: gomoku: New(8, 8, 9): want a length from 3 to the longer side of the board, which is 8
}
