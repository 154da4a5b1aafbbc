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
	_, err = mcts.New[int, branch](newTurns(&script{players: 1}), mcts.Config{Selection: selection})
	refuse("policy.ImplicitMinimax needs evaluations, and mcts_test.turns.NumPlayers is 1, want 2", err)
	_, err = mcts.New[int, branch](&script{players: 2}, mcts.Config{Selection: selection})
	refuse("policy.ImplicitMinimax needs evaluations, and *mcts_test.script has simultaneous moves", err)
	plain := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	_, err = mcts.New[connect4.State, connect4.Drop](plain, mcts.Config{Root: selection})
	refuse("has no Evaluate; want that or values of Config.Prediction", err)
	priors := &mcts.Prediction{Source: each(even[connect4.State, connect4.Drop]), Playouts: 1}
	_, err = mcts.New[connect4.State, connect4.Drop](plain, mcts.Config{Selection: selection, Prediction: priors})
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

	for value, what := range map[float64]string{
		0.75: "add up to another number", 0.501: "add up to another number", math.NaN(): "want numbers of magnitude up to",
	} {
		s, err := mcts.New[connect4.State, connect4.Drop](withSum{value: value}, mcts.Config{Selection: selection})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 100})
		refuse(what, err)
	}
}

// summed is Connect Four with evaluations that add up to sum, or that lack the second player's.
type summed struct {
	connect4.Game
	sum   *float64
	skips *bool
}

func (g summed) Evaluate(_ *connect4.State, out []float64) {
	if out[0] = 0.5; !*g.skips {
		out[1] = *g.sum - 0.5
	}
}

// The sum of the values is what it was in the first position until Reset, or until an error, and an
// evaluation that is not written is found.
func TestImplicitMinimaxForgetsTheSum(t *testing.T) {
	g := summed{sum: new(float64), skips: new(bool)}
	s, err := mcts.New[connect4.State, connect4.Drop](g, mcts.Config{Selection: policy.ImplicitMinimax{}})
	require.NoError(t, err)
	run(t, s, connect4.State{}, 10)
	*g.sum = 1
	s.Reset(1)
	run(t, s, connect4.State{}, 10)
	*g.sum = 2
	_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "add up to another number")
	run(t, s, connect4.State{}, 10)
	*g.skips = true
	_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "[0.5 NaN], want numbers")
}

func TestImplicitMinimaxExplained(t *testing.T) {
	require.True(t, uses(t, breakthrough.Game{}, mcts.Config{Root: policy.ImplicitMinimax{}})["Evaluator"].Used)
	require.False(t, uses(t, breakthrough.Game{}, mcts.Config{})["Evaluator"].Used)
}

// needing is UCT with other needs.
type needing struct {
	policy.UCT
	needs policy.Needs
}

func (n needing) Needs() policy.Needs { return n.needs }
