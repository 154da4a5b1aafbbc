package policy

import (
	"cmp"
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// defaultGamma is the exploration of Exp3 and RegretMatching.
const defaultGamma = 0.1

// Exp3 draws child i of K by exponential weights,
//
//	p[i] = (1 - Gamma) * w[i] / sum of w + Gamma / K        w[i] = exp(Gamma/K * X[i])
//
// where X[i] = Node.Weighted[i] estimates what child i would have got in all simulations (Auer, Cesa-Bianchi, Freund and
// Schapire, "The Nonstochastic Multiarmed Bandit Problem", SIAM J. Comput. 32(1), 2002, section 3). Returns must be in
// [0,1].
//
// It is for simultaneous moves. Whatever the others do, its regret per simulation sinks to the order of Gamma, which is
// not so of UCT. So where two of them play a game of one joint action and a constant sum, their mixed strategies come as
// near to an equilibrium; they are the shares of the visits, with the exploration, Gamma/K each, in them. In deeper games it
// is no promise, but works: Lanctot, Lisý and Winands, "Monte Carlo Tree Search in Simultaneous Move Games with
// Applications to Goofspiel", 2013.
type Exp3 struct {
	Gamma float64 // exploration; if 0, 0.1
}

// Validate implements Validator.
func (e Exp3) Validate() error { return validateGamma("Exp3", e.Gamma) }

// Select implements Selection.
func (e Exp3) Select(n *Node) int {
	i, _ := e.Sample(n)
	return i
}

// Needs implements [Requirer].
func (Exp3) Needs() Needs { return NeedWeighted }

// Sample implements [MixedSelection].
func (e Exp3) Sample(n *Node) (int, float64) {
	gamma := cmp.Or(e.Gamma, defaultGamma)
	eta := gamma / float64(len(n.Weighted))
	top := n.Weighted[0]
	for _, x := range n.Weighted[1:] {
		top = max(top, x)
	}
	weight := func(i int) float64 { return exp(float64(eta * (n.Weighted[i] - top))) }
	return drawMixed(len(n.Weighted), gamma, weight, n.Rand)
}

// drawMixed draws one of k indices in proportion to weight, but with probability gamma any, and returns its probability.
func drawMixed(k int, gamma float64, weight func(i int) float64, r *rng.Rand) (int, float64) {
	sum := 0.0
	for i := range k {
		sum += weight(i)
	}
	if sum <= 0 {
		return r.IntN(k), 1 / float64(k)
	}
	explores, u := r.Float64() < gamma, float64(r.Float64()*sum)
	drawn := 0
	if explores {
		drawn = r.IntN(k)
	} else {
		for i := range k {
			if w := weight(i); w > 0 {
				drawn = i
				if u -= w; u < 0 {
					break
				}
			}
		}
	}
	return drawn, min(1, float64((1-gamma)*weight(drawn)/sum)+gamma/float64(k))
}

func validateGamma(name string, gamma float64) error {
	if !(gamma >= 0 && gamma <= 1) {
		return fmt.Errorf("policy: %s.Gamma is %v, want 0..1", name, gamma)
	}
	return nil
}
