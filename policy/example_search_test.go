package policy_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// search prints the action that a search of 1,000 simulations chooses at a state.
func search[S any, A comparable](g mcts.Game[S, A], state S, cfg mcts.Config) {
	cfg.Seed = 1
	s, err := mcts.New(g, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := s.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Action)
}

// A greater C explores more.
func ExampleUCT() {
	g := connect4.Game{}
	search(g, g.Start(), mcts.Config{Selection: policy.UCT{C: 0.7}})
	// Output:
	// d
}

// GRAVE needs a game that numbers its actions.
func ExampleGRAVE() {
	g := breakthrough.Game{}
	search(g, g.Start(), mcts.Config{Selection: policy.GRAVE{}})
	// Output:
	// b2-a3
}

// Implicit minimax needs a game that evaluates positions, as Breakthrough does.
func ExampleImplicitMinimax() {
	g := breakthrough.Game{}
	search(g, g.Start(), mcts.Config{Selection: policy.ImplicitMinimax{Alpha: 0.4}})
	// Output:
	// b2-a3
}

// Adaptive finds out during the search which of several playout policies wins more.
func ExampleAdaptive() {
	g := breakthrough.Game{}
	search(g, g.Start(), mcts.Config{Playout: policy.Adaptive{}})
	// Output:
	// b2-c3
}

// At simultaneous moves, regret matching finds a mixed strategy. Temperature plays it, where the
// most visited action would be predictable.
func ExampleRegretMatching() {
	g, err := goofspiel.New(2, 4, goofspiel.Descending)
	if err != nil {
		fmt.Println(err)
		return
	}
	search(g, g.Start(), mcts.Config{Selection: policy.RegretMatching{}, Final: policy.Temperature{}})
	// Output:
	// 4
}

// A win counts less the later it comes.
func ExamplePlyDiscount() {
	g := connect4.Game{}
	search(g, g.Start(), mcts.Config{Backup: policy.PlyDiscount{Gamma: 0.99}})
	// Output:
	// d
}
