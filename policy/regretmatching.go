package policy

import "cmp"

// RegretMatching draws child i of K in proportion to its regret,
//
//	p[i] = (1 - Gamma) * R[i] / sum of R + Gamma / K        R[i] = max(0, X[i] - sum over j of Mean[j] * Visits[j])
//
// where X[i] = Node.Weighted[i] estimates what child i would have got in all simulations, and the sum is what was got; if
// there is no regret, all children are equally probable (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to
// Correlated Equilibrium", Econometrica 68(5), 2000; in tree search Lanctot, Lisý and Winands, 2013, who take X from the
// means of the joint actions instead). It does not depend on the scale of the returns.
//
// What is said of the equilibrium at Exp3 holds here too.
type RegretMatching struct {
	Gamma float64 // exploration; if 0, 0.1
}

// Validate implements Validator.
func (r RegretMatching) Validate() error { return validateGamma("RegretMatching", r.Gamma) }

// Select implements Selection.
func (r RegretMatching) Select(n *Node) int {
	i, _ := r.Sample(n)
	return i
}

// Needs implements [Requirer].
func (RegretMatching) Needs() Needs { return NeedWeighted }

// Sample implements [MixedSelection].
func (r RegretMatching) Sample(n *Node) (int, float64) {
	got := 0.0
	for _, s := range n.Children {
		got += float64(float64(s.Mean) * float64(s.Visits))
	}
	regret := func(i int) float64 { return max(0, n.Weighted[i]-got) }
	return drawMixed(len(n.Weighted), cmp.Or(r.Gamma, defaultGamma), regret, n.Rand)
}
