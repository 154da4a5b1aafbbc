package policytest

import (
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

const (
	examples   = 40 // generated inputs for the laws that do not use rapid.Check
	goroutines = 4  // that a strategy serves
	draws      = 4000
	sigmas     = 6 // standard deviations that a share of the draws may be off
)

// failf reports that a law does not hold.
func failf(t rapid.TB, law, format string, args ...any) {
	t.Helper()
	t.Fatalf("policytest: "+law+": "+format, args...)
}

// needsOf checks the laws of a strategy's parameters and returns what it needs.
func needsOf(t testing.TB, strategy any) policy.Needs {
	t.Helper()
	if v, ok := strategy.(policy.Validator); ok {
		if err := v.Validate(); err != nil {
			failf(t, "validate", "Validate of %T: %v", strategy, err)
		}
	}
	needs := policy.NeedsOf(strategy)
	for range 3 {
		if again := policy.NeedsOf(strategy); again != needs {
			failf(t, "needs", "Needs of %T is %b, and later %b", strategy, needs, again)
		}
	}
	return needs
}

// concurrently checks that several goroutines, each of which asks for all examples, get what one
// gets.
func concurrently[R comparable](t testing.TB, name string, ask func(example int) R) {
	t.Helper()
	var want [examples]R
	for i := range want {
		want[i] = ask(i)
	}
	var got [goroutines][examples]R
	var all sync.WaitGroup
	for g := range got {
		all.Go(func() {
			for i := range got[g] {
				got[g][i] = ask(i)
			}
		})
	}
	all.Wait()
	for g := range got {
		for i := range want {
			if got[g][i] != want[i] {
				failf(t, "goroutines", "%s is %v, and beside other goroutines %v", name, want[i], got[g][i])
			}
		}
	}
}

// allocatesNothing checks that a call allocates nothing.
func allocatesNothing(t testing.TB, name string, call func()) {
	t.Helper()
	if n := testing.AllocsPerRun(100, call); n > 0 {
		failf(t, "allocation", "%s allocates %v times", name, n)
	}
}

// isShare reports whether a share of the draws can have come from probability p. noise is how many
// times the variance counts.
func isShare(share, p, noise float64) bool {
	spread := math.Sqrt(noise * max(p*(1-p), share*(1-share)) / draws)
	return math.Abs(share-p) <= sigmas*spread+1./draws
}
