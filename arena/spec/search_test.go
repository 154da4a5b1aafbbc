package spec_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
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

func TestParsePoints(t *testing.T) {
	g, err := dots.NewPoints(2, 2)
	require.NoError(t, err)
	for text, want := range map[string]mcts.Config{
		"c=3":             {},
		"unit=1":          {Unit: 1},
		"discount=0.99":   {Discount: 0.99},
		"outcomes=4/0.25": {Outcomes: mcts.Widening{K: 4, Alpha: 0.25}},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := spec.Parse(text+",sims=10", "")
			require.NoError(t, err)
			require.Equal(t, want.Unit, p.Search.Unit)
			require.Equal(t, want.Discount, p.Search.Discount)
			require.Equal(t, want.Outcomes, p.Search.Outcomes)
			again, err := spec.Parse(p.String(), "")
			require.NoError(t, err)
			require.Equal(t, p, again)
			_, err = spec.Entrant("a", g, p)
			require.NoError(t, err)
		})
	}
	for text, want := range map[string]string{
		"unit=0":         "unit=0, want a number above 0",
		"discount=0":     "discount=0, want a number above 0, up to 1",
		"discount=2":     "discount=2, want a number from 0 to 1",
		"outcomes=2":     "outcomes=2, want two numbers such as 10/0.5",
		"outcomes=2/1.5": "outcomes=2/1.5, want two numbers such as 10/0.5",
	} {
		_, err := spec.Parse(text+",sims=10", "")
		require.ErrorContains(t, err, want)
	}
}

// signed is tic-tac-toe with returns 1, 0 and -1.
type signed struct{ tictactoe.Game }

func (g signed) Returns(s *tictactoe.State, out []float64) {
	g.Game.Returns(s, out)
	out[0], out[1] = 2*out[0]-1, 2*out[1]-1
}

func (signed) ReturnRange() (low, high float64) { return -1, 1 }

// The solver of a text uses the range that the game declares: a loss is -1 and a draw 0.
func TestSolverTakesTheDeclaredRange(t *testing.T) {
	p, err := spec.Parse("solver=on", "")
	require.NoError(t, err)
	search, err := mcts.New(signed{}, p.Search)
	require.NoError(t, err)
	exact, err := minimax.New(signed{}, minimax.Config{})
	require.NoError(t, err)
	seen := map[float64]bool{}
	for script := range 40 {
		s := gametest.Play(signed{}, signed{}.Start(), []byte{byte(script), byte(script / 3), byte(script / 5), byte(script / 7), byte(script / 2)})
		want, err := exact.Run(context.Background(), &s)
		if errors.Is(err, minimax.ErrTerminal) {
			continue
		}
		require.NoError(t, err)
		r, err := search.Run(context.Background(), &s, mcts.Budget{Simulations: 3000})
		require.NoError(t, err)
		if len(r.Bounds) == 0 {
			continue // All other actions lose.
		}
		require.LessOrEqual(t, r.Bounds[0][0], want.Value)
		require.GreaterOrEqual(t, r.Bounds[0][1], want.Value)
		if r.Bounds[0][0] == r.Bounds[0][1] {
			seen[want.Value] = true
		}
	}
	require.Equal(t, map[float64]bool{-1: true, 0: true}, seen, "values that were proven")
}
