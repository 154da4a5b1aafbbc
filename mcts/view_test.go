package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

func TestNodeWithoutTree(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	n := s.Root()
	require.Zero(t, n.Visits())
	require.Zero(t, n.Mean())
	require.Zero(t, n.Action())
	require.Empty(t, n.Children())
	require.Empty(t, n.PV())
	_, known := n.Player()
	require.False(t, known)
	require.JSONEq(t, `{"visits":0,"mean":0}`, export(t, n))
}

func TestNode(t *testing.T) {
	s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{}, 2000)
	root := s.Root()
	player, known := root.Player()
	require.True(t, known)
	require.Zero(t, player)
	require.Equal(t, 2000, root.Visits())
	require.Equal(t, r.PV, root.PV(), "the robust child begins the principal variation")
	sum := 0.0
	for _, child := range root.Children() {
		sum += child.Mean() * float64(child.Visits())
		player, _ := child.Player()
		require.Equal(t, 1, player)
	}
	require.InDelta(t, r.Values[0], sum/2000, 1e-6)
}

// Of equally visited actions the principal variation takes the one with the higher mean, whichever
// was tried first.
func TestPVBreaksTies(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.2), g.leaf(0.8))
	for seed := range uint64(8) {
		s, _ := search[int](t, g, root, mcts.Config{Seed: seed}, 2)
		require.Equal(t, []branch{1}, s.Root().PV())
	}
}

// Node.Player returns the player who chooses at the node.
func TestPlayerOfANode(t *testing.T) {
	g := &script{players: 3}
	root := g.node(1, g.node(2, g.leaf(0, 0, 1), g.leaf(0, 1, 0)), g.leaf(1, 0, 0))
	s, _ := search[int](t, g, root, mcts.Config{Selection: exploring}, 50)
	player, known := s.Root().Player()
	require.True(t, known)
	require.Equal(t, 1, player)
	for _, child := range s.Root().Children() {
		player, known := child.Player()
		require.Equal(t, child.Action() == 0, known)
		if known {
			require.Equal(t, 2, player)
		}
	}
}
