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
	pick := func(t rapid.TB, scores []float32) int {
		t.Helper()
		i := r.Pick(slices.Clone(scores), rng.New(uint64(len(scores))))
		if i < 0 || i >= len(scores) {
			failf(t, "range", "Pick chose %d of %d scores: %v", i, len(scores), scores)
		}
		return i
	}
	rapid.Check(t, func(t *rapid.T) {
		scores, earlier := lists.Draw(t, "scores"), lists.Draw(t, "earlier scores")
		first := pick(t, scores)
		if again := pick(t, scores); again != first {
			failf(t, "repeat", "Pick is %d and, with the same random numbers, %d among %v", first, again, scores)
		}
		r.Pick(earlier, rng.New(1))
		clear(earlier)
		if later := pick(t, scores); later != first {
			failf(t, "forgets", "Pick is %d and, after other scores, %d among %v", first, later, scores)
		}
	})
	all, stream, buffer := exampleList(lists), rng.New(1), make([]float32, 12)
	allocatesNothing(t, "Pick", func(i int) { r.Pick(buffer[:copy(buffer, all[i])], stream) })
	concurrently(t, "Pick", func(i int) []float32 { return all[i] }, pick)
}
