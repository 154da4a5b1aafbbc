package minimax_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

// tree is a game given by its nodes. Children have greater numbers than their parents. Several
// nodes may share a child, so there are transpositions, also between plies.
type tree []treeNode

type treeNode struct {
	mover    int
	children []int
	value    float64 // for player 0: the return of a leaf, the estimate of an inner node
}

type treeState struct{ node int }

func (tree) NumPlayers() int { return 2 }

func (g tree) ToMove(s *treeState) int { return g[s.node].mover }

func (g tree) AppendActions(dst []int, s *treeState) []int {
	for i := range g[s.node].children {
		dst = append(dst, i)
	}
	return dst
}

func (g tree) Apply(s *treeState, a int) { s.node = g[s.node].children[a] }

func (g tree) Returns(s *treeState, out []float64) {
	out[0], out[1] = g[s.node].value, 1-g[s.node].value
}

func (g tree) Evaluate(s *treeState, out []float64) { g.Returns(s, out) }

func (g tree) Hash(s *treeState) uint64 { return rng.New(uint64(s.node)).Uint64() }

// trees draws trees of at most 40 nodes, with few different values, so that there are ties, and
// with movers in any order.
func trees(t *rapid.T) tree {
	g := make(tree, rapid.IntRange(2, 40).Draw(t, "nodes"))
	value := rapid.IntRange(-3, 5)
	for i := range g {
		g[i].value = float64(value.Draw(t, "value")) / 4
		g[i].mover = rapid.IntRange(0, 1).Draw(t, "mover")
		if most := len(g) - 1 - i; most > 0 {
			near := rapid.IntRange(i+1, min(i+10, len(g)-1))
			g[i].children = rapid.SliceOfN(near, 0, 4).Draw(t, "children")
		}
	}
	if len(g[0].children) == 0 {
		g[0].children = []int{1}
	}
	return g
}

// valueOf is an independent implementation of minimax, as simple as possible.
func (g tree) valueOf(node, depth int) float64 {
	n := g[node]
	if len(n.children) == 0 || depth == 0 {
		return n.value
	}
	best := g.valueOf(n.children[0], depth-1)
	for _, c := range n.children[1:] {
		if v := g.valueOf(c, depth-1); n.mover == 0 && v > best || n.mover == 1 && v < best {
			best = v
		}
	}
	return best
}

// run searches from root. It expects no errors.
func run[S any, A comparable](t require.TestingT, g game.Game[S, A], root S, c minimax.Config) minimax.Result[A] {
	search, err := minimax.New(g, c)
	require.NoError(t, err)
	result, err := search.Run(context.Background(), &root)
	require.NoError(t, err)
	return result
}

func depths(t *rapid.T) int { return rapid.IntRange(0, 7).Draw(t, "depth") }

func TestPlainIsMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		got := run(t, g, treeState{}, minimax.Config{Depth: depth, Plain: true})
		limit := depth
		if depth == 0 {
			limit = len(g)
		}
		require.Equal(t, g.valueOf(0, limit), got.Value)
		first := -1
		for i, c := range g[0].children {
			if first < 0 && g.valueOf(c, limit-1) == got.Value {
				first = i
			}
		}
		require.Equal(t, first, got.Action, "the first of the best")
	})
}

func TestAlphaBetaEqualsMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		want := run(t, g, treeState{}, minimax.Config{Depth: depth, Plain: true})
		got := run(t, g, treeState{}, minimax.Config{Depth: depth})
		require.Equal(t, want.Value, got.Value)
		require.Equal(t, want.Action, got.Action)
		require.Equal(t, want.Variation, got.Variation)
		require.LessOrEqual(t, got.Nodes, want.Nodes)
		require.True(t, got.Solved || !want.Solved, "minimax reached no depth limit, so alpha-beta reached none")
	})
}

