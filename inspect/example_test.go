package inspect_test

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// Graphviz draws the output, for example by the command dot -Tsvg. Nodes with fewer than two visits
// are left out.
func ExampleWriteDOT() {
	rules := tictactoe.Game{}
	search, err := mcts.New(rules, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := rules.Start()
	for _, cell := range []tictactoe.Cell{1, 0, 4, 3, 5, 2} {
		rules.Apply(&state, cell)
	}
	fmt.Print(rules.Text(&state))
	if _, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 30}); err != nil {
		fmt.Println(err)
		return
	}
	if err := inspect.WriteDOT(os.Stdout, search.Root(), 2); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3 . . .
	// 2 O X X
	// 1 O X O
	//   a b c
	// digraph tree {
	// 	node [shape=box, fontname="sans-serif"]
	// 	n0 [label="30 visits"]
	// 	n1 [label="player 0 b3\n27 visits\nmean 1.000"]
	// 	n0 -> n1 [penwidth=3.90]
	// 	n2 [label="player 0 a3\n2 visits\nmean 0.500"]
	// 	n0 -> n2 [penwidth=0.57]
	// }
}

// A server shows the search at /search/ while it runs elsewhere in the program.
func ExampleHandler() {
	search, err := mcts.New(tictactoe.Game{}, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	http.Handle("/search/", http.StripPrefix("/search", inspect.Handler(search)))
}
