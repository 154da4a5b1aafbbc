package minimax_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/minimax"
)

// ending is a context that ends when it was asked a number of times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Deepen returns what a search to the depth returns, for the last depth that it finishes.
func TestDeepen(t *testing.T) {
	g := connect4.Game{}
	s := g.Start()
	nodes := 0
	for depth := 1; depth <= 5; depth++ {
		want := run(t, g, s, minimax.Config{Depth: depth})
		nodes += want.Nodes
		search, err := minimax.New(g, minimax.Config{Depth: depth})
		require.NoError(t, err)
		for range 2 {
			got, err := search.Deepen(t.Context(), &s)
			require.NoError(t, err)
			require.Equal(t, nodes, got.Nodes)
			got.Nodes = want.Nodes
			require.Equal(t, want, got)
		}
		again, err := search.Run(t.Context(), &s)
		require.NoError(t, err)
		require.Equal(t, want, again, "the depth of Run stays")
	}
}

// An interrupted search answers by the last depth that it has finished.
func TestDeepenIsInterrupted(t *testing.T) {
	g := connect4.Game{}
	s := g.Start()
	search, err := minimax.New(g, minimax.Config{})
	require.NoError(t, err)
	for asked := range 60 {
		result, err := search.Deepen(&ending{t.Context(), asked}, &s)
		if asked == 0 {
			require.ErrorIs(t, err, context.DeadlineExceeded)
			continue
		}
		require.NoError(t, err, asked)
		require.NoError(t, g.Legal(&s, result.Action))
		depth := len(result.Variation)
		require.Positive(t, depth)
		want := run(t, g, s, minimax.Config{Depth: depth})
		result.Nodes = want.Nodes
		require.Equal(t, want, result, asked)
	}
}

func TestDeepenSolves(t *testing.T) {
	g := tictactoe.Game{}
	s := g.Start()
	search, err := minimax.New(g, minimax.Config{})
	require.NoError(t, err)
	result, err := search.Deepen(t.Context(), &s)
	require.NoError(t, err)
	require.True(t, result.Solved)
	require.Equal(t, 0.5, result.Value)
	_, err = search.Deepen(t.Context(), nil)
	require.ErrorContains(t, err, "the root is nil")
}
