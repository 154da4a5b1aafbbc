package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// Gumbel selects at the root by sequential halving over a sample of the actions, drawn without
// replacement in proportion to their priors P (Danihelka et al., "Policy improvement by planning
// with Gumbel", ICLR 2022, algorithm 2). With a Gumbel variable g per action, it considers the
// actions with the greatest g + ln P, gives them equally many simulations, continues with the half
// with the greatest
//
//	g + ln P + (CVisit + max visits) * CScale * Mean
//
// and so on. Considered should be well below the number of simulations. It is also the default of
// mcts.Config.Final with it: the action with the greatest sum among those with the most visits. If
// the means are the true values, that action is at least as good as the one that the sample of the
// priors alone would have chosen, however few simulations there are.
//
// It is for mcts.Config.Root alone, with a Prediction of priors and values, and divides
// Budget.Simulations, which it needs. Below the root, Config.Selection chooses, for example [PUCT].
type Gumbel struct {
	Considered int     // how many actions are considered at most; if zero, the paper's 16 is used
	CVisit     float64 // if zero, the paper's 50 is used
	CScale     float64 // of values in [0,1], divided by Node.Unit for others; if zero, 1 is used, the paper's for board games
	NoNoise    bool    // without noise: g is 0; for matches rather than self-play
}

// Validate implements [Validator].
func (g Gumbel) Validate() error {
	const most = 1e9
	var errs []error
	if g.Considered < 0 {
		errs = append(errs, fmt.Errorf("policy: Gumbel.Considered is %d, want >= 0", g.Considered))
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"CVisit", g.CVisit}, {"CScale", g.CScale}} {
		if !(f.value >= 0 && f.value <= most) {
			errs = append(errs, fmt.Errorf("policy: Gumbel.%s is %v, want 0 <= %s <= %v", f.name, f.value, f.name, most))
		}
	}
	return errors.Join(errs...)
}

// Needs implements [Requirer].
func (Gumbel) Needs() Needs { return NeedPriors | NeedUntried | NeedSimulations }

// Perturb implements [Perturber]: it multiplies each prior by e^g, which is 1 divided by a variable
// with an exponential distribution.
func (g Gumbel) Perturb(priors []float32, r *rng.Rand) {
	if g.NoNoise {
		return
	}
	weights, sum := make([]float64, len(priors)), 0.0
	for i, p := range priors {
		weights[i] = float64(p) / -math.Log(positive(r))
		sum += weights[i]
	}
	for i, w := range weights {
		priors[i] = float32(w / sum)
	}
}

// Select implements [Selection].
func (g Gumbel) Select(n *Node) int {
	g.CScale = cmp.Or(g.CScale, 1) / n.unit()
	tried, top := len(n.Children), uint32(0)
	for _, c := range n.Children {
		top = max(top, c.Visits)
	}
	if last := tried - 1; n.Children[last].Visits == 0 {
		tried--
		if tried < g.considered() {
			return last
		}
	}
	visits := halvingVisits(tried, n.Simulations, int(n.Visits))
	best := g.best(n, visits, top)
	if best < 0 { // A Solver may hide children.
		best = g.best(n, top, top)
	}
	return best
}

func (g Gumbel) considered() int { return cmp.Or(g.Considered, 16) }

// best returns the child with the greatest sum among those with so many visits, and -1 if there is
// none. top is the most visits of a child.
func (g Gumbel) best(n *Node, visits, top uint32) int {
	best, most := -1, 0.0
	for i, c := range n.Children {
		if c.Visits != visits {
			continue
		}
		if sum := g.sum(float64(n.Priors[i]), float64(c.Mean), float64(top)); best < 0 || sum > most {
			best, most = i, sum
		}
	}
	return best
}

// sum returns g + ln P + (CVisit + max visits) * CScale * mean, where perturbed is P * e^g.
func (g Gumbel) sum(perturbed, mean, top float64) float64 {
	return math.Log(perturbed) + float64(float64((cmp.Or(g.CVisit, 50)+top)*cmp.Or(g.CScale, 1))*mean)
}

// halvingVisits returns how many visits the child has that simulation number i visits, from 0 to n,
// if sequential halving begins with m children. Every phase visits each of its children equally
// often and has about n / log2(m) simulations, and the next one has half of the children, but at
// least two.
func halvingVisits(m, n, i int) uint32 {
	if m < 2 {
		return uint32(i)
	}
	phases := 0
	for 1<<phases < m {
		phases++
	}
	visits := 0
	for k := m; ; k = max(2, k/2) {
		rounds := max(1, n/(phases*k))
		if i < rounds*k {
			return uint32(visits + i/k)
		}
		i -= rounds * k
		visits += rounds
	}
}

// Pick implements [Final].
func (g Gumbel) Pick(c *Candidates) (int, bool) {
	g.CScale = cmp.Or(g.CScale, 1) / cmp.Or(c.Unit, 1)
	top := c.Children[robust(c.Children)].Visits
	best, most := -1, 0.0
	for i, child := range c.Children {
		if child.Visits != top {
			continue
		}
		if sum := g.sum(child.NoisyPrior, child.Mean, float64(top)); best < 0 || sum > most {
			best, most = i, sum
		}
	}
	return best, true
}
