package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// shared searches s, and again after the first action of the result, with trees in one process and
// with separate searches, and compares the results.
func shared[S any, A comparable](t require.TestingT, g mcts.Game[S, A], s S, cfg mcts.Config, trees, simulations int, merge mcts.Merge) {
	together := cfg
	together.Parallel = mcts.RootParallel{Trees: trees, Workers: 1, Merge: merge}
	whole, err := mcts.New(g, together)
	require.NoError(t, err)
	judge := whole // Merge does not use its trees.
	var parts []*mcts.Search[S, A]
	for tree := range trees {
		own := cfg
		own.Seed = mcts.TreeSeed(cfg.Seed, tree)
		part, err := mcts.New(g, own)
		require.NoError(t, err)
		parts = append(parts, part)
	}
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	for range 2 {
		want, err := whole.Run(bg, &s, mcts.Budget{Simulations: simulations})
		require.NoError(t, err)
		var shares []mcts.RootStats[A]
		for tree, part := range parts {
			n := simulations / trees
			if tree < simulations%trees {
				n++
			}
			r, err := part.Run(bg, &s, mcts.Budget{Simulations: n})
			require.NoError(t, err)
			share, err := part.RootStats(r)
			require.NoError(t, err)
			shares = append(shares, share)
		}
		have, err := judge.Merge(shares)
		require.NoError(t, err)
		require.Equal(t, want.Action, have.PV[0])
		have.PV, have.Elapsed = want.PV, want.Elapsed
		require.Equal(t, want, have)
		if rules.ToMove(&s) == mcts.Simultaneous {
			return
		}
		rules.Apply(&s, want.Action)
		if len(rules.AppendActions(nil, &s)) == 0 {
			return
		}
		for _, search := range append(parts, whole) {
			_, err := search.Advance(want.Action)
			require.NoError(t, err)
		}
	}
}

// TestMergeIsRootParallel compares merged searches with trees in one process.
func TestMergeIsRootParallel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := mcts.Config{Seed: rapid.Uint64().Draw(t, "seed")}
		if rapid.Bool().Draw(t, "temperature") { // It draws from a stream that depends on seed and visits.
			cfg.Final = policy.Temperature{T: 1}
		}
		trees := rapid.IntRange(1, 6).Draw(t, "trees")
		simulations := rapid.IntRange(trees, 400).Draw(t, "simulations")
		merge := rapid.SampledFrom([]mcts.Merge{mcts.MergeSum, mcts.MergeVote}).Draw(t, "merge")
		switch rapid.IntRange(0, 3).Draw(t, "game") {
		case 0:
			shared(t, connect4.Game{}, connect4.State{}, cfg, trees, simulations, merge)
		case 1:
			g := goofspiel.Game{}
			s := g.Start()
			g.Apply(&s, g.AppendOutcomes(nil, &s)[0].Action)
			shared(t, g, s, cfg, trees, simulations, merge)
		case 2:
			shared(t, dots.Game{}, dots.State{}, cfg, trees, simulations, merge)
		case 3:
			cfg.Selection, cfg.Prediction = policy.PUCT{}, &mcts.Prediction{Playouts: 1}
			shared(t, connect4.Game{}, connect4.State{}, cfg, trees, simulations, merge)
		}
	})
}

// TestMergeProofs merges searches of which each proves something else.
func TestMergeProofs(t *testing.T) {
	g := tictactoe.Game{}
	s, err := mcts.New(g, mcts.Config{Solver: &mcts.Solver{}})
	require.NoError(t, err)
	child := func(c tictactoe.Cell, visits int, lower, upper float64, plies int) mcts.Child[tictactoe.Cell] {
		return mcts.Child[tictactoe.Cell]{Action: c, Visits: visits, Mean: 0.5, Lower: lower, Upper: upper, Plies: plies}
	}
	share := func(stop mcts.Stop, bounds [][2]float64, children ...mcts.Child[tictactoe.Cell]) mcts.RootStats[tictactoe.Cell] {
		return mcts.RootStats[tictactoe.Cell]{
			Children: children, Ends: make([]bool, len(children)), ReturnSums: []float64{5, 5},
			Result: mcts.Result[tictactoe.Cell]{Simulations: 10, Stop: stop, Bounds: bounds},
		}
	}
	r, err := s.Merge([]mcts.RootStats[tictactoe.Cell]{
		share(mcts.StopSimulations, [][2]float64{{0.5, 1}, {0, 0.5}}, child(1, 6, 0, 1, 0), child(2, 4, 0, 0.5, 0)),
		share(mcts.StopProven, [][2]float64{{0, 0.5}, {0.5, 1}}, child(2, 4, 0.5, 1, 0), child(1, 6, 0, 0, 3)),
		share(mcts.StopSimulations, nil, child(1, 0, math.Inf(-1), math.Inf(1), 0), child(2, 0, math.Inf(-1), math.Inf(1), 0)),
	})
	require.NoError(t, err)
	require.Equal(t, [][2]float64{{0.5, 0.5}, {0.5, 0.5}}, r.Bounds)
	require.Equal(t, tictactoe.Cell(2), r.Action, "the other one is lost")
	require.True(t, r.Proven)
	require.Equal(t, mcts.StopProven, r.Stop)
	require.Equal(t, []mcts.Child[tictactoe.Cell]{child(1, 12, 0, 0, 3), child(2, 8, 0.5, 0.5, 0)}, r.Children)
	require.Equal(t, []float64{0.5, 0.5}, r.Values)
}

func TestRootStatsErrors(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	_, err = s.RootStats(mcts.Result[connect4.Drop]{})
	require.EqualError(t, err, "mcts: RootStats without a Run before it")
	_, err = s.Merge(nil)
	require.EqualError(t, err, "mcts: Merge of shares without actions")
	_, err = s.Merge([]mcts.RootStats[connect4.Drop]{{Children: make([]mcts.Child[connect4.Drop], 1)}})
	require.EqualError(t, err, "mcts: Merge of a share with too few elements")
	s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: mcts.RootParallel{Trees: 2}}, 10)
	_, err = s.RootStats(r)
	require.EqualError(t, err, "mcts: RootStats of a search with several trees, want one tree")
}
