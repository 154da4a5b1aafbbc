package policy

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
)

// PUCT selects the child with the greatest sum of its mean and an exploration that follows the
// priors:
//
//	Mean + c(N) * P * sqrt(N) / (1 + n)        c(N) = C + ln((N + Base + 1) / Base)
//
// N is Node.Visits, n is the child's Visits, and P is its prior (Rosin, Annals of Mathematics and
// Artificial Intelligence 61(3), 2011; Silver et al., "Mastering the game of Go with deep neural
// networks and tree search", Nature 529, 2016; c(N) is from "A general reinforcement learning
// algorithm that masters chess, shogi, and Go through self-play", Science 362, 2018). A prior below
// 1/1024 counts as 1/1024, so that enough simulations try every action.
//
// The search shows the untried child with the greatest prior. It has no mean and counts with the
// first-play urgency of Leela Chess Zero, which promises less the more of the prior is tried:
//
//	(mean of the visits of all tried children) - FPU * sqrt(sum of the priors of the tried children)
//
// If no child is tried, there is only one to choose. If all priors are 0, as at simultaneous-move
// nodes, every child counts with the same prior.
//
// C and FPU are for returns in [0,1]. For others, c(N) and FPU are multiplied by Node.Unit.
//
// Priors come from mcts.Config.Prediction. PUCT is as good as they are: with equal priors it is no
// better than [UCT].
type PUCT struct {
	C    float64 // exploration; if zero, DefaultPUCT is used
	Base float64 // how slowly c(N) grows; if zero, 19652 is used (Silver et al., 2018)
	FPU  float64 // reduction of the first-play urgency; if zero, DefaultFPU is used. A tiny one is none
}

// The default constants of [PUCT], for returns in [0,1], playouts and heuristic priors: the best of
// those tried in Breakthrough at 1000 simulations. A larger budget or a good evaluation calls for a
// smaller constant of exploration.
const (
	DefaultPUCT = 3.0
	DefaultFPU  = 0.2
)

const (
	puctBase       = 19652
	leastPriorBits = (127 - 10) << 23 // 1/1024 as a float32
)

// Validate implements [Validator].
func (p PUCT) Validate() error {
	const most = 1e30
	switch {
	case !(p.C >= 0 && p.C <= most):
		return fmt.Errorf("policy: PUCT.C is %v, want 0 <= C <= %v", p.C, most)
	case !(p.Base == 0 || p.Base >= 1 && p.Base <= most):
		return fmt.Errorf("policy: PUCT.Base is %v, want 0 or 1 <= Base <= %v", p.Base, most)
	case !(p.FPU >= 0 && p.FPU <= most):
		return fmt.Errorf("policy: PUCT.FPU is %v, want 0 <= FPU <= %v", p.FPU, most)
	}
	return nil
}

// Needs implements [Requirer].
func (PUCT) Needs() Needs { return NeedPriors | NeedUntried }

// Select implements [Selection].
func (p PUCT) Select(n *Node) int {
	k := p.Exploration(n.Visits)
	if unit := n.unit(); unit != 1 {
		k *= float32(unit)
		p.FPU = scaled(p.reduction(), unit)
	}
	return p.best(n.Children, n.Priors, k, n.Finished)
}

// Best is Select without a Node: it returns the index of the child with the greatest bound, the
// first of equals. k is [PUCT.Exploration] of the node's visits. Only the last child may be
// untried.
func (p PUCT) Best(children []Stats, priors []float32, k float32) int {
	return p.best(children, priors, k, Stats{})
}

func (p PUCT) best(children []Stats, priors []float32, k float32, finished Stats) int {
	priors = priors[:len(children)]
	if priors[0] == 0 && areZero(priors) {
		return p.selectEqual(children, k)
	}
	last := len(children) - 1
	if children[last].Visits > 0 {
		return bestPUCT(children, priors, k)
	}
	return p.bestOrUntried(children, priors, k, finished)
}

