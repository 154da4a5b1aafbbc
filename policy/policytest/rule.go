package policytest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Rule checks the laws of a rule and those that it is claimed to have. It must not be called in a
// parallel test, see [testing.AllocsPerRun].
func Rule(t testing.TB, r policy.Rule, claims ...Claim) {
	t.Helper()
	needsOf(t, r)
	rapid.Check(t, func(t *rapid.T) {
		scores, earlier := Scores().Draw(t, "scores"), Scores().Draw(t, "earlier scores")
		seed := rapid.Uint64().Draw(t, "seed")
		first := pickScore(t, r, scores, seed)
		if again := pickScore(t, r, scores, seed); again != first {
			failf(t, "repeat", "Pick is %d and, with the same random numbers, %d among %v", first, again, scores)
		}
		r.Pick(earlier, rng.New(1))
		clear(earlier)
		if later := pickScore(t, r, scores, seed); later != first {
			failf(t, "forgets", "Pick is %d and, after other scores, %d among %v", first, later, scores)
		}
	})
	all, stream, buffer := exampleList(Scores()), rng.New(1), make([]float32, 12)
	allocatesNothing(t, "Pick", func(i int) { r.Pick(buffer[:copy(buffer, all[i])], stream) })
	concurrently(t, "Pick", func(i int) int { return i }, func(t rapid.TB, i int) int { return pickScore(t, r, all[i], uint64(i)) })
	for _, scores := range all[:examples/4] {
		preferring(t, r, scores)
	}
	for _, c := range claims {
		rapid.Check(t, func(t *rapid.T) { c.rule(t, r, Scores().Draw(t, "scores")) })
	}
}

// Scores generates lists of scores as a rule sees them: scores of any size, scores that are near
// each other, and scores with ties. There are up to twelve, between -100 and 100.
func Scores() *rapid.Generator[[]float32] {
	return rapid.Custom(func(t *rapid.T) []float32 {
		one := rapid.SampledFrom([]*rapid.Generator[float32]{
			rapid.Float32Range(-100, 100),
			rapid.Float32Range(0, 1),
			rapid.SampledFrom([]float32{0, 0.5, 1}),
		}).Draw(t, "kind of scores")
		return rapid.SliceOfN(one, 1, 12).Draw(t, "scores")
	})
}

// pickScore asks a rule with a copy of the scores and with the random numbers of a seed.
func pickScore(t rapid.TB, r policy.Rule, scores []float32, seed uint64) int {
	t.Helper()
	i := r.Pick(slices.Clone(scores), rng.New(seed))
	if i < 0 || i >= len(scores) {
		failf(t, "range", "Pick chose %d of %d scores: %v", i, len(scores), scores)
	}
	return i
}

// preferring checks that a rule does not pick a score more often than a higher one.
func preferring(t testing.TB, r policy.Rule, scores []float32) {
	t.Helper()
	shares := pickShares(r, scores)
	for i, low := range scores {
		for j, high := range scores {
			if low < high && shares[i] > shares[j] && !isShare(shares[i], shares[j], 2) {
				failf(t, "higher", "Pick chooses score %d with probability %.3f and score %d, a higher one, with %.3f, of %v", i, shares[i], j, shares[j], scores)
			}
		}
	}
}
