package equilibrium_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/games/poker"
)

// Kuhn poker is solved in a moment. With perfect play, player 0 loses 1/18 of a chip.
func Example() {
	g := poker.Kuhn{}
	tree, err := equilibrium.New(g, g.Start(), 1_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	strategy, err := equilibrium.Solve(context.Background(), tree, 100_000, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("uniform play: NashConv %.3f\n", tree.NashConv(tree.Uniform()))
	fmt.Printf("solved:       NashConv %.3f, values %.3f\n", tree.NashConv(strategy), tree.Values(strategy))
	// Output:
	// uniform play: NashConv 0.917
	// solved:       NashConv 0.005, values [-0.056 0.056]
}

// A program is judged by what it does at each information set. This one never bluffs: it bets with
// a king and calls with a queen, too. Any program that chooses an action can take its place, such
// as a search that begins at the state of the set.
func ExampleTree_NashConv() {
	g := poker.Kuhn{}
	tree, err := equilibrium.New(g, g.Start(), 1_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	honest := func(view string) poker.Action {
		facingBet := strings.Contains(view, "2 in the pot")
		if strings.Contains(view, ": K") || facingBet && strings.Contains(view, ": Q") {
			return poker.Bet
		}
		return poker.Pass
	}
	strategy := make(equilibrium.Strategy, len(tree.Sets()))
	for i, set := range tree.Sets() {
		chosen := honest(g.View(&set.State, set.Player))
		for _, a := range set.Actions {
			p := 0.0
			if a == chosen {
				p = 1
			}
			strategy[i] = append(strategy[i], p)
		}
	}
	fmt.Printf("NashConv %.3f\n", tree.NashConv(strategy))
	for player := range g.NumPlayers() {
		most, _ := tree.BestResponse(strategy, player)
		fmt.Printf("%s wins at most %.3f against it\n", g.PlayerName(player), most)
	}
	// Output:
	// NashConv 0.333
	// Player 1 wins at most 0.167 against it
	// Player 2 wins at most 0.167 against it
}
