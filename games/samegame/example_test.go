package samegame_test

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/samegame"
)

// The group of three brings a point, and what is above falls down.
func Example() {
	boards, err := samegame.Read(strings.NewReader("2 0 1\n0 0 1\n2 2 1"))
	if err != nil {
		panic(err)
	}
	g := boards[0]
	s := g.Start()
	fmt.Print(g.Text(&s))
	points := []float64{0}
	for _, text := range []string{"a2", "a1"} {
		c, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, c)
		}
		if err != nil {
			panic(err)
		}
		g.Apply(&s, c)
		g.Rewards(&s, points)
		fmt.Println(c, points)
		fmt.Print(g.Text(&s))
	}
	// Output:
	//  3 2 0 1
	//  2 0 0 1
	//  1 2 2 1
	//    a b c
	// a2 [1]
	//  3 . . 1
	//  2 2 . 1
	//  1 2 2 1
	//    a b c
	// a1 [1]
	//  3 1 . .
	//  2 1 . .
	//  1 1 . .
	//    a b c
}
