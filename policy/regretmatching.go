package policy

import "cmp"

// RegretMatching samples child i of K in proportion to its regret R[i], with probability
//
//	p[i] = (1 - Gamma) * R[i] / sum of R + Gamma / K
//	R[i] = max(0, X[i] - sum over j of Mean[j] * Visits[j])
//
// Here X[i] = Node.Weighted[i] estimates the sum of the returns that child i would have had if
// every simulation had chosen it, and the sum over j is the sum of the actual returns. If no child
// has regret, all are equally probable (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading
// to Correlated Equilibrium", Econometrica 68(5), 2000; for tree search Lanctot, Lisý and Winands,
// 2013, who compute X from the means of the joint actions instead).
//
// The scale of the returns does not matter. The remarks about equilibria at [Exp3] hold here too.
type RegretMatching struct {
	Gamma float64 // exploration, 0..1; if zero, 0.1 is used
}

// Validate implements [Validator].
func (r RegretMatching) Validate() error { return validateShare("RegretMatching.Gamma", r.Gamma) }

// Select implements [Selection].
func (r RegretMatching) Select(n *Node) int {
	i, _ := r.Sample(n)
	return i
}

// Needs implements [Requirer].
func (RegretMatching) Needs() Needs { return NeedWeighted }

// Sample implements [MixedSelection].
func (r RegretMatching) Sample(n *Node) (int, float64) {
	actual := 0.0
	for _, s := range n.Children {
		actual += float64(float64(s.Mean) * float64(s.Visits))
	}
	regret := func(i int) float64 { return max(0, n.Weighted[i]-actual) }
	return sampleMixed(len(n.Weighted), cmp.Or(r.Gamma, defaultGamma), regret, n.Rand)
}
