package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkSimulation(b *testing.B) {
	for _, batch := range []int{1, 8, 32} {
		b.Run("batch="+string(rune('0'+batch%10)), func(b *testing.B) {
			cfg := newPredictor(newNetwork([]int{256, 128}, rng.New(1))).config()
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
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/sim")
		})
	}
}
