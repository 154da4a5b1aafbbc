package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pictures in the documents are those that the program draws.
func TestPictures(t *testing.T) {
	pictures, err := draw()
	require.NoError(t, err)
	for name, text := range pictures {
		stored, err := os.ReadFile(filepath.Join("../../docs/images", name))
		require.NoError(t, err)
		require.Equal(t, string(stored), text, "%s is old: go run ./research/pictures docs/images", name)
	}
}

// A path leads from the root to the node that a simulation has added.
func TestPath(t *testing.T) {
	before, err := grow(5)
	require.NoError(t, err)
	after, err := grow(6)
	require.NoError(t, err)
	after.mark(before)
	require.True(t, after.path)
	require.False(t, after.fresh)
	end, depth := after.end()
	require.True(t, end.fresh)
	require.Equal(t, 1, end.visits)
	require.Empty(t, end.children)
	require.Equal(t, 2, depth)
}
