package policytest

import (
	"fmt"
	"math"
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
	k := newSelection(s, needsOf(t, s))
	nodes := k.nodes()
	rapid.Check(t, func(t *rapid.T) { k.choosing(t, nodes.Draw(t, "node"), nodes.Draw(t, "earlier node")) })
	all := exampleList(nodes)
	k.allocating(t, all)
	concurrently(t, k.method, func(i int) policy.Node { return all[i] }, k.choose)
	if k.mixed != nil {
		for _, n := range all[:examples/4] {
			k.sampling(t, n)
		}
	}
	if p, ok := s.(policy.Perturber); ok {
		rapid.Check(t, func(t *rapid.T) { perturbing(t, p) })
		perturbingBeside(t, p)
	}
	if r, ok := s.(policy.AMAFReader); ok {
		if n, again := r.ReferenceVisits(), r.ReferenceVisits(); n < 1 || again != n {
			failf(t, "reference", "ReferenceVisits is %d, and later %d, want 1 or more and always the same", n, again)
		}
	}
	for _, c := range claims {
		rapid.Check(t, func(t *rapid.T) { c.selection(t, k, nodes.Draw(t, "node")) })
	}
}

// selection is a strategy under test.
type selection struct {
	policy.Selection
	mixed  policy.MixedSelection // the same, nil if it is none
	method string                // that the search calls
	needs  policy.Needs
}

func newSelection(s policy.Selection, needs policy.Needs) *selection {
	k := &selection{Selection: s, method: "Select", needs: needs}
	if m, ok := s.(policy.MixedSelection); ok {
		k.mixed, k.method = m, "Sample"
	}
	return k
}

// nodes generates the nodes at which the search asks the strategy.
func (k *selection) nodes() *rapid.Generator[policy.Node] {
	nodes := Nodes(k.needs)
	if _, ok := k.Selection.(policy.Perturber); ok { // It is for the root.
		nodes = rapid.Map(nodes, func(n policy.Node) policy.Node { n.Depth = 0; return n })
	}
	return nodes
}

// chosen is what a selection returns. The probability is 1 if it is no MixedSelection.
type chosen struct {
	index int
	p     float64
}

// ask calls the method that the search calls.
func (k *selection) ask(n *policy.Node) chosen {
	if k.mixed == nil {
		return chosen{k.Select(n), 1}
	}
	i, p := k.mixed.Sample(n)
	return chosen{i, p}
}

// choose asks at a copy of a node, with its random numbers from the beginning.
func (k *selection) choose(t rapid.TB, n policy.Node) chosen {
	t.Helper()
	return k.checked(t, n, k.method, k.ask)
}

func (k *selection) checked(t rapid.TB, n policy.Node, method string, ask func(*policy.Node) chosen) chosen {
	t.Helper()
	at, r := clone(&n), *n.Rand
	at.Rand = &r
	c := ask(&at)
	if c.index < 0 || c.index >= len(n.Children) {
		failf(t, "range", "%s chose child %d of %d at %+v", method, c.index, len(n.Children), n)
	}
	at.Rand = n.Rand
	if !reflect.DeepEqual(at, n) {
		failf(t, "read-only", "%s made %+v of %+v", method, at, n)
	}
	return c
}

// choosing checks a choice, and that an earlier one does not matter.
func (k *selection) choosing(t *rapid.T, n, earlier policy.Node) {
	first := k.choose(t, n)
	if again := k.choose(t, n); again != first {
		failf(t, "repeat", "%s is %v and, with the same random numbers, %v at %+v", k.method, first, again, n)
	}
	if k.mixed != nil {
		k.checked(t, n, "Select", func(n *policy.Node) chosen { return chosen{k.Select(n), 1} })
	}
	at := clone(&earlier)
	k.ask(&at)
	overwrite(&at)
	if later := k.choose(t, n); later != first {
		failf(t, "forgets", "%s is %v and, after another node, %v at %+v", k.method, first, later, n)
	}
}

// allocating checks the law of allocation. The nodes are as they were, except for random numbers.
func (k *selection) allocating(t testing.TB, nodes []policy.Node) {
	t.Helper()
	r := rng.New(1)
	at := slices.Clone(nodes)
	for i := range at {
		at[i].Rand = r
	}
	allocatesNothing(t, k.method, func(i int) { k.ask(&at[i]) })
}

// sampling checks that a mixed strategy reports its probabilities.
func (k *selection) sampling(t testing.TB, n policy.Node) {
	t.Helper()
	r := *n.Rand
	n.Rand = &r
	counts, ps := make([]int, len(n.Children)), make([]float64, len(n.Children))
	for range draws {
		c := k.ask(&n)
		switch {
		case !(c.p > 0 && c.p <= 1):
			failf(t, "mixture", "Sample reports probability %v for child %d, want more than 0 and up to 1, at %+v", c.p, c.index, n)
		case ps[c.index] != 0 && ps[c.index] != c.p:
			failf(t, "mixture", "Sample reports probabilities %v and %v for child %d at %+v", ps[c.index], c.p, c.index, n)
		}
		counts[c.index]++
		ps[c.index] = c.p
	}
	sum := 0.0
	for i, c := range counts {
		if share := float64(c) / draws; !isShare(share, ps[i], 1) {
			failf(t, "mixture", "Sample chooses child %d with probability %.3f and reports %v at %+v", i, share, ps[i], n)
		}
		sum += ps[i]
	}
	if sum > 1+1e-9 {
		failf(t, "mixture", "Sample reports probabilities %v, whose sum is %v, at %+v", ps, sum, n)
	}
}

// perturbing checks the priors that a Perturber makes of others.
func perturbing(t *rapid.T, p policy.Perturber) {
	n := rapid.IntRange(1, 12).Draw(t, "actions")
	before := rapid.SliceOfN(rapid.Float32Range(0, 1), n, n).Draw(t, "priors")
	before[rapid.IntRange(0, n-1).Draw(t, "above 0")]++
	normalize(before, 0)
	seed := rapid.Uint64().Draw(t, "seed")
	perturb := func() []float32 {
		priors := slices.Clone(before)
		p.Perturb(priors, rng.New(seed))
		return priors
	}
	after := perturb()
	sum := float32(0)
	for _, x := range after {
		if !(x >= 0 && x < math.MaxFloat32) {
			failf(t, "perturb", "Perturb makes %v of %v, want numbers >= 0", after, before)
		}
		sum += x
	}
	if sum == 0 {
		failf(t, "perturb", "Perturb makes zeros of %v", before)
	}
	kept := slices.Clone(after)
	if again := perturb(); !slices.Equal(again, kept) {
		failf(t, "perturb", "Perturb makes %v of %v and, with the same random numbers, %v", kept, before, again)
	}
	if !slices.Equal(after, kept) {
		failf(t, "perturb", "Perturb made %v, and changed that later to %v", kept, after)
	}
}

// perturbingBeside checks that the trees of several goroutines may be perturbed side by side.
func perturbingBeside(t testing.TB, p policy.Perturber) {
	t.Helper()
	before := exampleList(rapid.Custom(func(t *rapid.T) []float32 {
		priors := rapid.SliceOfN(rapid.Float32Range(0.25, 1), 2, 12).Draw(t, "priors")
		normalize(priors, 0)
		return priors
	}))
	concurrently(t, "what Perturb makes", func(i int) int { return i }, func(_ rapid.TB, i int) string {
		priors := slices.Clone(before[i])
		p.Perturb(priors, rng.New(uint64(i)))
		return fmt.Sprint(priors)
	})
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
