package main

import (
	"context"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// opening leads to a position in which X wins by force, in seven of its moves.
const opening = "fecbgdcceb"

func main() {
	elapsed, err := show()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf(`
The search took %.1f ms on one processor. Next, play against it, or watch it in a web page:

    go run ./cmd/banyan play
    go run ./cmd/banyan inspect

The first build of either downloads 78 MB and takes a few minutes.
`, 1000*elapsed.Seconds())
}

// show prints the position, what the search thinks of it as it grows, and the end of the line that
// it expects. It returns the time that the search has taken.
func show() (elapsed time.Duration, err error) {
	game := connect4.Game{}
	state := game.Start()
	for _, column := range opening {
		game.Apply(&state, connect4.Drop(column-'a'))
	}
	fmt.Printf("Connect Four. X can win by force. Can you see how?\n\n%s\n", game.Text(&state))

	search, err := mcts.New(game, mcts.Config{Seed: 1})
	if err != nil {
		return 0, err
	}
	fmt.Println("Simulations  Move  Value  Expected line")
	var result mcts.Result[connect4.Drop]
	for _, n := range []int{1_000, 2_000, 7_000} { // Each Run continues the tree of the one before.
		result, err = search.Run(context.Background(), &state, mcts.Budget{Simulations: n})
		if err != nil {
			return 0, err
		}
		elapsed += result.Elapsed
		visits, value := result.Inherited+result.Simulations, result.Children[0].Mean
		fmt.Printf("%11d  %4v  %5.2f  %v\n", visits, result.Action, value, result.PV)
	}

	fmt.Println("\nMove  Visits  Value")
	for _, child := range result.Children {
		bar := strings.Repeat("#", (child.Visits*40+9_999)/10_000)
		fmt.Printf("%4v  %6d  %5.2f  %s\n", child.Action, child.Visits, child.Mean, bar)
	}

	for _, action := range result.PV {
		game.Apply(&state, action)
	}
	fmt.Printf("\nX plays %v. The expected line ends with four in a row:\n\n%s", result.Action, game.Text(&state))
	return elapsed, nil
}
