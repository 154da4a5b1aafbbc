package policytest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// A Claim is a law that not every selection has.
type Claim struct {
	check func(t *rapid.T, k *selection, n policy.Node)
}

// Scales claims that scaled chooses as the strategy does if all returns are multiplied by factor.
// With a power of two, which rounds nothing, ties are the same.
func Scales(factor float64, scaled policy.Selection) Claim {
	return Claim{func(t *rapid.T, k *selection, n policy.Node) {
		want := k.choose(t, n)
		large := clone(&n)
		scale(&large, factor)
		if got := newSelection(scaled, k.needs).choose(t, large); got.index != want.index {
			failf(t, "scale", "%s is %d, and %d with returns times %v, at %+v", k.method, want.index, got.index, factor, n)
		}
	}}
}

func scale(n *policy.Node, factor float64) {
	for _, all := range [][]policy.Stats{n.Children, n.AMAF} {
		for i := range all {
			all[i].Mean *= float32(factor)
		}
	}
	n.Finished.Mean *= float32(factor)
	for i := range n.Squares {
		n.Squares[i] *= float64(factor * factor)
	}
	for i := range n.Weighted {
		n.Weighted[i] *= factor
	}
	for i := range n.Evaluations {
		n.Evaluations[i] *= float32(factor)
	}
}

// Symmetric claims that nothing but the values of a child counts, that ties go to the first, and
// that a child with a greater mean is not worse: the child that is chosen is chosen from the first
// place, too, and from the last place if its mean is a little greater.
func Symmetric() Claim {
	const more = 1.0 / 1024 // It breaks ties.
	return Claim{func(t *rapid.T, k *selection, n policy.Node) {
		i := k.choose(t, n).index
		if n.Children[i].Visits == 0 {
			return // Untried children stay behind the others.
		}
		first := clone(&n)
		move(&first, i, 0)
		if j := k.choose(t, first).index; j != 0 {
			failf(t, "order", "%s is %d and, with that child in the first place, %d at %+v", k.method, i, j, n)
		}
		end := 0
		for end < len(n.Children)-1 && n.Children[end+1].Visits > 0 {
			end++
		}
		last := clone(&n)
		last.Children[i].Mean += more
		move(&last, i, end)
		if j := k.choose(t, last).index; j != end {
			failf(t, "order", "%s is %d and, with that child in the last place and %v more, %d at %+v", k.method, i, more, j, n)
		}
	}}
}

// move moves a child of a node to another place.
func move(n *policy.Node, from, to int) {
	moveIn(n.Children, from, to)
	moveIn(n.Actions, from, to)
	moveIn(n.Priors, from, to)
	moveIn(n.Squares, from, to)
	moveIn(n.Weighted, from, to)
	moveIn(n.Available, from, to)
	moveIn(n.Evaluations, from, to)
	moveIn(n.AMAF, from, to)
}

// moveIn moves an element of a list, which may be nil.
func moveIn[E any](list []E, from, to int) {
	if list == nil {
		return
	}
	e := list[from]
	copy(list[from:], list[from+1:])
	copy(list[to+1:], list[to:len(list)-1])
	list[to] = e
}
