package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Priors, predictions and implicit minimax values go with a graph, and so do limits of memory.
func TestGraphOfBreakthrough(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, cfg := range map[string]mcts.Config{
		"PUCT":       {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"evaluator":  {Prediction: &mcts.Prediction{}},
		"batches":    {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"implicit":   {Selection: policy.ImplicitMinimax{}},
		"in batches": {Selection: policy.ImplicitMinimax{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"NST":        {Playout: policy.NST{}, Solver: &mcts.Solver{Probe: true}},
		"few nodes":  {MaxNodes: 200},
		"few bytes":  {MaxBytes: 1 << 20},
		"ensemble":   {Parallel: mcts.RootParallel{Trees: 3, Workers: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg.Graph = true
			s, err := mcts.New[breakthrough.State, breakthrough.Move](g, cfg)
			require.NoError(t, err)
			for state := g.Start(); len(g.AppendActions(nil, &state)) > 0; {
				r := run(t, s, state, 3000)
				if cfg.MaxNodes > 0 {
					require.LessOrEqual(t, r.Nodes, cfg.MaxNodes)
				}
				if cfg.MaxBytes > 0 {
					require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
				}
				advance(t, s, r.Action)
				require.NoError(t, s.Check())
				g.Apply(&state, r.Action)
			}
		})
	}
	_ = connect4.Game{}
}
