package gdl_test

import (
	"context"
	"fmt"
	"log"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/sheets"
	"github.com/banyan-go/banyan/mcts"
)

// A search plays both sides of a game that it knows from its rule sheet only.
func ExampleLoad() {
	text, err := sheets.Files.ReadFile("tictactoe.kif")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	g, err := gdl.Load(ctx, text, gdl.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	search, err := mcts.New(g, mcts.Config{Solver: &mcts.Solver{}, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	s := g.Start()
	for len(g.AppendActions(nil, &s)) > 0 {
		result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 5000})
		if err != nil {
			log.Fatal(err)
		}
		g.Apply(&s, result.Action)
	}
	returns := make([]float64, g.NumPlayers())
	g.Returns(&s, returns)
	fmt.Print(g.Text(&s))
	fmt.Println(returns)
	// Output:
	// 3 x o x
	// 2 x o o
	// 1 o x x
	//   1 2 3
	// (turn o)
	// [0.5 0.5]
}
