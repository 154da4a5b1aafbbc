package mcts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// What PUCT costs with the priors of the games: simulations of a search with it, and of the
// default, from the start.
func BenchmarkPUCT(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	for _, sims := range []int{1000, 10_000} {
		for name, cfg := range map[string]mcts.Config{
			"uct":  {},
			"puct": {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		} {
			b.Run(fmt.Sprintf("game=breakthrough6x6/selection=%s/sims=%d", name, sims), func(b *testing.B) { benchmarkConfig(b, small, small.Start(), cfg, sims) })
			b.Run(fmt.Sprintf("game=connect4/selection=%s/sims=%d", name, sims), func(b *testing.B) { benchmarkConfig(b, connect4.Game{}, connect4.State{}, cfg, sims) })
		}
	}
}

// BenchmarkPredictionInASharedTree measures simulations per second with a Predictor that takes 200
// microseconds for a call and 20 for a position. It sleeps, so the figures hardly depend on the
// machine.
func BenchmarkPredictionInASharedTree(b *testing.B) {
	source := predictFunc[connect4.State, connect4.Drop](func(_ context.Context, batch []mcts.Position[connect4.State, connect4.Drop]) error {
		time.Sleep(200*time.Microsecond + time.Duration(len(batch))*20*time.Microsecond)
		for _, p := range batch {
			even(p)
		}
		return nil
	})
	for _, workers := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			const n = 1000
			s, err := mcts.New(connect4.Game{}, mcts.Config{
				Selection: policy.PUCT{}, Parallel: mcts.TreeParallel{Workers: workers}, Prediction: &mcts.Prediction{Source: source},
			})
			require.NoError(b, err)
			for b.Loop() {
				s.Reset(0)
				_, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: n})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "sims/s")
		})
	}
}
