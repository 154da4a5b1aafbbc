package gametree_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/mcts"
)

// A search finds the best action of a random game in which every decision is clear.
func Example() {
	for seed := uint64(0); ; seed++ {
		game := gametree.Random(gametree.Shape{Players: 3, Plies: 2, Chance: true}, seed)
		best, margin := game.Best(game.Start())
		if margin < 0.25 {
			continue
		}
		fmt.Println(game)
		fmt.Println("values:", game.Value(game.Start()), "best:", best)
		search, err := mcts.New(game, mcts.Config{})
		if err != nil {
			fmt.Println(err)
			return
		}
		root := game.Start()
		result, err := search.Run(context.Background(), &root, mcts.Budget{Simulations: 1000})
		fmt.Println("found:", result.Action, err)
		return
	}
	// Output:
	// 2(1/0/0.25 2(1/0.25/0.75) 2(0.5/0.75/0.25 1/1/0.75 1/0.25/1))
	// values: [1 0.25 1] best: 2
	// found: 2 <nil>
}
