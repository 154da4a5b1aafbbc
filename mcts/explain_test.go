package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// uses explains a search and returns what it says by the name of the interface.
func uses[S any, A comparable](t *testing.T, g mcts.Game[S, A], cfg mcts.Config) map[string]mcts.InterfaceUse {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	all := map[string]mcts.InterfaceUse{}
	for _, u := range s.Explain() {
		all[u.Name] = u
		require.Equal(t, u.Used, u.Reason == "", u.Name)
		require.False(t, u.Used && !u.Found, u.Name)
	}
	return all
}

func TestExplain(t *testing.T) {
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	judge := each(func(mcts.Position[breakthrough.State, breakthrough.Move]) {})

	t.Run("default", func(t *testing.T) {
		all := uses(t, small, mcts.Config{})
		require.True(t, all["Playouter"].Used)
		require.Equal(t, "no statistics are shared between positions", all["CellBoard"].Reason)
		require.Equal(t, "no strategy reads action numbers", all["Indexer"].Reason)
	})
	// A Sampler is used where the Playouter is not and the policy draws uniformly, now and then.
	t.Run("sampler", func(t *testing.T) {
		for why, cfg := range map[string]mcts.Config{
			"playouts do not draw single actions":    {},
			"":                                       {MaxPlies: 5},
			"leaves are judged by Config.Prediction": {Prediction: &mcts.Prediction{}},
		} {
			u := uses[connect4.State, connect4.Drop](t, flat{}, cfg)["Sampler"]
			require.True(t, u.Found)
			require.Equal(t, why, u.Reason)
		}
		for _, test := range []struct {
			playout policy.Playout
			used    []string
		}{
			{policy.Uniform{}, nil},
			{policy.MAST{}, []string{"IndexLister", "ScorePlayouter"}},
			{policy.MAST{Rule: policy.Gibbs{}}, []string{"IndexLister"}},
			{policy.NST{}, []string{"IndexLister", "Sampler"}},
			{policy.LGRF{}, []string{"IndexLister", "Sampler"}},
			{policy.LGRF{Fallback: policy.NST{Rule: policy.Greedy{}}}, []string{"IndexLister"}},
			{mcts.DecisiveMoves{Playout: policy.MAST{}}, nil},
			{policy.LGRF{Fallback: mcts.DecisiveMoves{}}, nil},
		} {
			all := uses[connect4.State, connect4.Drop](t, flat{}, mcts.Config{Playout: test.playout})
			for _, name := range []string{"IndexLister", "ScorePlayouter", "Sampler"} {
				require.Equal(t, slices.Contains(test.used, name), all[name].Used, "%+v, %s", test.playout, name)
			}
		}
	})
	t.Run("five methods", func(t *testing.T) {
		all := uses[connect4.State, connect4.Drop](t, bare[connect4.State, connect4.Drop]{connect4.Game{}}, mcts.Config{})
		for name, u := range all {
			require.False(t, u.Found, name)
		}
		require.Contains(t, all["Playouter"].Reason, "1.4 to 3.6 times as long")
	})
	t.Run("hash", func(t *testing.T) {
		require.Contains(t, uses(t, connect4.Game{}, mcts.Config{})["Hasher"].Reason, "package minimax uses it")
	})
	t.Run("policy", func(t *testing.T) {
		all := uses(t, small, mcts.Config{Playout: policy.NST{}})
		require.Contains(t, all["Playouter"].Reason, "Config.Playout is policy.NST, which chooses every action; ply by ply")
		require.True(t, all["Indexer"].Used)
	})
	t.Run("plies", func(t *testing.T) {
		require.Contains(t, uses(t, small, mcts.Config{MaxPlies: 5})["Playouter"].Reason, "Config.MaxPlies cuts playouts off; ")
	})
	t.Run("backup", func(t *testing.T) {
		require.Contains(t, uses(t, small, mcts.Config{Backup: policy.PlyDiscount{Gamma: 0.9}})["Playouter"].Reason, "which reads the length of playouts; ")
	})
	t.Run("similarity", func(t *testing.T) {
		all := uses(t, small, mcts.Config{Similarity: &mcts.Similarity{}})
		require.True(t, all["CellBoard"].Used)
		require.Contains(t, all["Playouter"].Reason, "Config.Similarity reads the positions of playouts; ")
	})
	t.Run("winning actions", func(t *testing.T) {
		require.Contains(t, uses(t, small, mcts.Config{Solver: &mcts.Solver{}})["Winner"].Reason, "nothing looks for winning actions")
		require.True(t, uses(t, small, mcts.Config{Solver: &mcts.Solver{Probe: true}})["Winner"].Used)
		require.True(t, uses(t, small, mcts.Config{Playout: mcts.DecisiveMoves{}})["Winner"].Used)
	})
	// Without playouts nothing is slower for the lack of them, whatever the policy is.
	t.Run("prediction", func(t *testing.T) {
		for _, playout := range []policy.Playout{nil, policy.NST{}} {
			all := uses(t, small, mcts.Config{Playout: playout, Prediction: &mcts.Prediction{Source: judge}})
			require.Equal(t, "leaves are judged by Config.Prediction", all["Playouter"].Reason)
		}
	})
}
