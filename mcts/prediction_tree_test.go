package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// inTurns is a script without simultaneous moves, at which workers take turns often.
func inTurns(g *script) mcts.Game[int, branch] { return hesitantExpert{hesitant{turnwise{g}}} }

// drawShared is a configuration of several workers with one tree and what the game knows.
func drawShared(t *rapid.T, g *script) mcts.Config {
	cfg := drawPrediction(t, g)
	cfg.Parallel = mcts.TreeParallel{Workers: rapid.IntRange(2, 5).Draw(t, "workers"), VirtualLoss: rapid.Bool().Draw(t, "virtual loss")}
	cfg.Selection = rapid.SampledFrom([]policy.Selection{
		nil, priorReader{}, puctLike{0.3}, policy.PUCT{C: 1}, latecomer{}, policy.Widening{},
	}).Draw(t, "selection")
	cfg.Prediction.Source = nil
	return cfg
}

// Whatever the game and the strategies, workers that share a tree leave it sound: the simulations
// of the budget are in it and nothing else, no virtual visit remains, and priors are in order.
func TestLawsOfPriorsInASharedTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawShared(t, g)
		s, err := mcts.New(inTurns(g), cfg)
		require.NoError(t, err)
		shown := policy.NeedsOf(cfg.Selection).Has(policy.NeedPriors)
		for root, most := 0, cfg.MaxNodes; ; {
			n := rapid.IntRange(1, 300).Draw(t, "simulations")
			before := s.Root().Visits()
			r := run(t, s, root, n)
			if len(r.Children) > 1 {
				require.Equal(t, n, r.Simulations)
			}
			require.Equal(t, before+r.Simulations, s.Root().Visits())
			requirePriors(t, g, s.Root(), root, shown)
			if cfg.MaxNodes > 0 {
				most = max(most, 1+len(r.Children)) // The nodes of a larger root may be kept.
				require.LessOrEqual(t, r.Nodes, most)
			} else {
				require.False(t, r.Full)
			}
			g.Apply(&root, r.Action)
			if player := g.nodes[root].Player; player < 0 || len(g.nodes[root].Children) == 0 {
				return
			}
			advance(t, s, r.Action)
			require.NoError(t, s.Check())
		}
	})
}

// With one worker, TreeParallel is the serial search.
func TestPredictionInATreeOfOneWorker(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		cfg := drawPrediction(t, g)
		cfg.Selection, cfg.Parallel = puctLike{0.3}, nil
		s, _ := search(t, inTurns(g), 0, cfg, 200)
		cfg.Parallel = mcts.TreeParallel{Workers: 1}
		again, _ := search(t, inTurns(g), 0, cfg, 200)
		require.Equal(t, export(t, s.Root()), export(t, again.Root()))
	})
}
