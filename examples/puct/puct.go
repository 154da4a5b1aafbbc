package main

import (
	"math"

	"github.com/banyan-go/banyan/policy"
)

// PUCT selects the child with the greatest value of
//
//	Mean + C(N) * Prior * sqrt(N) / (1 + n)        C(N) = C + ln((N + Base + 1) / Base)
//
// where N is Node.Visits and n is the child's Visits (Silver et al., "Mastering the game of Go with
// deep neural networks and tree search", Nature 529, 2016; C(N) is from "A general reinforcement
// learning algorithm that masters chess, shogi, and Go through self-play", Science 362, 2018). An
// untried child has no mean and counts with
//
//	(mean of the visits to the tried children) - FPU * sqrt(sum of the priors of the tried children)
//
// the reduction of Leela Chess Zero: the more of the prior is tried, the less the rest promises. As
// the search tries actions in descending order of their priors, the one untried child that it shows
// is the best of the untried ones.
type PUCT struct {
	C   float64 // exploration
	FPU float64 // reduction of the first-play urgency; 0 is none
}

const base = 19652

// Needs implements policy.Requirer.
func (PUCT) Needs() policy.Needs { return policy.NeedUntried | policy.NeedPriors }

// Select implements policy.Selection.
func (p PUCT) Select(n *policy.Node) int {
	visits := float64(n.Visits)
	explore := (p.C + math.Log((visits+base+1)/base)) * math.Sqrt(visits)
	return best(n, func(i int, s policy.Stats) float64 {
		mean := float64(s.Mean)
		if s.Visits == 0 {
			mean = p.firstPlay(n)
		}
		return mean + explore*float64(n.Priors[i])/float64(1+s.Visits)
	})
}

// firstPlay returns what stands for the mean of an untried child.
func (p PUCT) firstPlay(n *policy.Node) float64 {
	sum, visits, tried := 0.0, 0.0, 0.0
	for i, s := range n.Children {
		if s.Visits > 0 {
			sum += float64(s.Mean) * float64(s.Visits)
			visits += float64(s.Visits)
			tried += float64(n.Priors[i])
		}
	}
	return sum/visits - p.FPU*math.Sqrt(tried)
}

// ProgressiveBias is UCT with the additional term
//
//	W * Prior / (1 + n)
//
// which vanishes as results come in (Chaslot et al., "Progressive strategies for Monte-Carlo tree
// search", New Mathematics and Natural Computation 4(3), 2008).
type ProgressiveBias struct {
	C float64 // exploration, as in policy.UCT
	W float64 // weight of the prior
}

// Needs implements policy.Requirer.
func (ProgressiveBias) Needs() policy.Needs { return policy.NeedPriors }

// Select implements policy.Selection.
func (b ProgressiveBias) Select(n *policy.Node) int {
	explore := b.C * math.Sqrt(math.Log(float64(n.Visits)))
	return best(n, func(i int, s policy.Stats) float64 {
		return float64(s.Mean) + explore/math.Sqrt(float64(s.Visits)) + b.W*float64(n.Priors[i])/float64(1+s.Visits)
	})
}

// best returns the index of the child with the greatest value, the first of equals.
func best(n *policy.Node, value func(i int, s policy.Stats) float64) int {
	index, greatest := 0, math.Inf(-1)
	for i, s := range n.Children {
		if v := value(i, s); v > greatest {
			index, greatest = i, v
		}
	}
	return index
}
