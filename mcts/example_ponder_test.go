package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// To ponder is to search while another player thinks: the search continues from the position that
// the other player sees, and Advance keeps the part of the tree below the action that it chooses.
func ExampleSearch_Run_pondering() {
	rules := tictactoe.Game{}
	search, err := mcts.New(rules, mcts.Config{MaxBytes: 64 << 20}) // A limit, as the other player may think for long.
	if err != nil {
		fmt.Println(err)
		return
	}
	state := rules.Start()
	other := func() tictactoe.Cell { return rules.AppendActions(nil, &state)[0] } // plays in the corner

	ctx, stop := context.WithCancel(context.Background())
	pondered := make(chan error)
	go func() {
		_, err := search.Run(ctx, &state, mcts.Budget{}) // until stop is called
		pondered <- err
	}()
	action := other()
	stop()
	fmt.Println(<-pondered) // From here on, the search belongs to this goroutine again.

	rules.Apply(&state, action) // Not before, as Run reads the state.
	if _, err := search.Advance(action); err != nil {
		fmt.Println(err)
		return
	}
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 10_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("answer:", result.Action)
	// Output:
	// context canceled
	// answer: b2
}
