package policytest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Nodes generates nodes as a search shows them to a selection with these needs: with all fields
// that it needs, and no others. Returns are between -1 and 1.
func Nodes(needs policy.Needs) *rapid.Generator[policy.Node] {
	return rapid.Custom(func(t *rapid.T) policy.Node { return newNode(t, needs) })
}

func newNode(t *rapid.T, needs policy.Needs) policy.Node {
	tried := rapid.IntRange(1, 12).Draw(t, "tried")
	untried := 0
	switch {
	case needs.Has(policy.NeedAMAF):
		untried = rapid.IntRange(0, 6).Draw(t, "untried")
	case needs.Has(policy.NeedUntried):
		untried = rapid.IntRange(0, 1).Draw(t, "untried")
	}
	if untried > 0 && rapid.IntRange(0, 9).Draw(t, "new") == 9 {
		tried = 0
	}
	count := tried + untried
	n := policy.Node{
		Player: rapid.IntRange(0, 3).Draw(t, "player"),
		Depth:  rapid.IntRange(0, 40).Draw(t, "depth"),
		Visits: rapid.Uint32Range(1, 3).Draw(t, "more visits"),
		Rand:   rng.New(rapid.Uint64().Draw(t, "seed")),
	}
	for range tried {
		s := newStats(t)
		n.Visits += s.Visits
		n.Children = append(n.Children, s)
	}
	n.Children = append(n.Children, make([]policy.Stats, untried)...)
	if needs.Has(policy.NeedUntried) && tried > 0 && rapid.IntRange(0, 4).Draw(t, "shared") == 4 {
		n.Finished = newStats(t)
	}
	if needs.Has(policy.NeedSimulations) {
		n.Depth = 0
		n.Simulations = rapid.IntRange(1, 10_000).Draw(t, "simulations")
	}
	if needs.Has(policy.NeedActions) {
		n.Actions = rapid.Permutation(numbers(count+3)).Draw(t, "actions")[:count]
	}
	if needs.Has(policy.NeedPriors) {
		n.Priors = newPriors(t, count)
	}
	if needs.Has(policy.NeedSquares) {
		for _, s := range n.Children { // A mean of squares is at least the square of the mean.
			least := float64(s.Mean) * float64(s.Mean)
			n.Squares = append(n.Squares, float64(s.Visits)*rapid.Float64Range(least, 1).Draw(t, "mean of squares"))
		}
	}
	if needs.Has(policy.NeedWeighted) {
		n.Weighted = rapid.SliceOfN(rapid.Float64Range(-1e4, 1e4), count, count).Draw(t, "weighted")
	}
	if needs.Has(policy.NeedAvailable) && rapid.Bool().Draw(t, "availability varies") {
		for _, s := range n.Children {
			n.Available = append(n.Available, rapid.Uint32Range(max(1, s.Visits), max(n.Visits, s.Visits)).Draw(t, "available"))
		}
	}
	if needs.Has(policy.NeedEvaluations) {
		n.Evaluations = rapid.SliceOfN(rapid.Float32Range(-1, 1), count, count).Draw(t, "evaluations")
	}
	if needs.Has(policy.NeedAMAF) {
		for range count {
			s := newStats(t)
			if rapid.IntRange(0, 4).Draw(t, "never played") == 4 {
				s = policy.Stats{}
			}
			n.AMAF = append(n.AMAF, s)
		}
	}
	return n
}

// newStats returns the statistics of a child that has been tried, with few visits or with many.
func newStats(t *rapid.T) policy.Stats {
	most := rapid.SampledFrom([]uint32{3, 100, 1 << 26}).Draw(t, "most visits")
	return policy.Stats{
		Mean:   rapid.Float32Range(-1, 1).Draw(t, "mean"),
		Visits: rapid.Uint32Range(1, most).Draw(t, "visits"),
	}
}

// newPriors returns priors that sum up to 1 at most, since other actions of the node may not be
// shown. All are 0 at simultaneous moves.
func newPriors(t *rapid.T, n int) []float32 {
	priors := rapid.SliceOfN(rapid.Float32Range(0, 1), n, n).Draw(t, "priors")
	normalize(priors, rapid.Float32Range(0, 1).Draw(t, "prior of the others"))
	return priors
}

// normalize divides priors by the sum of them and of others.
func normalize(priors []float32, others float32) {
	sum := others
	for _, p := range priors {
		sum += p
	}
	for i := range priors {
		if sum > 0 {
			priors[i] /= sum
		}
	}
}

// numbers returns the numbers 0..n-1.
func numbers(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}
