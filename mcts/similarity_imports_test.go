package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
)

// Where no position is known, nothing is imported, neither visits nor a mean.
func TestNothingToImport(t *testing.T) {
	g, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	s, err := New(g, Config{Similarity: &Similarity{Distance: 2}})
	require.NoError(t, err)
	root := g.Start()
	_, err = s.Run(context.Background(), &root, Budget{Simulations: 1})
	require.NoError(t, err)
	visited := 0
	for _, child := range s.root().Children() {
		visited += child.Visits()
		require.Zero(t, child.ImportedVisits())
	}
	require.Equal(t, 1, visited)
}

// uneven is Connect Four that leaves a cell out once a stone lies in a column.
type uneven struct{ connect4.Game }

func (g uneven) AppendCells(dst []uint8, s *connect4.State) []uint8 {
	dst = g.Game.AppendCells(dst, s)
	if g.ToMove(s) == 1 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// Positions with another number of cells are noticed before they are taken for others.
func TestUnevenCells(t *testing.T) {
	defer func() {
		p := recover()
		require.Contains(t, p, "AppendCells of mcts.uneven appended")
		require.Contains(t, p, "cells for")
	}()
	s, err := New[connect4.State, connect4.Drop](uneven{}, Config{Similarity: &Similarity{}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 5})
	require.NoError(t, err)
	require.Fail(t, "no panic")
}
