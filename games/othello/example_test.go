package othello_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/othello"
)

func Example() {
	g := othello.Game{}
	s := g.Start()
	for _, text := range []string{"d3", "c3", "c3"} {
		m, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, m)
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		g.Apply(&s, m)
	}
	fmt.Print(g.Text(&s))
	// Output:
	// there is a disc on c3
	//   a b c d e f g h
	// 1 . . . . . . . .
	// 2 . . . . . . . .
	// 3 . . O X . . . .
	// 4 . . . O X . . .
	// 5 . . . X O . . .
	// 6 . . . . . . . .
	// 7 . . . . . . . .
	// 8 . . . . . . . .
	// X 3, O 3, Black (X) to move
}

func ExampleNew() {
	_, err := othello.New(10)
	fmt.Println(err)
	// Output: othello: New(10): want 4, 6 or 8
}
