package main

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// entropy returns the least losses that a network can have: the losses of the targets themselves.
func entropy(batch []sample) (l losses) {
	for _, s := range batch {
		visits := 0.0
		for _, n := range s.Visits {
			visits += float64(n)
		}
		for _, n := range s.Visits {
			if p := float64(n) / visits; p > 0 {
				l.policy -= p * math.Log(p) / float64(len(batch))
			}
		}
		for _, p := range []float64{float64(s.Value), 1 - float64(s.Value)} {
			if p > 0 {
				l.value -= p * math.Log(p) / float64(len(batch))
			}
		}
	}
	return l
}

// samplesOf returns the samples of games of a random network.
func samplesOf(t *testing.T, games int) []sample {
	s := tiny()
	s.Games = games
	samples, err := playGames(t.Context(), s, newNetwork(s.Hidden, rng.New(1)), 0, s.Games)
	require.NoError(t, err)
	return samples
}

// TestLossFalls checks that a network learns a fixed batch by heart.
func TestLossFalls(t *testing.T) {
	batch := samplesOf(t, 2)[:20]
	tr := newTrainer(newNetwork([]int{64, 32}, rng.New(1)))
	first := tr.step(batch, 0.003)
	require.InDelta(t, math.Log(2), first.value, 1e-6, "a network without an opinion")
	var last losses
	for range 400 {
		last = tr.step(batch, 0.003)
	}
	least := entropy(batch)
	require.Greater(t, first.policy, least.policy+0.1)
	require.InDelta(t, least.policy, last.policy, 0.02)
	require.InDelta(t, least.value, last.value, 0.02)
}

// TestAdam checks the first two steps of one weight against the paper: the first has the size of
// the rate.
func TestAdam(t *testing.T) {
	batch := samplesOf(t, 1)[:3]
	tr := newTrainer(newNetwork(nil, rng.New(1)))
	const rate, i = 0.01, inputs*outputs + columns // the bias of the value
	gradient := func() float64 {
		g := make([]float32, len(tr.gradient))
		tr.pass.loss(tr.net, batch, g)
		return float64(g[i])
	}
	g1 := gradient()
	tr.step(batch, rate)
	require.InDelta(t, -rate*math.Copysign(1, g1), tr.net.weights[i], 1e-6)
	before, g2 := float64(tr.net.weights[i]), gradient()
	tr.step(batch, rate)
	mean := (0.9*0.1*g1 + 0.1*g2) / (1 - 0.9*0.9)
	square := (0.999*0.001*g1*g1 + 0.001*g2*g2) / (1 - 0.999*0.999)
	require.InDelta(t, before-rate*mean/math.Sqrt(square), tr.net.weights[i], 1e-6)
}

func TestMirrorSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		m := s.mirror()
		require.Equal(t, s, m.mirror())
		require.Equal(t, position{s.Own, s.Other}.mirror(), position{m.Own, m.Other})
		require.Equal(t, s.Visits[0], m.Visits[columns-1])
		require.Equal(t, s.Value, m.Value)
	})
}

// TestLearn checks that training depends on its seed and not on the number of processors. The
// layers are so large that gonum divides their products among goroutines.
func TestLearn(t *testing.T) {
	samples := samplesOf(t, 5)
	learned := func(processors int, seed uint64) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		tr := newTrainer(newNetwork([]int{200, 130}, rng.New(1)))
		tr.learn(samples, 3, 0.01, rng.New(seed))
		return tr.net.weights
	}
	want := learned(1, 1)
	require.Equal(t, want, learned(4, 1))
	require.NotEqual(t, want, learned(1, 2))
}
