package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// DirichletNoise adds noise to the priors of the root, so that self-play also tries actions that
// the priors discourage. A prior p becomes
//
//	(1 - Epsilon) * p + Epsilon * eta        eta from the symmetric Dirichlet distribution of Alpha
//
// and Selection chooses by the sum (Silver et al., "Mastering the game of Go without human
// knowledge", Nature 550, 2017). The noise is drawn once per Run; results show the priors without
// it. In matches it costs strength.
//
// It is for mcts.Config.Root alone.
type DirichletNoise struct {
	Selection Selection // one that needs priors; if nil, PUCT{} is used

	// Alpha is the concentration: the smaller it is, the fewer actions get most of the noise. If
	// zero, 10 divided by the number of actions is used, which agrees with the 0.3 for chess, 0.15
	// for shogi and 0.03 for Go of Silver et al. (Science 362, 2018).
	Alpha float64

	Epsilon float64 // share of the noise, 0..1; if zero, the paper's 0.25 is used
}

// Validate implements [Validator].
func (d DirichletNoise) Validate() error {
	const most = 1e6
	var errs []error
	if !(d.Alpha == 0 || d.Alpha >= 1e-6 && d.Alpha <= most) {
		errs = append(errs, fmt.Errorf("policy: DirichletNoise.Alpha is %v, want 0 or 1e-6 <= Alpha <= %v", d.Alpha, most))
	}
	if s := d.selection(); !NeedsOf(s).Has(NeedPriors | NeedUntried) {
		errs = append(errs, fmt.Errorf("policy: DirichletNoise.Selection is a %T, which does not choose by priors", s))
	}
	return errors.Join(append(errs, validateShare("DirichletNoise.Epsilon", d.Epsilon), validate(d.Selection))...)
}

// Needs implements [Requirer].
func (d DirichletNoise) Needs() Needs { return NeedPriors | NeedsOf(d.selection()) }

// Select implements [Selection].
func (d DirichletNoise) Select(n *Node) int { return d.selection().Select(n) }

func (d DirichletNoise) selection() Selection {
	if d.Selection == nil {
		return PUCT{}
	}
	return d.Selection
}

// Perturb implements [Perturber].
func (d DirichletNoise) Perturb(priors []float32, r *rng.Rand) {
	noise := make([]float64, len(priors))
	dirichlet(noise, cmp.Or(d.Alpha, 10/float64(len(priors))), r)
	epsilon := cmp.Or(d.Epsilon, 0.25)
	for i, p := range priors {
		priors[i] = float32(float64((1-epsilon)*float64(p)) + float64(epsilon*noise[i]))
	}
}

// dirichlet draws from the symmetric Dirichlet distribution: gamma variates divided by their sum.
// It computes with their logarithms, since the variates of a small alpha may all be too small for a
// float64.
func dirichlet(eta []float64, alpha float64, r *rng.Rand) {
	top := math.Inf(-1)
	for i := range eta {
		eta[i] = logGamma(alpha, r)
		top = max(top, eta[i])
	}
	sum := 0.0
	for i := range eta {
		eta[i] = exp(eta[i] - top)
		sum += eta[i]
	}
	for i := range eta {
		eta[i] /= sum
	}
}

// logGamma draws the logarithm of a gamma variate of shape alpha and scale 1 (Marsaglia and Tsang,
// "A Simple Method for Generating Gamma Variables", ACM TOMS 26(3), 2000; section 6 for alpha < 1).
func logGamma(alpha float64, r *rng.Rand) float64 {
	if alpha < 1 {
		return logGamma(alpha+1, r) + math.Log(positive(r))/alpha
	}
	d := alpha - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := normal(r)
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(v*v) * v
		if math.Log(positive(r)) < float64(x*x/2)+float64(d*(1-v+math.Log(v))) {
			return math.Log(d * v)
		}
	}
}

// normal draws from the standard normal distribution by Marsaglia's polar method.
func normal(r *rng.Rand) float64 {
	for {
		x, y := 2*r.Float64()-1, 2*r.Float64()-1
		if s := float64(x*x) + float64(y*y); s > 0 && s < 1 {
			return x * math.Sqrt(-2*math.Log(s)/s)
		}
	}
}

// positive draws a number in (0,1).
func positive(r *rng.Rand) float64 { return (float64(r.Uint64()>>12) + 0.5) * 0x1p-52 }
