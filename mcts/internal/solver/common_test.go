package solver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// What one solver of a shared tree finds out, the others know: intervals, by the same numbers, and
// the sum of all values, which is the sum at the first end.
func TestShare(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	one, other := New(&all, Range{Max: 1}, false, false), New(&all, Range{Max: 1}, false, false)
	Share([]*Solver{one, other})
	bounds := []interval{{1, 2}, {3, 4}}
	number := one.intervals.number(bounds)
	require.Equal(t, bounds, other.intervals.of(number))
	require.Equal(t, number, other.intervals.number(bounds))

	require.False(t, other.knowsSum())
	one.setSum(10)
	require.True(t, other.knowsSum())
	require.EqualValues(t, 10, other.sum)
	other.setSum(11)
	require.EqualValues(t, 10, other.sum)
}

// The sum is unknown if each end may have its own.
func TestShareGeneralSum(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	one, other := New(&all, Range{Max: 1}, true, false), New(&all, Range{Max: 1}, true, false)
	Share([]*Solver{one, other})
	one.setSum(10)
	require.False(t, other.knowsSum())
}
