package policytest

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

const (
	examples   = 40 // generated inputs for the laws that do not use rapid.Check
	goroutines = 4
	draws      = 4000
	sigmas     = 6 // standard deviations that a share of the draws may be off
)

// failf reports that a law does not hold.
func failf(t rapid.TB, law, format string, args ...any) {
	t.Helper()
	t.Fatalf("policytest: "+law+": "+format, args...)
}

const (
	ofNodes  = policy.NeedActions | policy.NeedUntried | policy.NeedPriors | policy.NeedSquares | policy.NeedWeighted | policy.NeedAvailable | policy.NeedEvaluations | policy.NeedAMAF | policy.NeedSimulations
	ofTraces = policy.NeedDepths | policy.NeedTurns
)

// Needs checks the laws of a strategy's parameters and of what it needs. The other checks include
// it.
func Needs(t testing.TB, strategy any) {
	t.Helper()
	needsOf(t, strategy)
}

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
	if _, ok := strategy.(policy.Selection); ok {
		known(t, strategy, needs, ofNodes)
		_, mixed := strategy.(policy.MixedSelection)
		_, reads := strategy.(policy.AMAFReader)
		_, perturbs := strategy.(policy.Perturber)
		switch {
		case needs.Has(policy.NeedWeighted) && !mixed:
			failf(t, "needs", "%T needs weighted returns, which are for a MixedSelection", strategy)
		case reads && !needs.Has(policy.NeedAMAF):
			failf(t, "needs", "%T is an AMAFReader and does not need AMAF statistics", strategy)
		case perturbs && !needs.Has(policy.NeedPriors):
			failf(t, "needs", "%T is a Perturber and does not need priors", strategy)
		}
	}
	if _, ok := strategy.(policy.Backup); ok {
		known(t, strategy, needs, ofTraces)
	}
	return needs
}

// known checks that a strategy needs only what there is for its kind.
func known(t testing.TB, strategy any, needs, all policy.Needs) {
	t.Helper()
	if others := needs &^ all; others != 0 {
		failf(t, "needs", "%T needs %b, which it cannot get", strategy, others)
	}
}

// concurrently checks that several goroutines, each of which asks with all examples, get what one
// gets.
func concurrently[E any, R comparable](t testing.TB, name string, example func(i int) E, ask func(t rapid.TB, e E) R) {
	t.Helper()
	var all [examples]E
	var want [examples]R
	for i := range all {
		all[i] = example(i)
		want[i] = ask(t, all[i])
	}
	var failures [goroutines]string
	var asking sync.WaitGroup
	for g := range failures {
		asking.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					failures[g] = fmt.Sprint(value)
				}
			}()
			for i, e := range all {
				if got := ask(beside{t}, e); got != want[i] {
					failures[g] = fmt.Sprintf("%s is %v, and beside other goroutines %v", name, want[i], got)
					return
				}
			}
		})
	}
	asking.Wait()
	for _, f := range failures {
		if f != "" {
			failf(t, "goroutines", "%s", f)
		}
	}
}

// beside is a test in a separate goroutine, which must not end the test.
type beside struct{ testing.TB }

func (beside) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// allocatesNothing checks that calls with all examples allocate nothing.
func allocatesNothing(t testing.TB, name string, call func(i int)) {
	t.Helper()
	all := func() {
		for i := range examples {
			call(i)
		}
	}
	if n := testing.AllocsPerRun(20, all); n > 0 {
		failf(t, "allocation", "%s allocates %v times in %d calls", name, n, examples)
	}
}

// exampleList returns examples of a generator.
func exampleList[E any](g *rapid.Generator[E]) []E {
	var all []E
	for i := range examples {
		all = append(all, g.Example(i))
	}
	return all
}

// isShare reports whether a share of the draws can have come from probability p. factor multiplies
// the variance: it is 2 if p is a share of as many draws.
func isShare(share, p, factor float64) bool {
	spread := math.Sqrt(factor * max(p*(1-p), share*(1-share)) / draws)
	return math.Abs(share-p) <= sigmas*spread+1./draws
}
