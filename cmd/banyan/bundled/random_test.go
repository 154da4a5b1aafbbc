package bundled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
)

// In Tic-Tac-Toe every ply adds a piece of one of two kinds, the first player has nine actions at
// most and the second one eight, and a game takes 5 to 9 plies.
func TestShape(t *testing.T) {
	g, err := bundled.Find("tictactoe", console.Size{})
	require.NoError(t, err)
	shape, err := g.Shape(50, 1)
	require.NoError(t, err)
	require.Equal(t, 2, shape.Kinds)
	require.InDelta(t, 1, shape.Changes, 1e-12)
	require.InDelta(t, 8.5, shape.Width, 1e-12)
	require.InDelta(t, 7.6, shape.Plies, 0.5)
	again, err := g.Shape(50, 1)
	require.NoError(t, err)
	require.Equal(t, shape, again)

	g, err = bundled.Find("breakthrough", console.Size{Width: 6, Height: 6})
	require.NoError(t, err)
	shape, err = g.Shape(200, 1)
	require.NoError(t, err)
	require.InDelta(t, 0.19, shape.Changes, 0.05, "published, for captures")
	g, err = bundled.Find("goofspiel", console.Size{})
	require.NoError(t, err)
	_, err = g.Shape(1, 1)
	require.ErrorContains(t, err, "goofspiel: want a game with cells")
}
