package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// same is policy.Average and policy.Uniform for a search that does not know them, and takes no
// short way.
type same struct{ policy.Average }

func (s same) New(policy.Info) (policy.Chooser, error) { return s, nil }
func (same) Choose(c *policy.Choice) int               { return c.Rand.IntN(len(c.Actions)) }

// The short ways of a search lead to the same tree as the long ones, in every mode, also after
// moves: the favorites of nodes that are visited often, the draw of untried actions, and the backup
// of nothing but statistics.
func TestShortWays(t *testing.T) {
	t.Parallel()
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for name, cfg := range map[string]mcts.Config{
		"default": {},
		"c=1":     {Selection: policy.UCT{C: 1}},
		"turns":   {Backup: policy.TurnDiscount{}},
		"solver":  {Solver: &mcts.Solver{}},
		"nodes":   {MaxNodes: 3000},
		"root":    {Parallel: mcts.RootParallel{Workers: 2}},
		"leaf":    {Parallel: mcts.LeafParallel{Workers: 2}},
		"batches": {Parallel: mcts.LockStep{Workers: 1, Batch: 64}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireSameTrees(t, bare[connect4.State, connect4.Drop]{connect4.Game{}}, connect4.Game{}.Start(), cfg)
			requireSameTrees(t, bare[breakthrough.State, breakthrough.Move]{small}, small.Start(), cfg)
		})
	}
}

func requireSameTrees[S any, A comparable](t *testing.T, g mcts.Game[S, A], root S, cfg mcts.Config) {
	fast, err := mcts.New(g, cfg)
	require.NoError(t, err)
	by, _ := cfg.Selection.(policy.UCT)
	cfg.Selection, cfg.Playout = unknown{by}, same{} // They are called at every node and ply.
	if cfg.Backup == nil {
		cfg.Backup = same{}
	}
	slow, err := mcts.New(g, cfg)
	require.NoError(t, err)
	simulations := testkit.Few(3000, 10_000)
	for range 3 {
		want, err := slow.Run(bg, &root, mcts.Budget{Simulations: simulations})
		require.NoError(t, err)
		got, err := fast.Run(bg, &root, mcts.Budget{Simulations: simulations})
		require.NoError(t, err)
		require.Equal(t, want.Children, got.Children)
		require.NoError(t, fast.Check())
		g.Apply(&root, want.Action)
		for _, search := range []*mcts.Search[S, A]{fast, slow} {
			_, err := search.Advance(want.Action)
			require.NoError(t, err)
		}
	}
}
