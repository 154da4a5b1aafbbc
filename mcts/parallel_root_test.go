package mcts_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Many trees share a short time, also where it is interrupted again and again.
func TestTreesShareTime(t *testing.T) {
	for _, limit := range []time.Duration{500 * time.Microsecond, time.Millisecond, 4 * time.Millisecond, 30 * time.Millisecond} {
		for name, every := range map[string]time.Duration{"run": time.Hour, "watch": 0} {
			t.Run(name, func(t *testing.T) {
				g, c := newSlow(func(int) time.Duration { return 10 * time.Microsecond })
				s, err := mcts.New(g, mcts.Config{Clock: c.read, Parallel: mcts.RootParallel{Trees: 40, Workers: 1}})
				require.NoError(t, err)
				for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: limit}, every) {
					require.NoError(t, err)
				}
				least, most := s.Root().Visits(), 0
				for _, root := range s.Roots() {
					least, most = min(least, root.Visits()), max(most, root.Visits())
				}
				require.Positive(t, least, "%s for %v", name, limit)
				require.LessOrEqual(t, most, 2*least+20, "%s for %v", name, limit)
			})
		}
	}
}

// The first tree is the tree of a search with its share of the budget, and no two trees are the
// same, even of searches with neighboring seeds.
func TestTreesOfRoot(t *testing.T) {
	g := connect4.Game{}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Workers: 2, Trees: 3}}
		s, r := search(t, g, connect4.State{}, cfg, 1000)
		require.Len(t, s.Roots(), 3)
		alone, _ := search(t, g, connect4.State{}, mcts.Config{Seed: seed}, 334)
		require.Equal(t, export(t, alone.Root()), export(t, s.Root()))
		for i, root := range s.Roots() {
			require.Equal(t, []int{334, 333, 333}[i], root.Visits())
			require.False(t, seen[export(t, root)])
			seen[export(t, root)] = true
		}
		requireMerged(t, s, r)
		require.Equal(t, 3*alone.Root().Visits()-2, r.Simulations)
	}
	fresh, err := mcts.New(g, mcts.Config{Parallel: mcts.RootParallel{}})
	require.NoError(t, err)
	require.Nil(t, fresh.Roots())
}

// Each tree has one vote; a tree without simulations has none.
func TestMajorityVote(t *testing.T) {
	// Every tree is visited once, and its Final, the visited child, is the action that it tried.
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.1), g.leaf(0.2), g.leaf(0.3))
	for trees := 1; trees < 20; trees++ {
		for seed := range uint64(5) {
			cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Trees: trees, Merge: mcts.MergeVote}}
			s, r := search[int](t, g, root, cfg, trees-trees/4)
			votes, most := map[branch]int{}, 0
			for _, root := range s.Roots() {
				for _, c := range root.Children() {
					votes[c.Action()] += c.Visits()
					most = max(most, votes[c.Action()])
				}
			}
			require.Equal(t, most, votes[r.Action])
			for a, n := range votes {
				require.False(t, n == most && a > r.Action, "the higher mean decides: %v, %v", votes, r.Action)
			}
		}
	}
	// Two trees of three outvote the sum, which comes last: here the choice of Final depends on the
	// number of calls.
	asked := 0
	fixed := finalFunc(func(*policy.Candidates) (int, bool) {
		asked++
		return 0, false
	})
	cfg := mcts.Config{Final: fixed, Parallel: mcts.RootParallel{Trees: 3, Merge: mcts.MergeVote}}
	s, r := search[int](t, g, root, cfg, 30)
	require.Zero(t, asked%3, "every tree votes, and nobody else")
	votes, most := map[branch]int{}, 0
	for _, root := range s.Roots() {
		first := root.Children()[0].Action()
		votes[first]++
		most = max(most, votes[first])
	}
	require.Equal(t, most, votes[r.Action])
}

// The trees of a root-parallel search differ.
func TestTreesDiffer(t *testing.T) {
	s, _ := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: mcts.RootParallel{Trees: 4, Workers: 1}}, 400)
	trees := map[string]bool{}
	for _, root := range s.Roots() {
		trees[export(t, root)] = true
	}
	require.Len(t, trees, 4)
}