// A table of two slots replaces all the time, one of 256 almost never.
func TestTableChangesNoResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		want := run(t, g, treeState{}, minimax.Config{Depth: depth})
		got := run(t, g, treeState{}, minimax.Config{Depth: depth, TableBits: rapid.IntRange(1, 8).Draw(t, "bits")})
		require.Equal(t, want.Value, got.Value)
		require.Equal(t, want.Action, got.Action)
		require.LessOrEqual(t, got.Nodes, want.Nodes)
		require.LessOrEqual(t, len(got.Variation), len(want.Variation))
	})
}

// The variation leads to a position that has the value of the root.
func TestVariationHasTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		got := run(t, g, treeState{}, minimax.Config{Depth: depth})
		var s treeState
		for _, a := range got.Variation {
			g.Apply(&s, a)
		}
		require.Equal(t, got.Value, g[s.node].value)
		require.True(t, len(g[s.node].children) == 0 || len(got.Variation) == depth)
	})
}

// Scaling the values changes only the value. The factors are powers of two, so nothing is rounded.
func TestScaledValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		scale, shift := float64(rapid.SampledFrom([]int{2, 64, 1 << 20}).Draw(t, "scale")), -1.0
		scaled := make(tree, len(g))
		for i, n := range g {
			scaled[i] = treeNode{n.mover, n.children, scale*n.value + shift}
		}
		want := run(t, g, treeState{}, minimax.Config{Depth: depth})
		want.Value = scale*want.Value + shift
		require.Equal(t, want, run(t, scaled, treeState{}, minimax.Config{Depth: depth}))
	})
}

// Exchanging the players changes only the value.
func TestMirroredPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		mirror := make(tree, len(g))
		for i, n := range g {
			mirror[i] = treeNode{1 - n.mover, n.children, 1 - n.value}
		}
		for _, c := range []minimax.Config{{Depth: depth, Plain: true}, {Depth: depth}, {Depth: depth, TableBits: 4}} {
			want := run(t, g, treeState{}, c)
			want.Value = 1 - want.Value
			require.Equal(t, want, run(t, mirror, treeState{}, c))
		}
	})
}

func TestValuesOfAllActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := trees(t), depths(t)
		limit := depth
		if depth == 0 {
			limit = len(g)
		}
		search, err := minimax.New(g, minimax.Config{Depth: depth, TableBits: rapid.IntRange(0, 3).Draw(t, "bits")})
		require.NoError(t, err)
		got, err := search.Values(context.Background(), &treeState{})
		require.NoError(t, err)
		require.Len(t, got, len(g[0].children))
		for i, v := range got {
			require.Equal(t, minimax.ActionValue[int]{Action: i, Value: g.valueOf(g[0].children[i], limit-1)}, v)
		}
	})
}

// The values of all actions are exact even if they lie far outside of [0,1], where a closed window
// would return a bound.
func TestValuesAreExactOutsideTheUnitInterval(t *testing.T) {
	g := tree{
		{children: []int{1, 2}},
		{mover: 0, children: []int{3, 4}},
		{mover: 1, children: []int{5, 6}},
		{value: 2},
		{value: 3},
		{value: -2},
		{value: -3},
	}
	for _, bits := range []int{0, 4} {
		search, err := minimax.New(g, minimax.Config{TableBits: bits})
		require.NoError(t, err)
		got, err := search.Values(context.Background(), &treeState{})
		require.NoError(t, err)
		require.Equal(t, []minimax.ActionValue[int]{{Action: 0, Value: 3}, {Action: 1, Value: -3}}, got)
	}
}

// A run does not depend on earlier runs, even from other roots.
func TestRunsAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := trees(t)
		search, err := minimax.New(g, minimax.Config{TableBits: 4, Depth: depths(t)})
		require.NoError(t, err)
		first, err := search.Run(context.Background(), &treeState{})
		require.NoError(t, err)
		_, _ = search.Run(context.Background(), &treeState{1})
		again, err := search.Run(context.Background(), &treeState{})
		require.NoError(t, err)
		require.Equal(t, first, again, fmt.Sprint(g))
	})
}
