package policytest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// Scales claims that scaled chooses as the strategy does if all returns are multiplied by factor.
// With a power of two, which rounds nothing, ties are the same.
func Scales(factor float64, scaled policy.Selection) Claim {
	return func(t *rapid.T, k *selection, n policy.Node) {
		other := &selection{Selection: scaled, needs: k.needs}
		other.mixed, _ = scaled.(policy.MixedSelection)
		want := k.choose(t, &n)
		big := clone(&n)
		scale(&big, factor)
		if got := other.choose(t, &big); got.index != want.index {
			failf(t, "scale", "%s is %d, and %d with returns times %v, at %+v", k.method(), want.index, got.index, factor, n)
		}
	}
}

func scale(n *policy.Node, factor float64) {
	stats := func(all []policy.Stats) {
		for i := range all {
			all[i].Mean *= float32(factor)
		}
	}
	stats(n.Children)
	stats(n.AMAF)
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

// Symmetric claims that nothing but the values of a child counts, and that ties go to the first:
// the child that is chosen is chosen from the first place, too.
func Symmetric() Claim {
	return func(t *rapid.T, k *selection, n policy.Node) {
		i := k.choose(t, &n).index
		if n.Children[i].Visits == 0 {
			return // An untried child stays behind the others.
		}
		moved := clone(&n)
		toFront(moved.Children, i)
		toFront(moved.Actions, i)
		toFront(moved.Priors, i)
		toFront(moved.Squares, i)
		toFront(moved.Weighted, i)
		toFront(moved.Available, i)
		toFront(moved.Evaluations, i)
		toFront(moved.AMAF, i)
		if j := k.choose(t, &moved).index; j != 0 {
			failf(t, "order", "%s is %d and, with that child in the first place, %d at %+v", k.method(), i, j, n)
		}
	}
}

// toFront moves an element to the front of a list, which may be nil.
func toFront[E any](list []E, i int) {
	if list == nil {
		return
	}
	e := list[i]
	copy(list[1:i+1], list[:i])
	list[0] = e
}
