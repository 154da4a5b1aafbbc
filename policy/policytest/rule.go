package policytest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Rule checks the laws of a rule. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Rule(t testing.TB, r policy.Rule) {
	t.Helper()
	needsOf(t, r)
	lists := rapid.SliceOfN(rapid.Float32Range(-100, 100), 1, 12)
	pick := func(t rapid.TB, scores []float32, seed uint64) int {
		t.Helper()
		i := r.Pick(slices.Clone(scores), rng.New(seed))
		if i < 0 || i >= len(scores) {
			failf(t, "range", "Pick chose %d of %d scores: %v", i, len(scores), scores)
		}
		return i
	}
	rapid.Check(t, func(t *rapid.T) {
		scores, earlier := lists.Draw(t, "scores"), lists.Draw(t, "earlier scores")
		seed := rapid.Uint64().Draw(t, "seed")
		first := pick(t, scores, seed)
		if again := pick(t, scores, seed); again != first {
			failf(t, "repeat", "Pick is %d and, with the same random numbers, %d among %v", first, again, scores)
		}
		r.Pick(earlier, rng.New(1))
		clear(earlier)
		if later := pick(t, scores, seed); later != first {
			failf(t, "forgets", "Pick is %d and, after other scores, %d among %v", first, later, scores)
		}
	})
	stream := rng.New(1)
	for i := range examples / 4 {
		scores := lists.Example(i)
		allocatesNothing(t, "Pick", func() { r.Pick(scores, stream) })
	}
	concurrently(t, "Pick", func(i int) int { return pick(t, lists.Example(i), uint64(i)) })
}
