package policytest

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Candidates generates what a final choice sees: with and without action numbers, priors and
// bounds. Returns are between -1 and 1.
func Candidates() *rapid.Generator[policy.Candidates] {
	return rapid.Custom(func(t *rapid.T) policy.Candidates {
		c := policy.Candidates{
			Children: rapid.SliceOfN(rapid.Custom(newChild), 1, 12).Draw(t, "children"),
			Rand:     rng.New(rapid.Uint64().Draw(t, "seed")),
		}
		n := len(c.Children)
		if !slices.ContainsFunc(c.Children, func(c policy.Child) bool { return c.Visits > 0 }) {
			c.Children[rapid.IntRange(0, n-1).Draw(t, "visited")].Visits = 1
		}
		numbers := rapid.Permutation(numbers(n)).Draw(t, "actions")
		isNumbered, hasPriors := rapid.Bool().Draw(t, "numbered"), rapid.Bool().Draw(t, "has priors")
		priors, perturbed := newPriors(t, n), newPriors(t, n)
		for i := range c.Children {
			child := &c.Children[i]
			if child.Action = -1; isNumbered {
				child.Action = numbers[i]
			}
			if hasPriors {
				child.Prior, child.NoisyPrior = float64(priors[i]), float64(perturbed[i])
			}
		}
		return c
	})
}

// newChild returns an action without a number and a prior. Its mean may lie outside its bounds,
// which can be proven after most of its simulations.
func newChild(t *rapid.T) policy.Child {
	c := policy.Child{Lower: math.Inf(-1), Upper: math.Inf(1)}
	if c.Visits = rapid.IntRange(0, 10_000).Draw(t, "visits"); c.Visits > 0 {
		c.Mean = rapid.Float64Range(-1, 1).Draw(t, "mean")
	}
	switch rapid.IntRange(0, 5).Draw(t, "bounds") {
	case 1:
		c.Lower = rapid.Float64Range(-1, 1).Draw(t, "lower")
	case 2:
		c.Upper = rapid.Float64Range(-1, 1).Draw(t, "upper")
	case 3:
		c.Lower = rapid.Float64Range(-1, 1).Draw(t, "lower")
		c.Upper = rapid.Float64Range(c.Lower, 1).Draw(t, "upper")
	case 4:
		c.Lower = rapid.Float64Range(-1, 1).Draw(t, "value")
		c.Upper = c.Lower
	}
	return c
}
