package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// network stands for a neural network that judges positions of Connect Four. It counts its work.
type network struct{ calls, positions int }

// Predict fills in what is wanted of every position.
func (n *network) Predict(_ context.Context, batch []mcts.Position[connect4.State, connect4.Drop]) error {
	n.calls++
	n.positions += len(batch)
	for _, p := range batch {
		for i := range p.Priors {
			column := p.Actions[i]
			p.Priors[i] = 1 + float32(min(column, 6-column)) // 1 2 3 4 3 2 1 on the empty board
		}
		if p.Values != nil {
			connect4.Game{}.Evaluate(p.State, p.Values)
		}
	}
	return nil
}

// Priors tell the selection where to look first, and values replace playouts. With
// LockStep, a Predictor judges the leaves of a batch in one call.
func ExamplePredictor() {
	network := &network{}
	search, err := mcts.New(connect4.Game{}, mcts.Config{
		Selection:  policy.PUCT{},
		Prediction: &mcts.Prediction{Source: network},
		Parallel:   mcts.LockStep{Batch: 8},
		Seed:       1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := connect4.Game{}.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best action:", result.Action)
	fmt.Printf("%d simulations, %d positions in %d calls\n", result.Simulations, network.positions, network.calls)
	// Output:
	// best action: d
	// 1000 simulations, 998 positions in 126 calls
}
