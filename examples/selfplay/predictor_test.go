package main

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// asked returns a position as a search asks for it.
func asked(s *state) mcts.Position[state, drop] {
	at := mcts.Position[state, drop]{State: s, Player: connect4.Game{}.ToMove(s), Actions: connect4.Game{}.AppendActions(nil, s)}
	at.Priors, at.Values = make([]float32, len(at.Actions)), make([]float64, 2)
	return at
}

// TestPredictions checks what a search asks of predictions, and that a batch gives those of its
// positions one by one.
func TestPredictions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNetwork(t, 9)
		lines := rapid.SliceOfN(rapid.Custom(playedLine), 1, 5).Draw(t, "positions")
		var batch []mcts.Position[state, drop]
		for i := range lines {
			batch = append(batch, asked(&lines[i].state))
		}
		require.NoError(t, newPredictor(n).Predict(context.Background(), batch))
		for i, at := range batch {
			sum := float32(0)
			for _, p := range at.Priors {
				require.GreaterOrEqual(t, p, float32(0))
				sum += p
			}
			require.InDelta(t, 1, sum, 1e-5)
			require.InDelta(t, 1, at.Values[0]+at.Values[1], 1e-12)
			require.True(t, at.Values[0] >= 0 && at.Values[0] <= 1)

			one := []mcts.Position[state, drop]{asked(&lines[i].state)}
			require.NoError(t, newPredictor(n).Predict(context.Background(), one))
			require.Equal(t, one[0], at)
			var in [inputs]float32
			p := newPosition(at.State)
			p.encode(in[:])
			out := naive(n, doubles(n.weights), doubles(in[:]))
			require.InDelta(t, 1/(1+math.Exp(-out[columns])), at.Values[at.Player], 1e-4)
			for k, a := range at.Actions {
				ratio := math.Exp(out[a] - out[at.Actions[0]])
				require.InDelta(t, ratio*float64(at.Priors[0]), float64(at.Priors[k]), 1e-4)
			}
		}
	})
}

// TestEqualPriors checks that the value head alone keeps its values.
func TestEqualPriors(t *testing.T) {
	s := connect4.Game{}.Start()
	n := newNetwork(nil, rng.New(1))
	n.weights[len(n.weights)-1], n.weights[len(n.weights)-2] = 2, 5 // the biases of the value and of the last column
	p := newPredictor(n)
	p.equal = true
	batch := []mcts.Position[state, drop]{asked(&s)}
	require.NoError(t, p.Predict(context.Background(), batch))
	for _, prior := range batch[0].Priors {
		require.InDelta(t, 1./columns, prior, 1e-6)
	}
	require.InDelta(t, sigmoid(2), batch[0].Values[0], 1e-6)
}

// TestSearch runs searches with a network one position at a time and in batches.
func TestSearch(t *testing.T) {
	n := newNetwork([]int{16}, rng.New(1))
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Batch: 8, Workers: 1}, mcts.LockStep{Batch: 8, Workers: 3}} {
		cfg := newPredictor(n).config()
		cfg.Parallel = parallel
		search, err := mcts.New(connect4.Game{}, cfg)
		require.NoError(t, err)
		s := connect4.Game{}.Start()
		result, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 300})
		require.NoError(t, err)
		require.NoError(t, search.Check())
		require.InDelta(t, 1, result.Values[0]+result.Values[1], 1e-6)
	}
}
