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
	n := policy.Node{
		Player: rapid.IntRange(0, 3).Draw(t, "player"),
		Depth:  rapid.IntRange(0, 40).Draw(t, "depth"),
		Rand:   rng.New(rapid.Uint64().Draw(t, "seed")),
	}
	if needs.Has(policy.NeedEvaluations) {
		n.Player %= 2 // There are two players.
	}
	if needs.Has(policy.NeedSimulations) {
		n.Depth = 0
	}
	most := rapid.SampledFrom([]uint32{3, 100, 100, 1 << 20}).Draw(t, "most visits")
	tried, untried := newCounts(t, needs)
	for range tried {
		s := newStats(t, most)
		n.Visits += s.Visits
		n.Children = append(n.Children, s)
	}
	if needs.Has(policy.NeedUntried) && tried > 0 && rapid.IntRange(0, 4).Draw(t, "shared") == 4 {
		n.Finished = newStats(t, n.Visits)
	}
	n.Children = append(n.Children, make([]policy.Stats, untried)...)
	if needs.Has(policy.NeedSimulations) {
		n.Simulations = int(n.Visits) + rapid.IntRange(1, 1000).Draw(t, "simulations to come")
	}
	if n.Depth > 0 { // The root is not visited before its first simulation, and others are.
		n.Visits += rapid.Uint32Range(1, 3).Draw(t, "other visits")
	}
	addNeeds(t, &n, needs)
	return n
}

// newCounts returns how many children are tried, and how many of the others are shown.
func newCounts(t *rapid.T, needs policy.Needs) (tried, untried int) {
	tried = rapid.IntRange(1, 12).Draw(t, "tried")
	switch {
	case needs.Has(policy.NeedAMAF):
		untried = rapid.IntRange(0, 6).Draw(t, "untried")
	case needs.Has(policy.NeedUntried):
		untried = rapid.IntRange(0, 1).Draw(t, "untried")
	}
	if untried > 0 && rapid.IntRange(0, 9).Draw(t, "nothing is tried") == 9 {
		tried = 0
	}
	return tried, untried
}

// addNeeds fills in the fields that a strategy needs.
func addNeeds(t *rapid.T, n *policy.Node, needs policy.Needs) {
	count := len(n.Children)
	if needs.Has(policy.NeedActions) {
		n.Actions = rapid.Permutation(numbers(count+3)).Draw(t, "actions")[:count]
	}
	if needs.Has(policy.NeedPriors) {
		n.Priors = newPriors(t, count)
	}
	for _, s := range n.Children {
		if needs.Has(policy.NeedSquares) { // A mean of squares is at least the square of the mean.
			mean := float64(s.Mean) * float64(s.Mean)
			if s.Visits > 1 {
				mean = rapid.Float64Range(mean, 1).Draw(t, "mean of squares")
			}
			n.Squares = append(n.Squares, float64(s.Visits)*mean)
		}
		if needs.Has(policy.NeedWeighted) {
			p := rapid.Float64Range(0.01, 1).Draw(t, "sampling probability")
			n.Weighted = append(n.Weighted, float64(s.Visits)*float64(s.Mean)/p)
		}
		if needs.Has(policy.NeedAMAF) {
			other := newStats(t, 100)
			if rapid.IntRange(0, 4).Draw(t, "never played") == 4 {
				other = policy.Stats{}
			}
			n.AMAF = append(n.AMAF, other)
		}
	}
	if needs.Has(policy.NeedAvailable) && rapid.Bool().Draw(t, "availability varies") {
		for _, s := range n.Children {
			n.Available = append(n.Available, rapid.Uint32Range(max(1, s.Visits), max(1, n.Visits)).Draw(t, "available"))
		}
	}
	if needs.Has(policy.NeedEvaluations) {
		n.Evaluations = rapid.SliceOfN(rapid.Float32Range(-1, 1), count, count).Draw(t, "evaluations")
	}
}

// newStats returns the statistics of a child that has been tried.
func newStats(t *rapid.T, most uint32) policy.Stats {
	return policy.Stats{
		Mean:   rapid.Float32Range(-1, 1).Draw(t, "mean"),
		Visits: rapid.Uint32Range(1, most).Draw(t, "visits"),
	}
}

// newPriors returns priors. They sum to 1 with the priors of actions not included, if there are
// any, or are all 0, as at simultaneous moves.
func newPriors(t *rapid.T, n int) []float32 {
	priors := rapid.SliceOfN(rapid.Float32Range(0, 1), n, n).Draw(t, "priors")
	switch rapid.IntRange(0, 9).Draw(t, "kind of priors") {
	case 0:
		clear(priors)
	case 1, 2, 3, 4:
		normalize(priors, rapid.Float32Range(0, 1).Draw(t, "prior of the others"))
	default:
		normalize(priors, 0)
	}
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
