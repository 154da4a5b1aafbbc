package tictactoe_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/tictactoe"
)

func Example() {
	g := tictactoe.Game{}
	s := g.Start()
	for _, text := range []string{"b2", "a1", "c3"} {
		c, err := g.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Apply(&s, c)
	}
	fmt.Print(g.Text(&s))
	fmt.Println(g.PlayerName(g.ToMove(&s)), "may play", g.AppendActions(nil, &s))
	// Output:
	// 3 . . X
	// 2 . X .
	// 1 O . .
	//   a b c
	// O may play [b1 c1 a2 c2 a3 b3]
}
