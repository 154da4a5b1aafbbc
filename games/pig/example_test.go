package pig_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/mcts"
)

func Example() {
	g := pig.Game{}
	search, err := mcts.New(g, mcts.Config{Prediction: &mcts.Prediction{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	for _, die := range []pig.Action{6, 5, 4, 6, 6} {
		g.Apply(&s, pig.Roll)
		g.Apply(&s, die)
		result, err := search.Run(context.Background(), &s, mcts.Budget{Simulations: 10_000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.Total(), result.Action)
	}
	// Output:
	// 6 roll
	// 11 roll
	// 15 roll
	// 21 hold
	// 27 hold
}
