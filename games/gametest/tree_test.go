package gametest_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/internal/testkit"
)

// A failure shrinks from trees of up to hundreds of nodes to a small one: the chance node that is
// looked for, and little else.
func TestTreesShrink(t *testing.T) {
	require.NoError(t, flag.Set("rapid.nofailfile", "true"))
	defer func() { require.NoError(t, flag.Set("rapid.nofailfile", "false")) }()
	var last gametree.Game
	_, failed := testkit.RunCheck(func(t testing.TB) {
		rapid.Check(t, func(t *rapid.T) {
			g := gametest.Trees(gametree.Shape{Chance: true}).Draw(t, "game")
			for _, n := range g.Nodes {
				if n.Player == game.Chance && len(n.Children) > 1 {
					last = g
					t.Fatalf("there is a chance node")
				}
			}
		})
	})
	require.True(t, failed)
	require.LessOrEqual(t, len(last.Nodes), 12, "%v", last)
}

// Scripts reach the positions of generated trees, so that both generators work together.
func TestStatesOfTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.Trees(gametree.Shape{Players: 3, Plies: 3, Actions: 3, Chance: true, Simultaneous: true}).Draw(t, "game")
		s := gametest.States(g, g.Start(), 10).Draw(t, "state")
		require.True(t, s >= 0 && s < len(g.Nodes))
	})
}
