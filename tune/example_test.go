package tune_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/tune"
)

func Example() {
	game, err := breakthrough.New(5, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	games := tune.Games[breakthrough.State, breakthrough.Move]{
		Match: arena.Match[breakthrough.State, breakthrough.Move]{Game: game, Start: game.Start(), Plan: arena.Plan{OpeningPlies: 2}},
	}
	space, err := tune.ParseSpace("selection=uct|puct; c=0.1..2 log; solver=off|on")
	if err != nil {
		fmt.Println(err)
		return
	}
	space.Fixed = "mcts,sims=30"
	result, err := tune.Run(context.Background(), games, space, tune.Options{Default: "mcts,sims=30", Pairs: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	low, high := result.Fresh.Interval(0.95)
	fmt.Println(result.Player)
	fmt.Printf("%.2f [%.2f, %.2f] in %d fresh games\n", result.Fresh.WinRate(), low, high, result.Fresh.Games())
	// Output:
	// mcts,sims=30,selection=puct,c=0.151,solver=on
	// 1.00 [0.94, 1.00] in 56 fresh games
}

func ExampleParseSpace() {
	space, err := tune.ParseSpace("c=0.1..2 log; playout=uniform|mast; epsilon=0..0.6 if playout=mast")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space)
	fmt.Println(space.Text(tune.Point{0.4, 1, 0.2}))
	_, err = tune.ParseSpace("c=2..0.1")
	fmt.Println(err)
	// Output:
	// c=0.1..2 log
	// playout=uniform|mast
	// epsilon=0..0.6 if playout=mast
	// c=0.4,playout=mast,epsilon=0.2
	// tune: parameter "c": the range is 2..0.1, want two numbers, the lower one first
}
