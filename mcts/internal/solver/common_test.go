package solver

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/pass"
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

// Two workers prove the two outcomes of a chance node at once. The first one has seen one outcome
// only, and changes the proof of the node while the second one, which has seen both, is at it. Then
// the second one begins again.
func TestProveTogether(t *testing.T) {
	all := tree.New(1, tree.NewActions[int]())
	first, second := New(&all, Range{Max: 1}, true, false), New(&all, Range{Max: 1}, true, false)
	second.proofs = first.proofs
	Share([]*Solver{first, second})
	all.Reset()
	all.Link(tree.Root, tree.Make(&all, chance, make([]int, 2)))
	b := all.Below(tree.Root)
	prove := func(s *Solver, k uint32) {
		leaf := tree.Step{Slot: b.First() + k, Player: chance}
		p := &pass.Pass{Walk: tree.Walk{Path: []tree.Step{leaf}}, Node: leaf.Slot, Ended: true, Returns: []float64{1}}
		assert.NoError(t, s.Backup(p, func(err error) error { return err }))
	}

	hasSeenBoth, isOver := make(chan bool), make(chan bool)
	first.Outcomes = func(*pass.Pass, int) ([]float64, error) {
		go func() {
			prove(second, 1)
			close(isOver)
		}()
		<-hasSeenBoth
		return []float64{0.5, 0.5}, nil
	}
	isChanged := make(chan bool)
	looks := 0
	second.Outcomes = func(*pass.Pass, int) ([]float64, error) {
		if looks++; looks == 1 {
			close(hasSeenBoth)
			<-isChanged
		}
		return []float64{0.5, 0.5}, nil
	}
	prove(first, 0)
	lower, upper := first.Bounds(tree.Root, 0)
	require.InDeltaSlice(t, []float64{0.5, 1}, []float64{lower, upper}, 1e-8)
	close(isChanged)
	<-isOver
	lower, upper = first.Bounds(tree.Root, 0)
	require.InDeltaSlice(t, []float64{1, 1}, []float64{lower, upper}, 1e-8)
	require.Equal(t, 2, looks)
}
