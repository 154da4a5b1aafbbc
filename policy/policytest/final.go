package policytest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Final checks the laws of a final choice. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Final(t testing.TB, f policy.Final) {
	t.Helper()
	needsOf(t, f)
	if d, ok := f.(policy.Deferring); ok {
		if r, again := d.Reserve(), d.Reserve(); !(r >= 0 && r <= 1) || again != r {
			failf(t, "reserve", "Reserve is %v, and later %v, want a number in [0,1] and always the same", r, again)
		}
	}
	type choice struct {
		index   int
		decided bool
	}
	pick := func(t rapid.TB, c *policy.Candidates, seed uint64) (p choice) {
		t.Helper()
		seen := policy.Candidates{Children: slices.Clone(c.Children), Rand: rng.New(seed)}
		p.index, p.decided = f.Pick(&seen)
		if p.index < 0 || p.index >= len(c.Children) {
			failf(t, "range", "Pick chose child %d of %d among %+v", p.index, len(c.Children), c.Children)
		}
		if !slices.Equal(seen.Children, c.Children) {
			failf(t, "read-only", "Pick made %+v of %+v", seen.Children, c.Children)
		}
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		c, earlier := Roots().Draw(t, "root"), Roots().Draw(t, "earlier root")
		seed := rapid.Uint64().Draw(t, "seed")
		first := pick(t, &c, seed)
		if again := pick(t, &c, seed); again != first {
			failf(t, "repeat", "Pick is %v and, with the same random numbers, %v among %+v", first, again, c.Children)
		}
		earlier.Rand = rng.New(1)
		f.Pick(&earlier)
		clear(earlier.Children)
		if later := pick(t, &c, seed); later != first {
			failf(t, "forgets", "Pick is %v and, after another root, %v among %+v", first, later, c.Children)
		}
	})
	for i := range examples / 4 {
		c := Roots().Example(i)
		c.Rand = rng.New(1)
		allocatesNothing(t, "Pick", func() { f.Pick(&c) })
	}
	concurrently(t, "Pick", func(i int) choice {
		c := Roots().Example(i)
		return pick(t, &c, uint64(i))
	})
}
