package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// trimmed are configurations whose trees hold memory of different kinds.
var trimmed = map[string]mcts.Config{
	"serial":      {},
	"small":       {MaxBytes: 600_000},
	"sums":        {Selection: policy.UCB1Tuned{}, MaxBytes: 900_000},
	"root":        {Parallel: mcts.RootParallel{Workers: 2, Trees: 2}, MaxBytes: 600_000},
	"lock-step":   {Parallel: mcts.LockStep{Workers: 2}},
	"AMAF":        {Selection: policy.GRAVE{Ref: 5}},
	"small, AMAF": {Selection: policy.GRAVE{Ref: 1}, MaxBytes: 2_500_000},
	"solver":      {Solver: &mcts.Solver{}, MaxBytes: 800_000},
	"tree of one": {Parallel: mcts.TreeParallel{Workers: 1}},
}

// A search that is trimmed finds what it would have found, and holds no more memory.
func TestTrimChangesNothing(t *testing.T) {
	mcts.OneGoroutine(t)
	seeds := uint64(testkit.Few(1, 3))
	if *long {
		seeds = 50
	}
	for name, cfg := range trimmed {
		t.Run(name, func(t *testing.T) {
			for cfg.Seed = range seeds {
				trimAndCompare(t, cfg)
			}
		})
	}
}

// trimAndCompare plays a few moves with a search that is trimmed and one that is not.
func trimAndCompare(t *testing.T, cfg mcts.Config) {
	search, err := mcts.New(connect4.Game{}, cfg)
	require.NoError(t, err)
	twin, err := mcts.New(connect4.Game{}, cfg)
	require.NoError(t, err)
	g, state, r, full := connect4.Game{}, connect4.State{}, rng.New(cfg.Seed), cfg.MaxBytes == 0
	most := 30_000 // fill the memory where there is a limit
	if full {
		most = testkit.Few(10_000, most)
	}
	for _, n := range []int{most, 100 + r.IntN(most/3), 1, most * 2 / 3} {
		got, want := run(t, search, state, n), run(t, twin, state, n)
		require.LessOrEqual(t, got.Bytes, want.Bytes)
		if cfg.MaxBytes > 0 {
			require.LessOrEqual(t, got.Bytes, cfg.MaxBytes)
		}
		got.Bytes, got.Elapsed, want.Elapsed = want.Bytes, 0, 0
		require.Equal(t, want, got)
		if r.IntN(2) == 0 {
			search.Trim()
		}
		full = full || want.Full
		action := want.Children[r.IntN(len(want.Children))].Action
		g.Apply(&state, action)
		advance(t, search, action)
		advance(t, twin, action)
		search.Trim()
		require.NoError(t, search.Check())
		for i, root := range twin.Roots() {
			require.Equal(t, treeOf(root), treeOf(search.Roots()[i]))
		}
	}
	require.True(t, full)
}

// After Advance, a trimmed search holds what its tree needs.
func TestTrimFreesMemory(t *testing.T) {
	mcts.OneGoroutine(t)
	kinds := map[string]mcts.Config{
		"tree":             {Parallel: mcts.TreeParallel{Workers: 3}},
		"tree with priors": {Parallel: mcts.TreeParallel{Workers: 3}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"tree with solver": {Parallel: mcts.TreeParallel{Workers: 3}, Solver: &mcts.Solver{}},
	}
	for name, cfg := range trimmed {
		kinds[name] = cfg
	}
	for name, cfg := range kinds {
		t.Run(name, func(t *testing.T) {
			cfg.MaxBytes = 0
			s, r := search(t, connect4.Game{}, connect4.State{}, cfg, testkit.Few(60_000, 100_000))
			grown := r.Bytes
			state, least := connect4.State{}, r.Children[len(r.Children)-1].Action
			connect4.Game{}.Apply(&state, least)
			advance(t, s, least)
			before := treesOf(s)
			s.Trim()
			require.NoError(t, s.Check())
			require.Equal(t, before, treesOf(s))
			r = run(t, s, state, 1)
			require.Less(t, r.Bytes, grown/3)
			after := run(t, s, state, testkit.Few(30_000, 50_000))
			require.Greater(t, after.Bytes, r.Bytes, "it grows again")
			require.NoError(t, s.Check())
			s.Reset(0)
			s.Trim()
			r = run(t, s, state, 1)
			require.LessOrEqual(t, r.Bytes, grown/3)
		})
	}
}

func TestTrimWithoutTree(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{Seed: 3})
	require.NoError(t, err)
	s.Trim()
	got := run(t, s, connect4.State{}, 50)
	_, want := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Seed: 3}, 50)
	got.Elapsed, want.Elapsed = 0, 0
	require.Equal(t, want, got)
	for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 10}, 0) {
		require.NoError(t, err)
		require.Panics(t, s.Trim)
		break
	}
}
