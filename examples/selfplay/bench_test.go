package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// benchmarked are the hidden layers of the benchmarks.
var benchmarked = [][]int{{128, 128}, {256, 128}, {256, 256}, {512, 128}}

// BenchmarkForward is a pass of a batch through the network.
func BenchmarkForward(b *testing.B) {
	benchmarkPass(b, func(n network, batch []sample) {
		p := newPass(n)
		for b.Loop() {
			in := p.resize(len(batch))
			for i, s := range batch {
				position{s.Own, s.Other}.encode(row(in, i))
			}
			p.forward()
		}
	})
}

// BenchmarkStep is a step of training.
func BenchmarkStep(b *testing.B) {
	benchmarkPass(b, func(n network, batch []sample) {
		t := newTrainer(n)
		for b.Loop() {
			t.step(batch, 1e-9)
		}
	})
}

func benchmarkPass(b *testing.B, f func(n network, batch []sample)) {
	s := tiny()
	samples, err := playGames(b.Context(), s, newNetwork(s.Hidden, rng.New(1)), 0, 50)
	require.NoError(b, err)
	for _, hidden := range benchmarked {
		for _, size := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("hidden=%d,%d/batch=%d", hidden[0], hidden[1], size), func(b *testing.B) {
				f(newNetwork(hidden, rng.New(1)), samples[:size])
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/position")
			})
		}
	}
}

// BenchmarkSimulation is a search of 200 simulations.
func BenchmarkSimulation(b *testing.B) {
	for _, hidden := range benchmarked {
		for _, batch := range []int{1, 16} {
			b.Run(fmt.Sprintf("hidden=%d,%d/batch=%d", hidden[0], hidden[1], batch), func(b *testing.B) {
				cfg := newPredictor(newNetwork(hidden, rng.New(1))).config()
				if batch > 1 {
					cfg.Parallel = mcts.LockStep{Batch: batch, Workers: 1}
				}
				search, err := mcts.New(connect4.Game{}, cfg)
				require.NoError(b, err)
				s := connect4.Game{}.Start()
				for b.Loop() {
					search.Reset(1)
					_, err := search.Run(context.Background(), &s, mcts.Budget{Simulations: 200})
					require.NoError(b, err)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/simulation")
			})
		}
	}
}
