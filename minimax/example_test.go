package minimax_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/minimax"
)

func Example() {
	game := tictactoe.Game{}
	search, err := minimax.New(game, minimax.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := game.Start()
	game.Apply(&state, 4)
	result, err := search.Run(context.Background(), &state)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("after b2, O plays", result.Action, "and X gets", result.Value)
	// Output:
	// after b2, O plays a1 and X gets 0.5
}

// Values shows which replies to b2 hold the draw: only the corners.
func ExampleSearch_Values() {
	game := tictactoe.Game{}
	search, err := minimax.New(game, minimax.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := game.Start()
	game.Apply(&state, 4)
	values, err := search.Values(context.Background(), &state)
	fmt.Println(values, err)
	// Output:
	// [{a1 0.5} {b1 1} {c1 0.5} {a2 1} {c2 1} {a3 0.5} {b3 1} {c3 0.5}] <nil>
}

// A function evaluates the positions at the depth limit.
func ExampleEvaluationFunc() {
	game := tictactoe.Game{}
	early := func(*tictactoe.State) float64 { return 0.5 }
	search, err := minimax.New(game, minimax.Config{Depth: 4, Evaluation: minimax.EvaluationFunc(early)})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := game.Start()
	result, err := search.Run(context.Background(), &state)
	fmt.Println(result.Action, result.Value, result.Solved, err)
	// Output:
	// a1 0.5 false <nil>
}
