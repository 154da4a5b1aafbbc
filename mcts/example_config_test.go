package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// center weighs the columns of Connect Four.
type center struct{}

func (center) Weigh(_ *connect4.State, actions []connect4.Drop, weights []float32) {
	for i, column := range actions {
		weights[i] = 1 + float32(min(column, 6-column))
	}
}

// A Weigher is a source of priors. This one prefers the center of the board, where PUCT therefore
// looks first. As Playouts is 1, the values come from playouts alone.
func ExampleWeigher() {
	search, err := mcts.New(connect4.Game{}, mcts.Config{
		Selection:  policy.PUCT{},
		Prediction: &mcts.Prediction{Source: center{}, Playouts: 1},
		Seed:       1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := connect4.Game{}.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, child := range result.Children {
		fmt.Printf("%v: weight %.0f, %3d visits\n", child.Action, 16*child.Prior, child.Visits)
	}
	// Output:
	// d: weight 4, 518 visits
	// c: weight 3, 161 visits
	// b: weight 2, 105 visits
	// f: weight 2,  98 visits
	// e: weight 3,  64 visits
	// g: weight 1,  33 visits
	// a: weight 1,  21 visits
}

// RootParallel grows several trees, and LockStep makes the playouts of a batch in parallel. The
// number of workers does not change the result.
func ExampleParallel() {
	state := connect4.Game{}.Start()
	for _, parallel := range []mcts.Parallel{
		mcts.RootParallel{Workers: 1, Trees: 4},
		mcts.RootParallel{Workers: 4, Trees: 4},
		mcts.LockStep{Workers: 1, Batch: 8},
		mcts.LockStep{Workers: 4, Batch: 8},
	} {
		search, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: parallel, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 10_000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T%+v: %v has %d visits\n", parallel, parallel, result.Action, result.Children[0].Visits)
	}
	// Output:
	// mcts.RootParallel{Workers:1 Trees:4 Merge:MergeSum}: d has 7612 visits
	// mcts.RootParallel{Workers:4 Trees:4 Merge:MergeSum}: d has 7612 visits
	// mcts.LockStep{Workers:1 Batch:8}: d has 9404 visits
	// mcts.LockStep{Workers:4 Batch:8}: d has 9404 visits
}

// X, to move, wins by force. The Solver proves it, and the search stops long before its budget is
// spent.
func ExampleSolver() {
	rules := tictactoe.Game{}
	search, err := mcts.New(rules, mcts.Config{Solver: &mcts.Solver{}, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := rules.Start()
	for _, cell := range []tictactoe.Cell{4, 1} {
		rules.Apply(&state, cell)
	}
	fmt.Print(rules.Text(&state))
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 100_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("best action: %v, proven: %t\n", result.Action, result.Proven)
	fmt.Printf("bounds of the values of X and O: %v\n", result.Bounds)
	fmt.Printf("stop: %v after %d simulations\n", result.Stop, result.Simulations)
	// Output:
	// 3 . . .
	// 2 . X .
	// 1 . O .
	//   a b c
	// best action: c2, proven: true
	// bounds of the values of X and O: [[1 1] [0 0]]
	// stop: proven after 126 simulations
}
