package tree

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Check reports links that lead back, and counts that cannot be.
func TestCheck(t *testing.T) {
	all := newTree()
	b := Make(all, 0, []int{1, 2})
	all.Link(Root, b)
	k := Try[int](all, b, 1)
	require.Equal(t, []int{2, 1}, ActionsOf[int](b))
	all.AddNode()
	all.AddReturns(&Walk{Path: []Step{{Slot: b.First() + k}}}, []float64{1})
	check := func() error {
		found := all.Check(func(Checked, *Findings) {})
		if len(found) == 0 {
			return nil
		}
		return found[0]
	}
	require.NoError(t, check())
	c := all.chunks[0]
	c.links[b.First()] = b.Slot()
	require.ErrorContains(t, check(), "does not lie after it")
	all.Unordered = true
	require.Error(t, check(), "a tree that leads back to itself")
	all.Unordered = false
	c.links[b.First()] = Unexpanded
	c.stats[b.First()+1].Visits = 1
	require.ErrorContains(t, check(), "of actions of which the first 1 are tried")
	c.stats[b.First()+1].Visits = 0
	all.nodes++
	require.ErrorContains(t, check(), "2 nodes have visits, 3 are counted")
}

// Check returns no more than ten findings. It finds virtual visits, links to the edge itself, and
// blocks that end behind the slots in use.
func TestMoreChecks(t *testing.T) {
	all := newTree()
	b := Make(all, 0, make([]int, 20))
	all.Link(Root, b)
	check := func() Findings { return all.Check(func(Checked, *Findings) {}) }
	require.Empty(t, check())
	c := all.chunks[0]
	for k := range b.Count() {
		c.stats[b.First()+k].Visits = 1
	}
	require.Len(t, check(), 10)
	clear(c.stats[b.First():])

	c.links[b.First()] = b.First()
	require.ErrorContains(t, check()[1], "does not lie after it")
	c.links[b.First()] = Unexpanded
	for less := 1; less <= Headers+1; less++ {
		c.used -= less
		require.ErrorContains(t, check()[0], "in a chunk of which")
		c.used += less
	}
	require.Empty(t, check())

	fresh := New(1, NewActions[int]())
	all = &fresh
	new(Shared).Join(all)
	all.Reset()
	b = Make(all, 0, make([]int, 20))
	all.Link(Root, b)
	all.EnterEdge(b.First() + 3)
	require.ErrorContains(t, check()[0], "1 virtual visits remain")
	all.LeaveEdges([]uint32{b.First() + 3})
	require.Empty(t, check())
}

// Check finds joint actions whose components are not actions of their players.
func TestCheckOfJointActions(t *testing.T) {
	all := New(2, NewActions[int]())
	all.Reset()
	first := MakeJoint(&all, []int{2, 2}, []int{5, 6, 5, 6})
	all.Link(Root, first)
	var w Walk
	for p := range 2 {
		Try[int](&all, first.BlockOf(p), 0)
		w.Path = append(w.Path, Step{first.BlockOf(p).First(), int32(p)})
	}
	AddJoint(&all, first, &w, []int{5, 5})
	all.AddNode()
	all.AddReturns(&w, []float64{1, 0})
	check := func() Findings { return all.Check(func(Checked, *Findings) {}) }
	require.Empty(t, check())

	second := first.BlockOf(1)
	visits := &all.chunks[0].stats[second.First()].Visits
	*visits = 2
	found := check()
	require.Len(t, found, 2)
	require.ErrorContains(t, found[1], "visits, 1 in joint actions")
	require.ErrorContains(t, found[1], fmt.Sprintf("slot %d:", second.First()))
	*visits = 1

	_, below := first.Edge(0)
	ActionsOf[int](all.Block(below))[0] = 7 // no action of the second player
	require.ErrorContains(t, check()[0], "1 visits, 0 in joint actions")
}
