package mcts_test

import (
	"context"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// New reports everything that is wrong with a configuration.
func ExampleNew() {
	_, err := mcts.New(tictactoe.Game{}, mcts.Config{MaxPlies: -1, MaxNodes: -5})
	fmt.Println(err)
	// Output:
	// mcts: Config.MaxPlies is -1, want >= 0
	// mcts: Config.MaxNodes is -5, want >= 0
}

// Watch yields interim results, here about once in a millisecond. The loop ends the search as soon
// as an action has 10,000 visits more than every other one.
func ExampleSearch_Watch() {
	search, err := mcts.New(connect4.Game{}, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := connect4.Game{}.Start()
	for _, column := range []connect4.Drop{3, 2, 3, 2, 3, 2} {
		connect4.Game{}.Apply(&state, column)
	}
	fmt.Print(connect4.Game{}.Text(&state))
	var best connect4.Drop
	for result, err := range search.Watch(context.Background(), &state, mcts.Budget{Simulations: 10_000_000}, time.Millisecond) {
		if err != nil {
			fmt.Println(err)
			return
		}
		best = result.Action
		if result.Children[0].Visits-result.Children[1].Visits >= 10_000 {
			break // The tree is kept.
		}
	}
	fmt.Println("best action:", best)
	// Output:
	//  . . . . . . .
	//  . . . . . . .
	//  . . . . . . .
	//  . . O X . . .
	//  . . O X . . .
	//  . . O X . . .
	//  a b c d e f g   X to move
	// best action: d
}

// Advance tells the search what was played, so that the next Run continues with that part of the
// tree. This search plays both sides.
func ExampleSearch_Advance() {
	rules := tictactoe.Game{}
	search, err := mcts.New(rules, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := rules.Start()
	for ply := range 4 {
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("ply %d: %v after %d simulations and %d inherited visits\n", ply, result.Action, result.Simulations, result.Inherited)
		rules.Apply(&state, result.Action)
		if _, err := search.Advance(result.Action); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// ply 0: b2 after 1000 simulations and 0 inherited visits
	// ply 1: c1 after 1000 simulations and 625 inherited visits
	// ply 2: c2 after 1000 simulations and 1097 inherited visits
	// ply 3: a2 after 1000 simulations and 481 inherited visits
}

// Explain reports the optional interfaces that the search has found. If one of yours is missing, a
// method has a wrong name or signature.
func ExampleSearch_Explain() {
	search, err := mcts.New(tictactoe.Game{}, mcts.Config{Playout: policy.MAST{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, use := range search.Explain() {
		switch {
		case use.Used:
			fmt.Println(use.Name, "is used")
		case use.Found:
			fmt.Println(use.Name, "is not used:", use.Reason)
		}
	}
	// Output:
	// Indexer is used
	// Hasher is not used: Config.Graph is not set; package minimax uses it
	// CellBoard is not used: no statistics are shared between positions
}