// Exploration returns c(N) * sqrt(N), by which the priors are multiplied. N is visits.
func (p PUCT) Exploration(visits uint32) float32 {
	c, scale := float32(DefaultPUCT), float32(1./puctBase)
	if p.C != 0 {
		c = float32(p.C)
	}
	if p.Base != 0 {
		scale = float32(1 / p.Base)
	}
	n := float32(int64(visits))
	return (c + ucb.LogNext(float32((n+1)*scale))) * float32(math.Sqrt(float64(n)))
}

// reduction returns the reduction of the first-play urgency where all of the prior is tried.
func (p PUCT) reduction() float64 { return cmp.Or(p.FPU, DefaultFPU) }

// bestPUCT returns the index of the child with the greatest bound, where all have been tried. It
// compares bounds as [UCT.Best] does.
func bestPUCT(children []Stats, priors []float32, k float32) int {
	priors = priors[:len(children)]
	best, chosen := int32(math.MinInt32), 0
	for i := range children {
		if b := puctBits(children[i].Mean, priors[i], float32(k*ucb.InvNext(children[i].Visits))); b > best {
			best, chosen = b, i
		}
	}
	if best < 0 {
		return bestNegativePUCT(children, priors, k, 0)
	}
	return chosen
}

// bestOrUntried is bestPUCT where the last child is untried. It sums up what the first-play urgency
// needs while it looks for the best of the others. finished is Node.Finished.
func (p PUCT) bestOrUntried(children []Stats, priors []float32, k float32, finished Stats) int {
	priors = priors[:len(children)]
	last := len(children) - 1
	best, chosen := int32(math.MinInt32), last
	var sum, visits, mass float32
	for i := range children[:last] {
		s, prior := &children[i], priors[i]
		n := float32(int64(s.Visits))
		sum += float32(n * s.Mean)
		visits += n
		mass += prior
		if b := puctBits(s.Mean, prior, float32(k*ucb.InvNext(s.Visits))); b > best {
			best, chosen = b, i
		}
	}
	mean := sum / max(visits, 1)
	if finished.Visits > 0 {
		mean = finished.Mean
	}
	first := mean - float32(float32(p.reduction())*float32(math.Sqrt(float64(mass))))
	if b := puctBits(first, priors[last], k); b > best {
		best, chosen = b, last
	}
	if best < 0 {
		return bestNegativePUCT(children, priors, k, first)
	}
	return chosen
}

// bestNegativePUCT returns the index of the best child where all bounds are negative. first stands
// for the mean of an untried child.
func bestNegativePUCT(children []Stats, priors []float32, k, first float32) int {
	best, chosen := int32(math.MaxInt32), 0
	for i, s := range children {
		if s.Visits == 0 {
			s.Mean = first
		}
		if b := puctBits(s.Mean, priors[i], float32(k*ucb.InvNext(s.Visits))); b < best {
			best, chosen = b, i
		}
	}
	return chosen
}

// puctBits returns the bits of the bound of a child, whose prior is multiplied by k.
func puctBits(mean, prior, k float32) int32 {
	bits := max(math.Float32bits(prior), leastPriorBits) // Numbers >= 0 are ordered as their bits.
	return int32(math.Float32bits(mean + float32(k*math.Float32frombits(bits))))
}

func areZero(priors []float32) bool {
	for _, p := range priors {
		if p != 0 {
			return false
		}
	}
	return true
}

// selectEqual is Select for children without priors.
func (p PUCT) selectEqual(children []Stats, k float32) int {
	equal := 1 / float32(len(children))
	var sum, visits, mass float64
	for _, s := range children {
		if s.Visits > 0 {
			sum += float64(float64(s.Visits) * float64(s.Mean))
			visits += float64(s.Visits)
			mass += float64(equal)
		}
	}
	first := float32(sum/max(visits, 1) - float64(p.reduction()*math.Sqrt(mass)))
	best := uint64(0)
	for i, s := range children {
		if s.Visits == 0 {
			s.Mean = first
		}
		best = max(best, rank(s.Mean+float32(float32(k*ucb.InvNext(s.Visits))*equal), i))
	}
	return rankIndex(best)
}
