package mcts_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// solitaire is a game of one player without chance, with rewards.
type solitaire struct {
	bare[int, branch]
	g paid
}

func (p solitaire) Rewards(s *int, out []float64) { p.g.Rewards(s, out) }

// recorder is a Backup that sees the greatest return of all simulations.
type recorder struct {
	policy.Average
	most *float64
}

func (r recorder) Credit(t *policy.Trace, values []float64) {
	*r.most = max(*r.most, t.Returns[0])
	r.Average.Credit(t, values)
}

// worth plays a line from a root to the end and returns its return.
func worth(t require.TestingT, g mcts.Game[int, branch], root int, line []branch) float64 {
	rewards, _ := g.(mcts.Rewarder[int])
	out, sum := []float64{0}, 0.0
	for _, a := range line {
		require.Contains(t, g.AppendActions(nil, &root), a)
		if g.Apply(&root, a); rewards != nil {
			rewards.Rewards(&root, out)
			sum += out[0]
		}
	}
	require.Empty(t, g.AppendActions(nil, &root), "the line ends the game")
	g.Returns(&root, out)
	return sum + out[0]
}

// drawPuzzle draws a game of one player without chance, with or without rewards.
func drawPuzzle(t *rapid.T) mcts.Game[int, branch] {
	g := paid{script: drawScript(t, 1, false).mapped(func(_ int, v float64) float64 { return math.Round(8*v) - 3 })}
	for n := range g.nodes {
		g.rewards = append(g.rewards, []float64{float64(n%5 - 2)})
	}
	if rapid.Bool().Draw(t, "rewards") {
		return solitaire{bare[int, branch]{g}, g}
	}
	return bare[int, branch]{g}
}

// The best line has the reported return, in every mode, no simulation has a greater return, and it
// is followed unless an action wins at once. The rest of it is kept, even in a search that was
// saved.
func TestBestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPuzzle(t)
		most := math.Inf(-1)
		rewards, pays := g.(mcts.Rewarder[int])
		cfg := rapid.SampledFrom([]mcts.Config{
			{},
			{FreshTree: true},
			{Playout: policy.LGRF{}},
			{MaxNodes: 8},
			{Parallel: mcts.LockStep{Workers: 2, Batch: 3}},
			{Parallel: mcts.LeafParallel{Workers: 2}},
			{Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
			{Parallel: mcts.TreeParallel{Workers: 2}},
		}).Draw(t, "config")
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		if cfg.Parallel == nil && !pays {
			cfg.Backup = recorder{most: &most}
		}
		s, err := mcts.New(g, cfg)
		require.NoError(t, err)
		root, before := 0, math.Inf(-1)
		for len(g.AppendActions(nil, &root)) > 0 {
			r := run(t, s, root, rapid.IntRange(1, 30).Draw(t, "simulations"))
			if r.Action != r.Best.Actions[0] { // A win ends the game at once, and none is greater.
				require.InDelta(t, worth(t, g, root, []branch{r.Action}), r.Best.Return, 1e-9, "the best line is followed")
				return
			}
			require.InDelta(t, worth(t, g, root, r.Best.Actions), r.Best.Return, 1e-9)
			require.GreaterOrEqual(t, r.Best.Return, before-1e-9, "it never falls")
			if cfg.Backup != nil {
				require.Equal(t, most, r.Best.Return)
			}
			if cfg.Playout == nil && rapid.Bool().Draw(t, "saved") {
				var file bytes.Buffer
				require.NoError(t, s.Save(&file))
				s, err = mcts.New(g, cfg)
				require.NoError(t, err)
				require.NoError(t, s.Load(&file, &root))
			}
			g.Apply(&root, r.Action)
			before = r.Best.Return
			if pays {
				out := []float64{0}
				rewards.Rewards(&root, out)
				before -= out[0]
			}
			_, err := s.Advance(r.Action)
			require.NoError(t, err)
		}
	})
}

// The line is forgotten where another action is played, and a game that others play, too, has none.
func TestNoBestLine(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(5)), g.node(0, g.leaf(1), g.leaf(2)))
	puzzle := bare[int, branch]{g}
	s, r := search[int, branch](t, puzzle, root, mcts.Config{}, 50)
	require.Equal(t, mcts.Line[branch]{Return: 5, Actions: []branch{0, 0}}, r.Best)
	requireAdvance(t, true, s, branch(1))
	r = run(t, s, g.nodes[root].Children[1], 50)
	require.Equal(t, mcts.Line[branch]{Return: 2, Actions: []branch{1}}, r.Best)
	_, r = search[int, branch](t, puzzle, root, mcts.Config{Final: policy.RobustChild{}}, 50)
	require.Empty(t, r.Best.Actions)
	_, err := mcts.New[int, branch](g, mcts.Config{Final: policy.BestLine{}})
	require.ErrorContains(t, err, "Config.Final is a BestLine, and *mcts_test.script has several players, chance or simultaneous moves")
}
