package mcts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The winner of a playout has the greatest return alone.
func TestGreatest(t *testing.T) {
	require.Equal(t, 1, greatest([]float64{0, 1}))
	require.Equal(t, 0, greatest([]float64{0.5, 0.25, 0.25}))
	require.Equal(t, -1, greatest([]float64{0.5, 0.5}))
	require.Equal(t, -1, greatest([]float64{1, 0, 1}))
	require.Equal(t, 2, greatest([]float64{1, 1, 2}))
}
