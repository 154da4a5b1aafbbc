package gametree_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
)

// requireTree checks the invariants of a tree from its root.
func requireTree(t require.TestingT, shape gametree.Shape, g gametree.Game) {
	parents := make([]int, len(g.Nodes))
	depths := make([]int, len(g.Nodes))
	for number, n := range g.Nodes {
		for _, child := range n.Children {
			require.Greater(t, child, number)
			parents[child]++
			depths[child] = depths[number] + 1
		}
		require.Equal(t, min(number, 1), parents[number], "node %d has one parent", number)
		requireNode(t, shape, g, n)
	}
	most := 4
	if shape.Plies > 0 {
		most = shape.Plies
	}
	for _, depth := range depths {
		require.LessOrEqual(t, depth, most)
	}
	require.GreaterOrEqual(t, len(g.Nodes[0].Children), 2)
	require.NotEqual(t, game.Chance, g.Nodes[0].Player)
}

func requireNode(t require.TestingT, shape gametree.Shape, g gametree.Game, n gametree.Node) {
	sum := 0.0
	switch {
	case len(n.Children) == 0:
		require.Len(t, n.Returns, g.Players)
		for _, v := range n.Returns {
			require.True(t, v >= 0 && v <= 1)
			sum += v
		}
		if shape.ConstantSum {
			require.Equal(t, 1.0, sum)
		}
	case n.Player == game.Chance:
		require.True(t, shape.Chance)
		require.Len(t, n.Probs, len(n.Children))
		for _, p := range n.Probs {
			require.Greater(t, p, 0.0)
			sum += p
		}
		require.InDelta(t, 1, sum, 1e-9)
	case n.Player == game.Simultaneous:
		require.True(t, shape.Simultaneous)
		require.Len(t, n.Counts, g.Players)
		product := 1
		for _, count := range n.Counts {
			product *= count
		}
		require.Len(t, n.Children, product)
	default:
		require.True(t, n.Player >= 0 && n.Player < g.Players)
	}
}

// Every generated tree is one, and not all of them are small.
func TestTrees(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			nodes, deepest := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				g := gametest.Trees(shape).Draw(t, "game")
				requireTree(t, shape, g)
				nodes = max(nodes, len(g.Nodes))
				deepest = max(deepest, plies(g, 0))
			})
			require.Greater(t, nodes, 15)
			require.GreaterOrEqual(t, deepest, 3)
		})
	}
}

// plies returns the length of the longest game from a node.
func plies(g gametree.Game, number int) (most int) {
	for _, child := range g.Nodes[number].Children {
		most = max(most, 1+plies(g, child))
	}
	return most
}

// The value of a game of two players with a constant sum equals the minimax value, which is
// computed without knowledge of trees.
func TestValueIsThatOfMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.Trees(gametree.Shape{ConstantSum: true}).Draw(t, "game")
		search, err := minimax.New(g, minimax.Config{Plain: true})
		require.NoError(t, err)
		root := g.Start()
		result, err := search.Run(context.Background(), &root)
		require.NoError(t, err)
		require.Equal(t, result.Value, g.Value(root)[0])
		best, margin := g.Best(root)
		require.Equal(t, result.Action, best)
		actions, err := search.Values(context.Background(), &root)
		require.NoError(t, err)
		for _, a := range actions {
			if a.Action != best {
				require.LessOrEqual(t, margin, math.Abs(result.Value-a.Value))
			}
		}
	})
}

// Where no player has a choice, the value equals the value of uniform play, which another package
// computes.
func TestValueOfChanceIsThatOfUniformPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.Trees(gametree.Shape{Players: 2, Chance: true}).Draw(t, "game")
		for number, n := range g.Nodes {
			if n.Player != game.Chance && len(n.Children) > 1 {
				n.Player, n.Probs = game.Chance, make([]float64, len(n.Children))
				for k := range n.Probs {
					n.Probs[k] = 1 / float64(len(n.Probs))
				}
				g.Nodes[number] = n
			}
		}
		want := gametest.UniformReturns(g, g.Start())
		require.InDeltaSlice(t, want, g.Value(g.Start()), 1e-9)
	})
}

// Scripts describe trees, a seed always the same one, and an empty script the smallest.
func TestScriptsAndSeeds(t *testing.T) {
	require.Equal(t, "0(0/0 0/0)", gametree.FromScript(gametree.Shape{}, nil).String())
	require.Equal(t, "all(0/1 0/1 0/1 0/1)", gametree.FromScript(gametree.Shape{Simultaneous: true, ConstantSum: true}, nil).String())
	require.Equal(t, "0(0.75/0.25 0/0)", gametree.FromScript(gametree.Shape{}, []byte{0, 0, 0, 3, 1}).String())
	require.Equal(t, gametree.Random(gametree.Shape{}, 7), gametree.Random(gametree.Shape{}, 7))
	require.NotEqual(t, gametree.Random(gametree.Shape{}, 7), gametree.Random(gametree.Shape{}, 8))
}

func TestInvalidShapes(t *testing.T) {
	for want, shape := range map[string]gametree.Shape{
		"gametree: Shape.Players is -1, want >= 0":         {Players: -1},
		"gametree: Shape.Plies is -1, want >= 0":           {Plies: -1},
		"gametree: Shape.Actions is 1, want 2..255 or 0":   {Actions: 1},
		"gametree: Shape.Actions is 256, want 2..255 or 0": {Actions: 256},
	} {
		require.PanicsWithValue(t, want, func() { gametree.Random(shape, 1) })
	}
}

// FuzzFromScript checks that every script is a tree whose search is sound: the visits add up, and
// the values lie between the least and the greatest return.
func FuzzFromScript(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte("a longer script makes a greater tree, with chance and simultaneous moves"))
	f.Fuzz(func(t *testing.T, script []byte) {
		shape := gametree.Shape{Players: 1 + len(script)%3, Plies: 3, Actions: 3, Chance: true, Simultaneous: len(script)%2 == 0}
		g := gametree.FromScript(shape, script)
		requireTree(t, shape, g)
		search, err := mcts.New(g, mcts.Config{})
		require.NoError(t, err)
		root := g.Start()
		result, err := search.Run(context.Background(), &root, mcts.Budget{Simulations: 50})
		require.NoError(t, err)
		require.NoError(t, search.Check())
		visits := 0
		for _, c := range result.Children {
			visits += c.Visits
			require.True(t, c.Mean >= 0 && c.Mean <= 1)
		}
		require.Equal(t, result.Simulations, visits)
	})
}
