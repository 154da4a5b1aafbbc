package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// The function completes a box of Dots and Boxes if it can, and otherwise plays at random. Its
// playouts show which edges give boxes away, and random ones do not: here a3-b3 wins, and b3-c3 is
// a draw.
func ExamplePlayoutFunc() {
	rules, err := dots.New(2, 2, 2) // columns, rows and players
	if err != nil {
		fmt.Println(err)
		return
	}
	completing := mcts.PlayoutFunc(func(s *dots.State, player int, actions []dots.Edge, r *rng.Rand) int {
		for i, edge := range actions {
			next := *s
			rules.Apply(&next, edge)
			if next.Boxes(player) > s.Boxes(player) {
				return i
			}
		}
		return r.IntN(len(actions))
	})
	state := rules.Start()
	for _, text := range []string{"a1-a2", "a2-b2", "b2-b3", "c2-c3"} {
		edge, err := rules.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		rules.Apply(&state, edge)
	}
	fmt.Print(rules.Text(&state))
	for _, playouts := range []struct {
		name   string
		policy policy.Playout
	}{{"random", policy.Uniform{}}, {"completing", completing}} {
		search, err := mcts.New(rules, mcts.Config{Playout: playouts.policy, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s playouts: %v\n", playouts.name, result.Action)
	}
	// Output:
	// 3 o   o   o
	//       |   |
	// 2 o---o   o
	//   |
	// 1 o   o   o
	//   a   b   c
	// Red 0, Blue 0; Red to move
	// random playouts: b3-c3
	// completing playouts: a3-b3
}
