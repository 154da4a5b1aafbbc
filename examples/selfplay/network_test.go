package main

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// anyNetwork returns a small network in which no weight is 0.
func anyNetwork(t *rapid.T, hidden ...int) network {
	r := rng.New(rapid.Uint64().Draw(t, "weights"))
	n := newNetwork(hidden, r)
	for i := range n.weights {
		n.weights[i] = float32(normal(r)) / 3
	}
	return n
}

// anySample returns a sample with random targets.
func anySample(t *rapid.T) sample {
	l := playedLine(t)
	p := newPosition(&l.state)
	s := sample{Own: p.own, Other: p.other, Value: rapid.Float32Range(0, 1).Draw(t, "value")}
	for c, full := range p.full() {
		if !full {
			s.Visits[c] = rapid.Uint16Range(1, 1000).Draw(t, "visits")
		}
	}
	return s
}

// naive computes the outputs for one position, sum by sum.
func naive(n network, weights []float64, in []float64) []float64 {
	for l := range n.layers() {
		width := n.widths[l+1]
		out := slices.Clone(weights[len(in)*width:][:width])
		for i, x := range in {
			for j := range out {
				out[j] += x * weights[i*width+j]
			}
		}
		weights = weights[(len(in)+1)*width:]
		if l < n.layers()-1 {
			for j := range out {
				out[j] = max(out[j], 0)
			}
		}
		in = out
	}
	return in
}

// naiveLoss computes the sum of the mean losses from the definition of cross entropy.
func naiveLoss(n network, weights []float64, batch []sample) (sum float64) {
	for _, s := range batch {
		p := position{s.Own, s.Other}
		var in [inputs]float32
		p.encode(in[:])
		out := naive(n, weights, doubles(in[:]))
		total, visits := 0.0, 0.0
		for c, full := range p.full() {
			if !full {
				total += math.Exp(out[c])
				visits += float64(s.Visits[c])
			}
		}
		for c, full := range p.full() {
			if !full {
				sum -= float64(s.Visits[c]) / visits * math.Log(math.Exp(out[c])/total)
			}
		}
		win, v := 1/(1+math.Exp(-out[columns])), float64(s.Value)
		sum -= v*math.Log(win) + (1-v)*math.Log(1-win)
	}
	return sum / float64(len(batch))
}

func doubles(v []float32) (d []float64) {
	for _, x := range v {
		d = append(d, float64(x))
	}
	return d
}

// TestForward compares passes of batches with sums written out. The batches and layers are larger
// than the parts in which they are multiplied.
func TestForward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNetwork(t, rapid.SampledFrom([][]int{{}, {3}, {200, 5}, {7, 195, 4}}).Draw(t, "hidden")...)
		samples := rapid.SliceOfN(rapid.Custom(anySample), 1, 3).Draw(t, "samples")
		p := newPass(n)
		for _, size := range []int{1, 70, 2} { // The memory is used again.
			in := p.resize(size)
			for i := range size {
				s := samples[i%len(samples)]
				position{s.Own, s.Other}.encode(row(in, i))
			}
			out := p.forward()
			for i := range size {
				want := naive(n, doubles(n.weights), doubles(row(in, i)))
				require.InDeltaSlice(t, want, doubles(row(out, i)), 1e-3)
				require.Equal(t, row(out, i%len(samples)), row(out, i), "equal positions of one batch")
			}
		}
	})
}

// TestGradient compares the gradient with finite differences of the naive loss.
func TestGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNetwork(t, 5, 4)
		batch := rapid.SliceOfN(rapid.Custom(anySample), 1, 3).Draw(t, "batch")
		have := make([]float32, len(n.weights))
		p := newPass(n)
		p.loss(n, batch, have)
		l := p.loss(n, batch, have) // adds the gradient again
		weights := doubles(n.weights)
		require.InDelta(t, naiveLoss(n, weights, batch), l.policy+l.value, 1e-4)
		for range 50 {
			i := rapid.IntRange(0, len(weights)-1).Draw(t, "weight")
			difference := func(step float64) float64 {
				w, moved := weights[i], [2]float64{}
				for side, sign := range []float64{-1, 1} {
					weights[i] = w + sign*step
					moved[side] = naiveLoss(n, weights, batch)
				}
				weights[i] = w
				return (moved[1] - moved[0]) / (2 * step)
			}
			want := difference(1e-5)
			if math.Abs(want-difference(1e-6)) > 1e-5 {
				continue // a unit of the network begins to fire between the two
			}
			require.InDelta(t, 2*want, have[i], 2e-3)
		}
	})
}

func TestNewNetwork(t *testing.T) {
	n := newNetwork([]int{16, 8}, rng.New(1))
	require.NoError(t, n.validate())
	require.Equal(t, n, newNetwork([]int{16, 8}, rng.New(1)))
	require.NotEqual(t, n.weights, newNetwork([]int{16, 8}, rng.New(2)).weights)
	p := newPass(n)
	p.resize(1)
	require.Equal(t, make([]float32, outputs), p.forward().Data, "no opinion")
}

func TestValidateNetwork(t *testing.T) {
	for want, change := range map[string]func(n *network){
		"want 84 inputs and 8 outputs": func(n *network) { n.widths[0]++ },
		"want at least 1":              func(n *network) { n.widths[1] = 0 },
		"weights, want 473":            func(n *network) { n.weights = n.weights[1:] },
		"weight 3 of the network":      func(n *network) { n.weights[3] = float32(math.NaN()) },
	} {
		n := newNetwork([]int{5}, rng.New(1))
		n.weights = n.weights[:len(n.weights):len(n.weights)]
		change(&n)
		require.ErrorContains(t, n.validate(), want)
	}
	require.Error(t, network{}.validate())
}

// asked returns a position as a search asks for it.
func asked(s *state) mcts.Position[state, drop] {
	at := mcts.Position[state, drop]{State: s, Player: connect4.Game{}.ToMove(s), Actions: connect4.Game{}.AppendActions(nil, s)}
	at.Priors, at.Values = make([]float32, len(at.Actions)), make([]float64, 2)
	return at
}

// TestPredictions checks what a search asks of predictions, and that a batch gives the same
// predictions as its positions one by one.
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
