package mcts_test

import (
	"fmt"
	"testing"

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
