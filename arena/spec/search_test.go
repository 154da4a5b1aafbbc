package spec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

func TestParsePriors(t *testing.T) {
	for text, want := range map[string]mcts.Config{
		"selection=puct":                              {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"selection=puct,prior=heuristic":              {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"selection=puct,c=2,fpu=0.1,base=500":         {Selection: policy.PUCT{C: 2, FPU: 0.1, Base: 500}, Prediction: &mcts.Prediction{Playouts: 1}},
		"selection=puct,fpu=0":                        {Selection: policy.PUCT{FPU: math.SmallestNonzeroFloat64}, Prediction: &mcts.Prediction{Playouts: 1}},
		"selection=uct,c=2":                           {Selection: policy.UCT{C: 2}},
		"prior=none":                                  {Selection: policy.UCT{}},
		"prior=heuristic":                             {Selection: policy.UCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"widening=2/0.4":                              {Selection: policy.Widening{Selection: policy.UCT{}, K: 2, Alpha: 0.4}},
		"widening=no":                                 {Selection: policy.UCT{}},
		"selection=puct,widening=4/0.3":               {Selection: policy.Widening{Selection: policy.PUCT{}, K: 4, Alpha: 0.3}, Prediction: &mcts.Prediction{Playouts: 1}},
		"selection=ucb1tuned,widening=1/1,prior=none": {Selection: policy.Widening{Selection: policy.UCB1Tuned{}, K: 1, Alpha: 1}},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text+",sims=10", "")
			require.NoError(t, err)
			require.Equal(t, want.Selection, p.Search.Selection)
			require.Equal(t, want.Prediction, p.Search.Prediction)
			again, err := spec.Parse(p.String(), "")
			require.NoError(t, err)
			require.Equal(t, p, again)
			e, err := spec.Entrant("a", connect4.Game{}, p)
			require.NoError(t, err)
			require.NotNil(t, e)
		})
	}
}

func TestParsePriorsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"selection=puct,prior=none":          "prior=none, want one of heuristic",
		"fpu=0.2":                            "has no fpu here",
		"selection=puct,fpu=-1":              "fpu=-1, want a number from 0",
		"base=3":                             "has no base here",
		"prior=network":                      "prior=network, want one of none, heuristic",
		"widening=2":                         "widening=2, want no, or two numbers such as 2/0.4",
		"widening=0/0.4":                     "widening=0/0.4, want no, or two numbers",
		"widening=2/1.4":                     "widening=2/1.4, want no, or two numbers",
		"selection=exp3,widening=2/0.4":      "widening=2/0.4, want no, because policy.Exp3 samples its choice",
		"selection=grave,widening=2/0.4":     "widening=2/0.4, want no, because policy.GRAVE decides when untried actions are tried",
		"selection=puct,prior=none,c=1":      "prior=none",
		"selection=ucb1tuned,c=1,prior=none": "has no c here",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := spec.Parse(text+",sims=10", "")
			require.ErrorContains(t, err, want)
		})
	}
}

// A game without weights is named, and what it lacks.
func TestPriorsOfAGameWithoutThem(t *testing.T) {
	for text, want := range map[string]string{
		"selection=puct":  "policy.PUCT needs priors, Config.Prediction.Source is nil, and tictactoe.Game has no Weigh to use instead",
		"prior=heuristic": "tictactoe.Game has no Weigh",
	} {
		p, err := spec.Parse(text+",sims=10", "")
		require.NoError(t, err)
		_, err = spec.Entrant("a", tictactoe.Game{}, p)
		require.ErrorContains(t, err, want)
	}
}
