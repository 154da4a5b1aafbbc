package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
)

// value solves a script where the player at a node minimizes the return of player 0 if minimizes
// returns true, as in a search with sign flips, and maximizes it otherwise.
func (g *script) value(number int, minimizes func(player, ply int) bool, ply int) float64 {
	n := g.nodes[number]
	if len(n.Children) == 0 {
		return n.Returns[0]
	}
	var values []float64
	for _, child := range n.Children {
		values = append(values, g.value(child, minimizes, ply+1))
	}
	if minimizes(n.Player, ply) {
		return slices.Min(values)
	}
	return slices.Max(values)
}

func (g *script) best(root int, minimizes func(player, ply int) bool) branch {
	var values []float64
	for _, child := range g.nodes[root].Children {
		values = append(values, g.value(child, minimizes, 1))
	}
	return branch(slices.Index(values, slices.Max(values)))
}

var (
	allAgainst = func(player, _ int) bool { return player != 0 }
	alternate  = func(_, ply int) bool { return ply%2 == 1 }
)

// Each of three players is for themselves. A search that takes all others for one opponent plays
// safe, one that flips the sign at every ply hopes for the help of the third player, and both are
// wrong.
func TestThreePlayersWithoutAlliances(t *testing.T) {
	g := &script{players: 3}
	own := g.node(1, g.leaf(0, 0.2, 0.8), g.leaf(0.8, 0.9, 0)) // player 1 prefers what is good for player 0 too
	safe := g.leaf(0.4, 0.3, 0.3)
	trap := g.node(1, g.node(2, g.leaf(1, 0, 0), g.leaf(0, 0, 1))) // player 2 does not
	root := g.node(0, own, safe, trap)
	require.EqualValues(t, 1, g.best(root, allAgainst))
	require.EqualValues(t, 2, g.best(root, alternate))
	for seed := range uint64(5) {
		_, r := search[int](t, g, root, mcts.Config{Seed: seed, Selection: exploring}, 2000)
		require.EqualValues(t, 0, r.Action)
		require.Equal(t, []branch{0, 1}, r.PV)
	}
}

// Player 0 moves twice and wins, where one who expects an alternation sees a loss.
func TestWinsByMovingTwice(t *testing.T) {
	g := &script{players: 2}
	twice := g.node(0, g.leaf(1, 0), g.leaf(0, 1), g.leaf(0, 1), g.leaf(0, 1))
	once := g.node(1, g.leaf(0.6, 0.4), g.leaf(0.6, 0.4))
	root := g.node(0, once, twice)
	require.EqualValues(t, 0, g.best(root, alternate))
	for seed := range uint64(5) {
		_, r := search[int](t, g, root, mcts.Config{Seed: seed, Selection: exploring}, 2000)
		require.EqualValues(t, 1, r.Action)
		require.Equal(t, []branch{1, 0}, r.PV)
	}
}

// The opponent moves twice and wins with one of 16 pairs of moves; who expects an alternation sees
// a win there.
func TestAvoidsALossToMovingTwice(t *testing.T) {
	g := &script{players: 2}
	var first []int
	for i := range 4 {
		var second []int
		for j := range 4 {
			win := 1.0
			if i == 2 && j == 3 {
				win = 0
			}
			second = append(second, g.leaf(win, 1-win))
		}
		first = append(first, g.node(1, second...))
	}
	root := g.node(0, g.node(1, first...), g.node(1, g.leaf(0.5, 0.5)))
	require.EqualValues(t, 0, g.best(root, alternate))
	for seed := range uint64(5) {
		_, r := search[int](t, g, root, mcts.Config{Seed: seed}, 5000)
		require.EqualValues(t, 1, r.Action)
	}
}
