package pool_test

import (
	"context"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

// A server makes one pool, and opens a session for every game.
func Example() {
	rules := tictactoe.Game{}
	p, err := pool.New(rules, pool.Config{
		Search:     mcts.Config{MaxBytes: 4 << 20}, // for a tree
		MaxBytes:   256 << 20,                      // for all trees
		MaxWaiting: 1000,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	state, session := rules.Start(), p.Open(1)
	defer session.Close()
	for range 2 {
		result, err := session.Run(context.Background(), &state, pool.Request{
			Budget:   mcts.Budget{Simulations: 10_000, Time: 10 * time.Second}, // from admission
			Deadline: time.Now().Add(time.Minute),                              // from now
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		rules.Apply(&state, result.Action)
		session.Advance(result.Action) // for the actions of others, too
		fmt.Println("knew the position:", result.Inherited > 0)
	}
	fmt.Println("trees:", p.Stats().Searches)
	// Output:
	// knew the position: false
	// knew the position: true
	// trees: 1
}
