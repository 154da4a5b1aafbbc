package sliding_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/sliding"
)

func Example() {
	g, err := sliding.New(sliding.Config{Slides: 2, Limit: 10})
	if err != nil {
		panic(err)
	}
	s := g.Start()
	fmt.Print("The start:\n", g.Text(&s))
	fmt.Printf("distance %d, moves %v\n", g.Distance(&s), g.AppendActions(nil, &s))
	// Output:
	// The start:
	//   1  2  3
	//   4  .  6
	//   7  5  8
	// 10 plies left
	// distance 2, moves [2 4 6 5]
}
