package gametree

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
)

// Value returns the values of a node to the players if each of them maximizes its own return. The
// value of a chance node is the expectation over its outcomes. Of actions that are equally good to
// the player who chooses, the first one decides, which matters to the others if there are more than
// two players or the sum of the returns varies; see [Game.Best].
//
// It visits every node below once. It panics at a simultaneous-move node, where pure strategies
// need not have a value. The caller must not change the result.
func (g Game) Value(number int) []float64 {
	n := &g.Nodes[number]
	if len(n.Children) == 0 {
		return n.Returns
	}
	values := g.valuesBelow(number)
	if n.Player == game.Chance {
		return expectation(n.Probs, values)
	}
	best := values[0]
	for _, v := range values[1:] {
		if v[n.Player] > best[n.Player] {
			best = v
		}
	}
	return best
}

// valuesBelow returns the values of the children of a node.
func (g Game) valuesBelow(number int) (values [][]float64) {
	n := &g.Nodes[number]
	if n.Player == game.Simultaneous {
		panic(fmt.Sprintf("gametree: node %d has simultaneous moves, want a node with a value", number))
	}
	for _, child := range n.Children {
		values = append(values, g.Value(child))
	}
	return values
}

// expectation returns the mean of the values by their probabilities.
func expectation(probs []float64, values [][]float64) []float64 {
	mean := make([]float64, len(values[0]))
	for k, v := range values {
		for player := range v {
			mean[player] += float64(probs[k] * v[player])
		}
	}
	return mean
}

// Best returns the best action at a node for the player who chooses there and a margin. The margin
// is the least amount by which, at this node and at those below it, the best action is better than
// the second best to the player who chooses. A search whose errors are smaller finds the action. If
// the margin is 0, a decision is even, and more than two players may have several values; best is
// then the first of the best actions.
//
// Where no player has two actions, the margin is infinite. At a chance node and at the end, best is
// 0. Best panics as Value does.
func (g Game) Best(number int) (best Action, margin float64) {
	n := &g.Nodes[number]
	margin = math.Inf(1)
	for _, child := range n.Children {
		_, m := g.Best(child)
		margin = min(margin, m)
	}
	if n.Player == game.Chance || len(n.Children) == 0 {
		return 0, margin
	}
	var own []float64
	for _, v := range g.valuesBelow(number) {
		own = append(own, v[n.Player])
	}
	top := slices.Max(own)
	index := slices.Index(own, top)
	for k, v := range own {
		if k != index {
			margin = min(margin, top-v)
		}
	}
	return Action(index), margin
}
