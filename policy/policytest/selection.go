package policytest

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Selection checks the laws of a selection strategy and those that it is claimed to have. It must
// not be called in a parallel test, see [testing.AllocsPerRun].
func Selection(t testing.TB, s policy.Selection, claims ...Claim) {
	t.Helper()
	k := &selection{Selection: s, needs: needsOf(t, s)}
	k.mixed, _ = s.(policy.MixedSelection)
	nodes := Nodes(k.needs)
	rapid.Check(t, func(t *rapid.T) { k.choosing(t, nodes.Draw(t, "node"), nodes.Draw(t, "earlier node")) })
	k.allocating(t, nodes)
	concurrently(t, k.method(), func(i int) chosen {
		n := nodes.Example(i)
		return k.choose(t, &n)
	})
	if k.mixed != nil {
		k.sampling(t, nodes)
	}
	if p, ok := s.(policy.Perturber); ok {
		rapid.Check(t, func(t *rapid.T) { perturbing(t, p) })
	}
	if r, ok := s.(policy.AMAFReader); ok {
		referring(t, r)
	}
	for _, c := range claims {
		rapid.Check(t, func(t *rapid.T) { c(t, k, nodes.Draw(t, "node")) })
	}
}

// A Claim is a law that not every selection has.
type Claim func(t *rapid.T, k *selection, n policy.Node)

// selection is a strategy under test.
type selection struct {
	policy.Selection
	mixed policy.MixedSelection // the same, nil if it is none
	needs policy.Needs
}

// chosen is what a selection returns. The probability is 1 if it is no MixedSelection.
type chosen struct {
	index int
	p     float64
}

func (k *selection) method() string {
	if k.mixed != nil {
		return "Sample"
	}
	return "Select"
}

// choose asks at a copy of a node, with its random numbers from the beginning.
func (k *selection) choose(t rapid.TB, n *policy.Node) chosen {
	t.Helper()
	at, r := clone(n), *n.Rand
	at.Rand = &r
	c := chosen{p: 1}
	if k.mixed != nil {
		c.index, c.p = k.mixed.Sample(&at)
	} else {
		c.index = k.Select(&at)
	}
	if c.index < 0 || c.index >= len(n.Children) {
		failf(t, "range", "%s chose child %d of %d at %+v", k.method(), c.index, len(n.Children), *n)
	}
	at.Rand = n.Rand
	if !reflect.DeepEqual(&at, n) {
		failf(t, "read-only", "%s made %+v of %+v", k.method(), at, *n)
	}
	return c
}

// choosing checks a choice, and that an earlier one does not matter.
func (k *selection) choosing(t *rapid.T, n, earlier policy.Node) {
	first := k.choose(t, &n)
	if again := k.choose(t, &n); again != first {
		failf(t, "repeat", "%s is %v and, with the same random numbers, %v at %+v", k.method(), first, again, n)
	}
	if k.mixed != nil {
		at, r := clone(&n), *n.Rand
		at.Rand = &r
		if i := k.Select(&at); i < 0 || i >= len(n.Children) {
			failf(t, "range", "Select chose child %d of %d at %+v", i, len(n.Children), n)
		}
	}
	at := clone(&earlier)
	k.Select(&at)
	overwrite(&at)
	if later := k.choose(t, &n); later != first {
		failf(t, "forgets", "%s is %v and, after another node, %v at %+v", k.method(), first, later, n)
	}
}

// allocating checks the law of allocation.
func (k *selection) allocating(t testing.TB, nodes *rapid.Generator[policy.Node]) {
	t.Helper()
	for i := range examples / 4 {
		n := nodes.Example(i)
		allocatesNothing(t, k.method(), func() {
			if k.mixed != nil {
				k.mixed.Sample(&n)
			} else {
				k.Select(&n)
			}
		})
	}
}

// sampling checks that a mixed strategy reports its probabilities.
func (k *selection) sampling(t testing.TB, nodes *rapid.Generator[policy.Node]) {
	t.Helper()
	for i := range examples / 4 {
		n := nodes.Example(i)
		counts, ps := make([]int, len(n.Children)), make([]float64, len(n.Children))
		for range draws {
			j, p := k.mixed.Sample(&n)
			switch {
			case !(p > 0 && p <= 1):
				failf(t, "mixture", "Sample reports probability %v for child %d, want more than 0 and up to 1, at %+v", p, j, n)
			case ps[j] != 0 && ps[j] != p:
				failf(t, "mixture", "Sample reports probabilities %v and %v for child %d at %+v", ps[j], p, j, n)
			}
			counts[j]++
			ps[j] = p
		}
		for j, c := range counts {
			if share := float64(c) / draws; !isShare(share, ps[j], 1) {
				failf(t, "mixture", "Sample chooses child %d with probability %.3f and reports %v at %+v", j, share, ps[j], n)
			}
		}
	}
}

// perturbing checks the priors that a Perturber makes of others.
func perturbing(t *rapid.T, p policy.Perturber) {
	n := rapid.IntRange(1, 12).Draw(t, "actions")
	before := rapid.SliceOfN(rapid.Float32Range(0, 1), n, n).Draw(t, "priors")
	before[0]++ // Not all of them are 0.
	normalize(before, 0)
	seed := rapid.Uint64().Draw(t, "seed")
	after, again := slices.Clone(before), slices.Clone(before)
	p.Perturb(after, rng.New(seed))
	p.Perturb(again, rng.New(seed))
	sum := float32(0)
	for _, x := range after {
		if !(x >= 0 && x < 1e30) {
			failf(t, "perturb", "Perturb makes %v of %v, want numbers >= 0", after, before)
		}
		sum += x
	}
	if sum == 0 {
		failf(t, "perturb", "Perturb makes zeros of %v", before)
	}
	if !slices.Equal(after, again) {
		failf(t, "perturb", "Perturb makes %v of %v and, with the same random numbers, %v", after, before, again)
	}
}

func referring(t testing.TB, r policy.AMAFReader) {
	t.Helper()
	if n, again := r.ReferenceVisits(), r.ReferenceVisits(); n < 1 || again != n {
		failf(t, "reference", "ReferenceVisits is %d, and later %d, want 1 or more and always the same", n, again)
	}
}

// clone returns a copy of a node that shares nothing but its random numbers with it.
func clone(n *policy.Node) policy.Node {
	c := *n
	c.Children, c.Actions, c.Priors = slices.Clone(n.Children), slices.Clone(n.Actions), slices.Clone(n.Priors)
	c.Squares, c.Weighted, c.Available = slices.Clone(n.Squares), slices.Clone(n.Weighted), slices.Clone(n.Available)
	c.Evaluations, c.AMAF = slices.Clone(n.Evaluations), slices.Clone(n.AMAF)
	return c
}

// overwrite makes another node of one that a strategy has seen, as the next simulation does.
func overwrite(n *policy.Node) {
	for i := range n.Children {
		n.Children[i] = policy.Stats{Mean: -float32(i), Visits: 1 << 20}
	}
	clear(n.Actions)
	clear(n.Priors)
	clear(n.Squares)
	clear(n.Weighted)
	clear(n.Available)
	clear(n.Evaluations)
	clear(n.AMAF)
	n.Player, n.Depth, n.Visits, n.Simulations = 9, 9, 1<<30, 1
}
