package gametree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gametree"
)

// shapes are all kinds of trees.
var shapes = map[string]gametree.Shape{
	"turns":         {},
	"one player":    {Players: 1},
	"three players": {Players: 3, Chance: true},
	"simultaneous":  {Players: 3, Plies: 3, Actions: 3, Simultaneous: true, Chance: true},
	"constant sum":  {ConstantSum: true, Plies: 6},
}

// The rules keep the contract of a game.
func TestConformance(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(5) {
				g := gametree.Random(shape, seed)
				gametest.Run(t, g, g.Start())
			}
		})
	}
}

// dice is a tree with every kind of node but simultaneous moves.
var dice = gametree.Game{Players: 2, Nodes: []gametree.Node{
	{Player: 0, Children: []int{1, 2, 5}},
	{Returns: []float64{0.4, 0.6}},
	{Player: 1, Children: []int{3, 4}},
	{Returns: []float64{1, 0}},
	{Returns: []float64{0.5, 0.5}},
	{Player: game.Chance, Children: []int{6, 7}, Probs: []float64{0.25, 0.75}},
	{Returns: []float64{1, 0}},
	{Returns: []float64{0, 1}},
}}

func TestValue(t *testing.T) {
	require.Equal(t, []float64{0.25, 0.75}, dice.Value(5))
	require.Equal(t, []float64{0.5, 0.5}, dice.Value(2), "player 1 chooses")
	require.Equal(t, []float64{0.5, 0.5}, dice.Value(0))
	best, margin := dice.Best(0)
	require.EqualValues(t, 1, best)
	require.InDelta(t, 0.1, margin, 1e-9)
	_, margin = dice.Best(2)
	require.Equal(t, 0.5, margin)
	best, margin = dice.Best(5)
	require.Zero(t, best)
	require.Equal(t, math.Inf(1), margin)
	require.Equal(t, "0(0.4/0.6 1(1/0 0.5/0.5) chance(0.25:1/0 0.75:0/1))", dice.String())
}

// A decision below that is even makes the margin 0, whatever it is above.
func TestMarginOfEvenDecisions(t *testing.T) {
	even := gametree.Game{Players: 3, Nodes: []gametree.Node{
		{Player: 0, Children: []int{1, 4}},
		{Player: 1, Children: []int{2, 3}},
		{Returns: []float64{1, 0.5, 0}},
		{Returns: []float64{0, 0.5, 1}},
		{Returns: []float64{0.5, 0, 0}},
	}}
	best, margin := even.Best(0)
	require.Zero(t, best)
	require.Zero(t, margin)
	require.Equal(t, []float64{1, 0.5, 0}, even.Value(0), "the first of equals")
}

// fingers is a simultaneous-move node of two players with two and three actions.
var fingers = gametree.Game{Players: 2, Nodes: []gametree.Node{
	{Player: game.Simultaneous, Counts: []int{2, 3}, Children: []int{1, 2, 3, 4, 5, 6}},
	{Returns: []float64{0, 1}},
	{Returns: []float64{0.25, 0}},
	{Returns: []float64{0.5, 0}},
	{Returns: []float64{0.75, 0}},
	{Returns: []float64{0.875, 0}},
	{Returns: []float64{1, 0}},
}}

func TestJointActions(t *testing.T) {
	s := fingers.Start()
	require.Equal(t, []gametree.Action{0, 1, 2}, fingers.AppendPlayerActions(nil, &s, 1))
	require.Empty(t, fingers.AppendActions(nil, &s))
	fingers.ApplyJoint(&s, []gametree.Action{1, 0})
	require.Equal(t, 4, s)
	require.Equal(t, "all(0/1 0.25/0 0.5/0 0.75/0 0.875/0 1/0)", fingers.String())
	require.PanicsWithValue(t, "gametree: node 0 has simultaneous moves, want a node with a value", func() { fingers.Value(0) })
	require.Panics(t, func() { fingers.Best(0) })
}

func TestSupports(t *testing.T) {
	for _, c := range []struct {
		game                 gametree.Game
		chance, simultaneous bool
	}{
		{dice, true, false},
		{fingers, false, true},
	} {
		rules, err := game.NewRules(c.game)
		require.NoError(t, err)
		require.Equal(t, c.chance, rules.Chance != nil)
		require.Equal(t, c.simultaneous, rules.Simultaneous != nil)
	}
	require.Equal(t, "empty", gametree.Game{}.String())
}
