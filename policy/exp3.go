package policy

import (
	"cmp"

	"github.com/banyan-go/banyan/rng"
)

// defaultGamma is the default exploration of Exp3 and RegretMatching.
const defaultGamma = 0.1

// Exp3 samples child i of K by exponential weights, with probability
//
//	p[i] = (1 - Gamma) * w[i] / sum of w + Gamma / K        w[i] = exp(Gamma/K * X[i])
//
// Here X[i] = Node.Weighted[i] estimates the sum of the returns that child i would have had if
// every simulation had chosen it (Auer, Cesa-Bianchi, Freund and Schapire, "The Nonstochastic
// Multiarmed Bandit Problem", SIAM J. Comput. 32(1), 2002, section 3), for returns in [0,1]. Others
// are divided by Node.Unit.
//
// Exp3 is for simultaneous moves. Unlike [UCT], it has a regret per simulation that falls to the
// order of Gamma, whatever the other players do. If two players use it in a constant-sum game of
// one joint action, their mixed strategies therefore approach an equilibrium to the same order. The
// mixed strategy of a player is its normalized visits, which include the exploration of Gamma/K per
// child. In deeper games there is no such guarantee, but good results: Lanctot, Lisý and Winands,
// "Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2013.
type Exp3 struct {
	Gamma float64 // exploration, 0..1; if zero, 0.1 is used
}

// Validate implements [Validator].
func (e Exp3) Validate() error { return validateShare("Exp3.Gamma", e.Gamma) }

// Select implements [Selection].
func (e Exp3) Select(n *Node) int {
	i, _ := e.Sample(n)
	return i
}

// Needs implements [Requirer].
func (Exp3) Needs() Needs { return NeedWeighted }

// Sample implements [MixedSelection].
func (e Exp3) Sample(n *Node) (int, float64) {
	gamma := cmp.Or(e.Gamma, defaultGamma)
	eta := gamma / float64(len(n.Weighted)) / n.unit()
	top := n.Weighted[0]
	for _, x := range n.Weighted[1:] {
		top = max(top, x)
	}
	weight := func(i int) float64 { return exp(float64(eta * (n.Weighted[i] - top))) }
	return sampleMixed(len(n.Weighted), gamma, weight, n.Rand)
}

// sampleMixed samples one of k indices, with probability gamma uniformly and otherwise in
// proportion to weight, and returns it with its probability. If all weights are zero, it samples
// uniformly.
func sampleMixed(k int, gamma float64, weight func(i int) float64, r *rng.Rand) (int, float64) {
	sum := 0.0
	for i := range k {
		sum += weight(i)
	}
	if sum <= 0 {
		return r.IntN(k), 1 / float64(k)
	}
	explores, u := r.Float64() < gamma, float64(r.Float64()*sum)
	sampled := 0
	if explores {
		sampled = r.IntN(k)
	} else {
		for i := range k {
			if w := weight(i); w > 0 {
				sampled = i
				if u -= w; u < 0 {
					break
				}
			}
		}
	}
	return sampled, min(1, float64((1-gamma)*weight(sampled)/sum)+gamma/float64(k))
}
