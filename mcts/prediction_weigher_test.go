package mcts_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// weigher is a function as a Weigher.
type weigher[S any, A comparable] func(s *S, actions []A, weights []float32)

func (f weigher[S, A]) Weigh(s *S, actions []A, weights []float32) { f(s, actions, weights) }

func weighing[S any, A comparable](f func(s *S, actions []A, weights []float32)) mcts.Weigher[S, A] {
	return weigher[S, A](f)
}

// informed is a script with a Weigher and an Evaluator.
type informed struct{ *script }

func (g informed) Weigh(s *int, actions []branch, weights []float32) {
	for i, a := range actions {
		weights[i] = weight(*s, a)
	}
}

func (g informed) Evaluate(s *int, out []float64) {
	for i := range out {
		out[i] = float64(rng.Mix(uint64(*s*4+i))%5) / 4
	}
}

// A search by the Weigher and the Evaluator of a game, or by a function, is that by a Predictor
// which says the same.
func TestWeigherIsAPredictor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawPrediction(t, g)
		if rapid.Bool().Draw(t, "PUCT") {
			cfg.Selection = policy.PUCT{C: 1, FPU: 0.2}
		}
		n := rapid.IntRange(1, 200).Draw(t, "simulations")
		s, want := search[int, branch](t, informed{g}, 0, cfg, n)
		for _, source := range []any{nil, weighing(informed{g}.Weigh), informed{g}} {
			cfg.Prediction = &mcts.Prediction{Source: source, Playouts: cfg.Prediction.Playouts}
			again, got := search[int, branch](t, informed{g}, 0, cfg, n)
			want.Elapsed, got.Elapsed = 0, 0
			require.Equal(t, want, got)
			require.Equal(t, export(t, s.Root()), export(t, again.Root()))
		}
	})
}

// misweighed is Connect Four with wrong weights and values.
type misweighed struct {
	connectFour
	weight float32
	value  float64
}

func (g misweighed) Weigh(_ *connect4.State, actions []connect4.Drop, weights []float32) {
	for i := range actions {
		weights[i] = g.weight
	}
}

func (g misweighed) Evaluate(_ *connect4.State, out []float64) { out[0], out[1] = 0.5, g.value }

// What a Weigher or an Evaluator does wrong is an error that names the method and the state.
func TestFaultsOfTheWeigher(t *testing.T) {
	nan := math.NaN()
	for want, g := range map[string]misweighed{
		`mcts: Weigh of mcts_test.misweighed: the prior of [a-g] is NaN, want a finite number >= 0, after the actions \[\] from the root`:   {weight: float32(nan)},
		`mcts: Weigh of mcts_test.misweighed: the prior of [a-g] is -1, want a finite number >= 0, after the actions \[\] from the root`:    {weight: -1},
		`mcts: Weigh of mcts_test.misweighed: the prior of [a-g] is \+Inf`:                                                                  {weight: float32(math.Inf(1))},
		`mcts: Weigh of mcts_test.misweighed: all 7 priors are 0`:                                                                           {},
		`mcts: Evaluate of mcts_test.misweighed: the value for player 1 is NaN, want a number of magnitude up to 1e\+30, after the actions`: {weight: 1, value: nan},
	} {
		t.Run(want, func(t *testing.T) {
			cfg := mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}}
			s, err := mcts.New[connect4.State, connect4.Drop](g, cfg)
			require.NoError(t, err)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
			require.Error(t, err)
			require.Regexp(t, want, err.Error())
		})
	}
}

// Playouts of 1 asks for no values, so the game needs no Evaluator, and a Source no Weigher.
func TestWeigherWithPlayoutsAlone(t *testing.T) {
	g := misweighed{weight: 1, value: math.NaN()}
	_, r := search[connect4.State, connect4.Drop](t, g, connect4.State{}, mcts.Config{
		Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1},
	}, 100)
	require.Equal(t, 100, r.Simulations)
	plain := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	_, r = search[connect4.State, connect4.Drop](t, plain, connect4.State{}, mcts.Config{
		Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Source: weighing(g.Weigh), Playouts: 1},
	}, 100)
	require.Equal(t, 100, r.Simulations)
}

func TestWeigherRefuses(t *testing.T) {
	even := weighing(misweighed{weight: 1}.Weigh)
	plain := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	for want, cfg := range map[string]mcts.Config{
		"mcts: policy.PUCT needs priors, Config.Prediction.Source is nil, and mcts_test.bare": {
			Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1},
		},
		"mcts: policy.PUCT needs priors, and Config.Prediction is nil": {Selection: policy.PUCT{}},
		"mcts: Config.Prediction.Playouts is 0.5, Source is a Weigher, and mcts_test.bare": {
			Prediction: &mcts.Prediction{Source: even, Playouts: 0.5},
		},
		"Config.Prediction.Source is a int, want a game.Predictor[": {Prediction: &mcts.Prediction{Source: 3}},
		"or a game.Weigher[": {Prediction: &mcts.Prediction{Source: informed{}}},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New(mcts.Game[connect4.State, connect4.Drop](plain), cfg)
			require.ErrorContains(t, err, want)
		})
	}
}

// weighted is Connect Four with priors and without an evaluation.
type weighted struct {
	bare[connect4.State, connect4.Drop]
}

func (weighted) Weigh(_ *connect4.State, _ []connect4.Drop, weights []float32) {
	for i := range weights {
		weights[i] = 1
	}
}

// Whoever takes a game's priors without values learns at once how to ask for that.
func TestPriorsAlone(t *testing.T) {
	g := weighted{bare[connect4.State, connect4.Drop]{connect4.Game{}}}
	for want, p := range map[string]*mcts.Prediction{
		"mcts: policy.PUCT needs priors, and Config.Prediction is nil; want &mcts.Prediction{Playouts: 1}, for those of mcts_test.weighted.Weigh":                          nil,
		"mcts: Config.Prediction.Playouts is 0, Source is nil, and mcts_test.weighted has Weigh for priors and no Evaluate for values; want &mcts.Prediction{Playouts: 1}": {},
	} {
		_, err := mcts.New(mcts.Game[connect4.State, connect4.Drop](g), mcts.Config{Selection: policy.PUCT{}, Prediction: p})
		require.EqualError(t, err, want)
	}
	_, err := mcts.New(mcts.Game[connect4.State, connect4.Drop](g), mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}})
	require.NoError(t, err)
}

func TestExplainWeigher(t *testing.T) {
	g := misweighed{weight: 1}
	for why, cfg := range map[string]mcts.Config{
		"": {Prediction: &mcts.Prediction{Playouts: 1}},
		"nothing asks the game for priors; see policy.PUCT": {},
	} {
		t.Run(fmt.Sprint(why), func(t *testing.T) {
			require.Equal(t, why, uses[connect4.State, connect4.Drop](t, g, cfg)["Weigher"].Reason)
		})
	}
	all := uses[connect4.State, connect4.Drop](t, g, mcts.Config{Prediction: &mcts.Prediction{}})
	require.True(t, all["Weigher"].Used)
	require.True(t, all["Evaluator"].Used)
	all = uses[connect4.State, connect4.Drop](t, g, mcts.Config{Prediction: &mcts.Prediction{Source: weighing(g.Weigh)}})
	require.False(t, all["Weigher"].Used, "the Source takes its place")
	require.True(t, all["Evaluator"].Used)
}
