package spec_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// Two players given as text play a match.
func Example() {
	game := tictactoe.Game{}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{Game: game, Start: game.Start(), Plan: arena.Plan{Pairs: 10, Seed: 1}}
	for _, text := range []string{"playout=nst,epsilon=0.2,c=0.4,final=max,sims=200", "random"} {
		player, err := spec.Parse(text, "")
		if err != nil {
			fmt.Println(err)
			return
		}
		entrant, err := spec.Entrant(text, game, player)
		if err != nil {
			fmt.Println(err)
			return
		}
		match.Entrants = append(match.Entrants, entrant)
	}
	records, err := match.Run(context.Background())
	fmt.Println(len(records), "games, the search leads:", arena.Count(records, 0, 1).WinRate() > 0.5, err)
	// Output:
	// 20 games, the search leads: true <nil>
}

// Defaults apply to the players that use them.
func ExampleParse() {
	for _, text := range []string{"", "c=0.7", "alphabeta", "final=strongest"} {
		player, err := spec.Parse(text, "c=0.4,sims=100,depth=3")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(player)
	}
	// Output:
	// mcts,c=0.4,sims=100
	// mcts,c=0.7,sims=100
	// alphabeta,depth=3
	// spec: player "final=strongest": final=strongest, want one of robust (the most visited, the limit of a small temperature), best, max, maxrobust, secure, temperature/T
}
