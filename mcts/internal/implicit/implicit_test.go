package implicit_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/implicit"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// naive computes values from the evaluations of nodes, by slot and for player 0. The values of both
// players add up to sum.
type naive struct {
	tree *tree.Tree
	own  map[uint32]float64
	sum  float64
}

// of returns the value of the node at slot for a player.
func (n *naive) of(slot uint32, player int32) float64 {
	b, value := n.tree.Below(slot), n.own[slot]
	if b.Tried() > 0 {
		best := math.Inf(-1)
		for k := range b.Tried() {
			best = max(best, n.of(b.First()+k, b.Player))
		}
		if value = best; b.Player == 1 {
			value = n.sum - best
		}
	}
	if player == 1 {
		return n.sum - value
	}
	return value
}

// After every simulation, each value is the minimax value over the evaluations in the tree.
func TestValuesAreMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := tree.New(2, tree.NewActions[int]())
		choose := selection.New(&all, policy.UCT{}, nil)
		low := float64(rapid.IntRange(-3, 2).Draw(t, "low"))
		seen := returns.New(2, 0, low, low+1)
		values := implicit.New(&all, &choose, &seen, false, false)
		all.Reset()
		n := &naive{&all, map[uint32]float64{}, 2*low + 1}
		for range rapid.IntRange(1, 40).Draw(t, "simulations") {
			p := &pass.Pass{Node: tree.Root}
			for b := all.Below(p.Node); b.Count() > 0; b = all.Below(p.Node) {
				k := rapid.Uint32Range(0, min(b.Count(), b.Tried()+1)-1).Draw(t, "edge")
				if k == b.Tried() {
					tree.Try[int](&all, b, k)
					all.AddNode()
				}
				p.Node = b.First() + k
				p.Path = append(p.Path, tree.Step{Slot: p.Node, Player: b.Player})
			}
			actions := make([]int, rapid.IntRange(1, 3).Draw(t, "actions"))
			all.Link(p.Node, tree.Make(&all, rapid.Int32Range(0, 1).Draw(t, "player"), actions))
			p.Returns = []float64{0.5, 0.5}
			if values.WantsValue(p) {
				v := low + float64(rapid.IntRange(0, 8).Draw(t, "evaluation"))/8
				n.own[p.Node] = v
				require.NoError(t, values.Store(p, []float64{v, n.sum - v}))
			}
			all.AddReturns(&p.Walk, p.Returns)
			require.NoError(t, values.BackedUp(p))
			require.Empty(t, all.Check(values.Check))
			all.Blocks(func(b tree.Block) {
				for k := range b.Tried() {
					require.InDelta(t, n.of(b.First()+k, b.Player)-seen.Origin(0), values.Of(b.First()+k), 1e-6)
				}
			})
		}
	})
}

// Values that do not add up to the same number everywhere, except for what rounding does to them,
// or that are too large are refused.
func TestSumsAreConstant(t *testing.T) {
	for _, test := range []struct {
		values [2][2]float64
		err    string
	}{
		{[2][2]float64{{0.25, 0.75}, {1, 0}}, ""},
		{[2][2]float64{{0, 0}, {0, 0}}, ""},
		{[2][2]float64{{50, 50}, {50, 50 + 1.9e-4}}, ""},
		{[2][2]float64{{50, 50}, {50 + 2.1e-4, 50}}, "add up to another number"},
		{[2][2]float64{{0, 0}, {-50 - 0.9e-4, 50}}, ""},
		{[2][2]float64{{0, 0}, {-50 - 1.1e-4, 50}}, "add up to another number"},
		{[2][2]float64{{0.25, 0.75}, {0.5, 0.75}}, "add up to another number"},
		{[2][2]float64{{0.25, 0.75}, {math.NaN(), 0}}, "want numbers of magnitude up to"},
		{[2][2]float64{{tree.MaxMean, -tree.MaxMean}, {-tree.MaxMean, tree.MaxMean}}, ""},
		{[2][2]float64{{0, 0}, {math.Nextafter(tree.MaxMean, math.Inf(1)), -tree.MaxMean}}, "want numbers of magnitude up to"},
		{[2][2]float64{{0, 0}, {tree.MaxMean, math.Nextafter(-tree.MaxMean, math.Inf(-1))}}, "want numbers of magnitude up to"},
	} {
		all := tree.New(2, tree.NewActions[int]())
		seen := returns.New(2, 0, 0, 0)
		choose := selection.New(&all, policy.UCT{}, nil)
		values := implicit.New(&all, &choose, &seen, false, false)
		all.Reset()
		all.Link(tree.Root, tree.Make(&all, 1, []int{1}))
		b := all.Below(tree.Root)
		p := &pass.Pass{Node: b.First(), Walk: tree.Walk{Path: []tree.Step{{Slot: b.First(), Player: 1}}}}
		require.NoError(t, values.Store(p, test.values[0][:]))
		require.InDelta(t, test.values[0][1]-seen.Origin(1), values.Of(b.First()), 1e-9)
		if err := values.Store(p, test.values[1][:]); test.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, test.err)
		}
	}
}

// A leaf that is predicted with its batch counts as an average sibling until then or, if it is the
// first of the root, as half of what there is for both players.
func TestExpectedValues(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	seen := returns.New(2, 0, 0, 0)
	choose := selection.New(&all, policy.UCT{}, nil)
	values := implicit.New(&all, &choose, &seen, true, false)
	all.Reset()
	all.Link(tree.Root, tree.Make(&all, 1, []int{1, 2, 3}))
	b := all.Below(tree.Root)
	seen.Anchor([]float64{1, 2})
	at := func(k uint32) *pass.Pass {
		return &pass.Pass{Node: b.First() + k, Walk: tree.Walk{Path: []tree.Step{{Slot: b.First() + k, Player: 1}}}, Returns: []float64{0, 0}}
	}
	for k, test := range []struct {
		value    float64 // for player 1
		expected float32
	}{{4, 0}, {8, 4 - 2}, {0, (4+8)/2 - 2}} {
		tree.Try[int](&all, all.Below(tree.Root), uint32(k))
		if k > 0 {
			require.Equal(t, test.expected, values.Expected(at(uint32(k))))
		}
		require.NoError(t, values.Store(at(uint32(k)), []float64{10 - test.value, test.value}))
		if k == 0 {
			require.Equal(t, float32(10-1-2)/2, values.Expected(at(0)), "no other has a visit")
		}
		all.AddReturns(&at(uint32(k)).Walk, []float64{0, 0})
	}
}
