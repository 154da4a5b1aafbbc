package policy

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// Rule chooses an action by the scores of [MAST] or [NST]. A higher score is better.
type Rule interface {
	// Pick returns an index into scores, which is not empty. It may modify scores but must not
	// retain it. Random choices come from r. Several goroutines may call Pick at the same time.
	Pick(scores []float32, r *rng.Rand) int
}

// EpsilonGreedy picks the action with the highest score with probability 1 - Epsilon, and otherwise
// any action with equal probability, the best one included (Tak, Winands and Björnsson, "N-Grams
// and the Last-Good-Reply Policy Applied in General Game Playing", IEEE TCIAIG 4(2), 2012). Ties
// are broken at random.
type EpsilonGreedy struct {
	Epsilon float64 // exploration; if zero, the paper's 0.4 is used; for none, use Greedy
}

// Validate implements [Validator].
func (e EpsilonGreedy) Validate() error {
	if !(e.Epsilon >= 0 && e.Epsilon <= 1) {
		return fmt.Errorf("policy: EpsilonGreedy.Epsilon is %v, want 0..1", e.Epsilon)
	}
	return nil
}

// Pick implements [Rule].
func (e EpsilonGreedy) Pick(scores []float32, r *rng.Rand) int {
	if r.Float64() < e.epsilon() {
		return r.IntN(len(scores))
	}
	return best(scores, r)
}

func (e EpsilonGreedy) epsilon() float64 {
	if e.Epsilon == 0 {
		return 0.4
	}
	return e.Epsilon
}

// Greedy picks the action with the highest score. Ties are broken at random.
type Greedy struct{}

// Pick implements [Rule].
func (Greedy) Pick(scores []float32, r *rng.Rand) int { return best(scores, r) }

// best returns the index of the highest score, a random one among ties. It uses r for ties only.
func best(scores []float32, r *rng.Rand) int {
	b := NewBest(r)
	for i, s := range scores {
		b.Add(int32(i), s)
	}
	return int(b.Index)
}

// Gibbs picks action i with a probability proportional to
//
//	exp(scores[i] / Tau)
//
// (Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", AAAI 2008). Tau
// is for the scores of returns in [0,1]; see Trace.Gains.
type Gibbs struct {
	Tau float64 // temperature; if zero, 0.1 is used: CadiaPlayer's 10, for returns in [0,100]
}

// Validate implements [Validator].
func (g Gibbs) Validate() error {
	if !(g.Tau >= 0) || math.IsInf(g.Tau, 1) {
		return fmt.Errorf("policy: Gibbs.Tau is %v, want a finite number >= 0", g.Tau)
	}
	return nil
}

// Pick implements [Rule].
func (g Gibbs) Pick(scores []float32, r *rng.Rand) int {
	tau := g.tau()
	top := scores[0]
	for _, s := range scores[1:] {
		top = max(top, s)
	}
	sum := 0.0
	for i, s := range scores {
		scores[i] = float32(exp(float64(s-top) / tau))
		sum += float64(scores[i])
	}
	u := float64(r.Float64() * sum)
	for i, s := range scores {
		if u -= float64(s); u < 0 {
			return i
		}
	}
	return best(scores, r) // rounding has used up the sum
}

func (g Gibbs) tau() float64 {
	if g.Tau == 0 {
		return 0.1
	}
	return g.Tau
}

// exp returns e^x for x <= 700 with a relative error below 1e-9. Unlike math.Exp, it returns the
// same bits on every processor. It splits x = k ln 2 + f, evaluates a polynomial in f, and adds k
// to the exponent.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	f := x - float64(k*math.Ln2)
	p := 1.0
	for _, n := range [...]float64{1. / 9, 1. / 8, 1. / 7, 1. / 6, 1. / 5, 1. / 4, 1. / 3, 1. / 2, 1} {
		p = 1 + float64(float64(f*n)*p)
	}
	return p * math.Float64frombits(uint64(1023+int(k))<<52)
}
