package mcts_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// withSum is Connect Four with evaluations that add up to different numbers, or to none.
type withSum struct {
	connect4.Game
	value float64
}

func (g withSum) Evaluate(s *connect4.State, out []float64) {
	out[0], out[1] = 0.5, 0.5
	if g.ToMove(s) == 0 {
		out[1] = g.value
	}
}

func TestImplicitMinimaxRefusals(t *testing.T) {
	selection := policy.ImplicitMinimax{}
	refuse := func(what string, err error) {
		t.Helper()
		require.ErrorContains(t, err, what)
	}
	three := &script{players: 3}
	_, err := mcts.New[int, branch](newTurns(three), mcts.Config{Selection: selection})
	refuse("policy.ImplicitMinimax needs evaluations, and mcts_test.turns.NumPlayers is 3, want 2", err)
	_, err = mcts.New[int, branch](&script{players: 2}, mcts.Config{Selection: selection})
	refuse("policy.ImplicitMinimax needs evaluations, and *mcts_test.script has simultaneous moves", err)
	plain := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	_, err = mcts.New[connect4.State, connect4.Drop](plain, mcts.Config{Root: selection})
	refuse("has no Evaluate; want that or values of Config.Prediction", err)

	g := breakthrough.Game{}
	for what, cfg := range map[string]mcts.Config{
		"Config.Parallel is a TreeParallel":                    {Parallel: mcts.TreeParallel{}},
		"Config.Similarity is set, and policy.ImplicitMinimax": {Similarity: &mcts.Similarity{}},
		"ImplicitMinimax.Alpha is 2":                           {Root: policy.ImplicitMinimax{Alpha: 2}},
	} {
		cfg.Selection = selection
		_, err = mcts.New(g, cfg)
		refuse(what, err)
	}

	available := needing{policy.UCT{}, policy.NeedAvailable | policy.NeedEvaluations}
	_, err = mcts.New(mcts.Game[siegeState, int](siegeWithGuess{}), mcts.Config{Selection: available, Hidden: mcts.ISMCTS{}})
	refuse("Config.Hidden is mcts.ISMCTS, in whose tree one node stands for many states", err)
	none := map[int]bool{}
	hidden := mcts.Ensemble{Interesting: mcts.Interesting{Passive: always(0, none), Rule: always(1, none), AtLeaves: true}}
	_, err = mcts.New(mcts.Game[siegeState, int](siegeWithGuess{}), mcts.Config{Selection: selection, Hidden: hidden})
	refuse("the selection needs evaluations, and Config.Hidden: Ensemble.Interesting.AtLeaves", err)

	for what, value := range map[string]float64{"add up to another number": 0.75, "want numbers of magnitude up to": math.NaN()} {
		s, err := mcts.New[connect4.State, connect4.Drop](withSum{value: value}, mcts.Config{Selection: selection})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 100})
		refuse(what, err)
	}
}

// needing is UCT with other needs.
type needing struct {
	policy.UCT
	needs policy.Needs
}

func (n needing) Needs() policy.Needs { return n.needs }
