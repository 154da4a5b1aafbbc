package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// choose prints the action that a search of 1,000 simulations chooses at a state.
func choose[S any, A comparable](g mcts.Game[S, A], state S, cfg mcts.Config) {
	cfg.Seed = 1
	search, err := mcts.New(g, cfg)
	if err != nil {
		panic(err)
	}
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Action)
}

// centered is tic-tac-toe in which the player that has the center is thought to be ahead.
type centered struct{ tictactoe.Game }

func (g centered) Evaluate(s *tictactoe.State, out []float64) {
	out[0], out[1] = 0.5, 0.5
	switch g.AppendCells(nil, s)[4] {
	case 1:
		out[0], out[1] = 0.8, 0.2
	case 2:
		out[0], out[1] = 0.2, 0.8
	}
}

// With MaxPlies, a playout stops after so many plies, and the Evaluator values the position.
func ExampleEvaluator() {
	choose(centered{}, tictactoe.State{}, mcts.Config{MaxPlies: 2})
	// Output:
	// b2
}

// A WholePlayout plays a game to the end as fast as it can. This one plays at random.
func ExampleWholePlayout() {
	rules := tictactoe.Game{}
	playout := func(s *tictactoe.State, r *rng.Rand, out []float64) {
		var cells []tictactoe.Cell
		for {
			cells = rules.AppendActions(cells[:0], s)
			if len(cells) == 0 {
				rules.Returns(s, out)
				return
			}
			rules.Apply(s, cells[r.IntN(len(cells))])
		}
	}
	choose(rules, rules.Start(), mcts.Config{Playout: mcts.WholePlayout(playout)})
	// Output:
	// b2
}

// Positions whose boards differ little share statistics.
func ExampleSimilarity() {
	choose(connect4.Game{}, connect4.State{}, mcts.Config{
		Similarity: &mcts.Similarity{Encoder: similarity.Huffman{}, Distance: 2},
	})
	// Output:
	// d
}

// A search with too little memory for its budget stops adding nodes, and says so.
func ExampleConfig_maxBytes() {
	rules := connect4.Game{}
	search, err := mcts.New(rules, mcts.Config{MaxBytes: 1 << 20, Seed: 1})
	if err != nil {
		panic(err)
	}
	state := rules.Start()
	for _, simulations := range []int{10_000, 100_000} {
		search.Reset(1)
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: simulations})
		if err != nil {
			panic(err)
		}
		fmt.Println(simulations, result.Action, result.Full, result.Bytes <= 1<<20)
	}
	// Output:
	// 10000 d false true
	// 100000 d true true
}

// Any goroutine may look at a search, also while it runs.
func ExampleSearch_Inspect() {
	rules := tictactoe.Game{}
	search, err := mcts.New(rules, mcts.Config{Seed: 1})
	if err != nil {
		panic(err)
	}
	state := rules.Start()
	if _, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000}); err != nil {
		panic(err)
	}
	err = search.Inspect(context.Background(), func(s mcts.Snapshot[tictactoe.State, tictactoe.Cell]) {
		fmt.Println(s.Running, s.Result.Action, s.Roots[0].Visits())
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// false b2 1000
}

// The settings of a strong player for a game with priors: PUCT, proven values, and a tree that
// every processor extends. Try each in a match before you keep it.
func ExampleConfig_strong() {
	search, err := mcts.New(connect4.Game{}, mcts.Config{
		Selection:  policy.PUCT{},
		Prediction: &mcts.Prediction{Source: center{}, Playouts: 1},
		Solver:     &mcts.Solver{},
		Parallel:   mcts.TreeParallel{Workers: 2},
	})
	if err != nil {
		panic(err)
	}
	state := connect4.Game{}.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 10_000})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Action)
	// Output: d
}
