package banyan_test

import (
	"context"
	"fmt"
	"log"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

func Example() {
	game := connect4.Game{} // any type with the five methods of mcts.Game
	search, err := mcts.New(game, mcts.Config{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	state := game.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 10_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("best:", result.Action)
	for _, child := range result.Children {
		fmt.Printf("%v: %4d visits, mean %.3f\n", child.Action, child.Visits, child.Mean)
	}
	// Output:
	// best: d
	// d: 8720 visits, mean 0.580
	// c:  538 visits, mean 0.536
	// e:  294 visits, mean 0.519
	// b:  245 visits, mean 0.510
	// g:   97 visits, mean 0.464
	// f:   89 visits, mean 0.461
	// a:   17 visits, mean 0.294
}
