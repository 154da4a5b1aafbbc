package minimax_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

// paying is a tree whose plies move a reward from player 1 to player 0.
type paying struct {
	tree
	rewards [][]float64 // by node and action
	tip     float64     // what player 1 gets in addition, for games that are not constant-sum
}

// payingState leaves the last reward out of its hash.
type payingState struct {
	treeState
	last float64
}

func (g paying) ToMove(s *payingState) int { return g.tree.ToMove(&s.treeState) }

func (g paying) AppendActions(dst []int, s *payingState) []int {
	return g.tree.AppendActions(dst, &s.treeState)
}

func (g paying) Apply(s *payingState, a int) {
	s.last = g.rewards[s.node][a]
	g.tree.Apply(&s.treeState, a)
}

func (g paying) Rewards(s *payingState, out []float64)  { out[0], out[1] = s.last, g.tip-s.last }
func (g paying) Returns(s *payingState, out []float64)  { g.tree.Returns(&s.treeState, out) }
func (g paying) Evaluate(s *payingState, out []float64) { g.tree.Evaluate(&s.treeState, out) }
func (g paying) Hash(s *payingState) uint64             { return g.tree.Hash(&s.treeState) }

// valueOf is an independent implementation: what is to come from a node on.
func (g paying) valueOf(node, depth int) float64 {
	n := g.tree[node]
	if len(n.children) == 0 || depth == 0 {
		return n.value
	}
	best := 0.0
	for i := range n.children {
		if v := g.valueAfter(node, i, depth); i == 0 || n.mover == 0 && v > best || n.mover == 1 && v < best {
			best = v
		}
	}
	return best
}

func (g paying) valueAfter(node, action, depth int) float64 {
	return g.rewards[node][action] + g.valueOf(g.tree[node].children[action], depth-1)
}

// Every configuration returns what is to come from the root on, with the rewards of all plies.
func TestRewardsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := paying{tree: trees(t)}
		quarters := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-4, 4).Draw(t, "reward")) / 4 })
		for _, n := range g.tree {
			g.rewards = append(g.rewards, rapid.SliceOfN(quarters, len(n.children), len(n.children)).Draw(t, "rewards"))
		}
		depth := rapid.IntRange(0, 6).Draw(t, "depth")
		naive := depth
		if depth == 0 {
			naive = -1 // never 0
		}
		for node, n := range g.tree {
			if len(n.children) > 0 {
				requireValue(t, g, node, depth, naive)
			}
		}
	})
}

func requireValue(t *rapid.T, g paying, node, depth, naive int) {
	root := payingState{treeState{node}, 7} // paid before the search
	for _, c := range []minimax.Config{{Depth: depth, Plain: true}, {Depth: depth}, {Depth: depth, TableBits: 4}, {Depth: depth, TableBits: 12}} {
		search, err := minimax.New(g, c)
		require.NoError(t, err)
		r, err := search.Run(context.Background(), &root)
		require.NoError(t, err)
		require.Equal(t, g.valueOf(node, naive), r.Value, "%+v", c)
		values, err := search.Values(context.Background(), &root)
		require.NoError(t, err)
		for i, v := range values {
			require.Equal(t, g.valueAfter(node, i, naive), v.Value, "action %d with %+v", i, c)
		}
		require.Equal(t, r.Value, values[r.Action].Value)
	}
}

func TestRewardsMustBeConstantSum(t *testing.T) {
	g := paying{tree: tree{{children: []int{1, 2}}, {children: []int{2}}, {value: 0.25}}, rewards: [][]float64{{1, 1}, {0}, nil}, tip: 0.5}
	search, err := minimax.New(g, minimax.Config{Plain: true})
	require.NoError(t, err)
	_, err = search.Run(context.Background(), &payingState{})
	require.ErrorContains(t, err, "after the rewards [1 -0.5], want the sum 2 of an earlier one: the game is not constant-sum")
}

// The values match the exhaustive solver in the tests of package dots.
func TestDotsForPoints(t *testing.T) {
	for size, want := range map[[2]int]float64{{1, 1}: -1, {2, 1}: 0, {2, 2}: 2} {
		g, err := dots.NewPoints(size[0], size[1])
		require.NoError(t, err)
		s := g.Start()
		search, err := minimax.New(g, minimax.Config{TableBits: 16})
		require.NoError(t, err)
		r, err := search.Run(context.Background(), &s)
		require.NoError(t, err)
		require.Equal(t, want, r.Value, "%v", size)
	}
}

// At the depth limit, what is to come is the middle of the declared range.
func TestPointsWithoutEvaluation(t *testing.T) {
	g, err := dots.NewPoints(2, 2)
	require.NoError(t, err)
	r := rng.New(1)
	taken := 0
	for range 50 {
		s := g.Start()
		for range 8 {
			actions := g.AppendActions(nil, &s)
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
		search, err := minimax.New(g, minimax.Config{Depth: 1})
		require.NoError(t, err)
		got, err := search.Run(context.Background(), &s)
		require.NoError(t, err)
		next, out := s, []float64{0, 0}
		g.Apply(&next, got.Action)
		g.Rewards(&next, out)
		require.Equal(t, out[0], got.Value)
		if out[g.ToMove(&s)] > 0 {
			taken++
		}
	}
	require.Positive(t, taken)
}

// two is a game of chance that cannot be listed, for two players.
type two struct{ sailing.Sampled }

func (two) NumPlayers() int { return 2 }

func TestSampledChanceIsRefused(t *testing.T) {
	g := two{}
	search, err := minimax.New(g, minimax.Config{Depth: 3})
	require.NoError(t, err)
	s := g.Start()
	for g.ToMove(&s) >= 0 {
		g.Apply(&s, g.AppendActions(nil, &s)[0])
	}
	_, err = search.Run(context.Background(), &s)
	require.ErrorIs(t, err, minimax.ErrChance)
}
