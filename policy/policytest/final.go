package policytest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// Final checks the laws of a final choice and those that it is claimed to have. It must not be
// called in a parallel test, see [testing.AllocsPerRun].
func Final(t testing.TB, f policy.Final, claims ...Claim) {
	t.Helper()
	needsOf(t, f)
	if d, ok := f.(policy.Deferring); ok {
		if r, again := d.Reserve(), d.Reserve(); !(r >= 0 && r <= 1) || again != r {
			failf(t, "reserve", "Reserve is %v, and later %v, want a number in [0,1] and always the same", r, again)
		}
	}
	pick := func(t rapid.TB, c policy.Candidates) picked {
		t.Helper()
		return pickFinal(t, f, c)
	}
	rapid.Check(t, func(t *rapid.T) {
		c, earlier := Candidates().Draw(t, "root"), Candidates().Draw(t, "earlier root")
		first := pick(t, c)
		if again := pick(t, c); again != first {
			failf(t, "repeat", "Pick is %v and, with the same random numbers, %v among %+v", first, again, c.Children)
		}
		f.Pick(&earlier)
		clear(earlier.Children)
		if later := pick(t, c); later != first {
			failf(t, "forgets", "Pick is %v and, after another root, %v among %+v", first, later, c.Children)
		}
	})
	all := exampleList(Candidates())
	allocatesNothing(t, "Pick", func(i int) { f.Pick(&all[i]) })
	concurrently(t, "Pick", func(i int) policy.Candidates { return all[i] }, pick)
	for _, c := range claims {
		rapid.Check(t, func(t *rapid.T) { c.final(t, f, Candidates().Draw(t, "root")) })
	}
}

// picked is what a final choice returns.
type picked struct {
	index   int
	decided bool
}

// pickFinal asks with a copy of the candidates, with their random numbers from the beginning.
func pickFinal(t rapid.TB, f policy.Final, c policy.Candidates) (p picked) {
	t.Helper()
	r := *c.Rand
	seen := policy.Candidates{Children: slices.Clone(c.Children), Rand: &r}
	p.index, p.decided = f.Pick(&seen)
	if p.index < 0 || p.index >= len(c.Children) {
		failf(t, "range", "Pick chose child %d of %d among %+v", p.index, len(c.Children), c.Children)
	}
	if !slices.Equal(seen.Children, c.Children) {
		failf(t, "read-only", "Pick made %+v of %+v", seen.Children, c.Children)
	}
	return p
}
