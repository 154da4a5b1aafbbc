package policy

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
)

// GRAVE is generalized rapid action value estimation: it selects the child with the greatest value
//
//	(1-beta) * Mean + beta * AMAF        beta = a / (a + n + Bias*a*n)
//
// where n is the child's Visits, AMAF is the all-moves-as-first mean of its action, which is the
// mean return of the simulations in which the player played the action at any later time, and a is
// the number of these simulations (Cazenave, "Generalized Rapid Action Value Estimation", IJCAI
// 2015). The AMAF statistics come from the nearest node, from the child's parent up, that has
// enough of them (Ref), so that nodes with few visits have some, too.
//
// Untried actions compete with the others, by their AMAF means alone, so at most nodes only a few
// actions are ever tried. An action with neither visits nor AMAF statistics is tried at once.
//
// GRAVE suits games in which the value of an action stays much the same for long, like the points
// of Connect Five and NoGo, and plays worse where it does not, like the columns of Connect Four.
// The game must number its actions (mcts.Indexer), and should be an mcts.PlayoutRecorder.
type GRAVE struct {
	// Ref is how many simulations the AMAF statistics of a node must hold before its descendants
	// use them. They begin at the node's visit number Ref. If zero, DefaultRef is used. The root's
	// statistics are used as long as no others are.
	Ref int

	// Bias makes beta fall earlier: when n is much greater than 1/Bias, the mean counts more than
	// AMAF, however great a is. If zero, DefaultBias is used.
	Bias float64

	// C adds the term of exploration of [UCT], C * sqrt(ln N / n). If zero, there is none, as in
	// the paper.
	C float64
}

// The default parameters of [GRAVE]. No other value tried was clearly better in Connect Five, NoGo
// and Knightthrough at 1,000 simulations.
const (
	DefaultRef  = 50
	DefaultBias = 1e-3
)

// RAVE is rapid action value estimation: [GRAVE] with Ref 1, so that nearly every node uses its own
// AMAF statistics (Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in
// computer Go", Artificial Intelligence 175, 2011, section 4). It takes memory for two statistics
// per action number and node, often more than the tree itself.
type RAVE struct {
	Bias float64 // as in GRAVE; in the terms of the paper, whose bias of AMAF is b, 4*b*b
	C    float64 // as in GRAVE
}

// AsGRAVE returns the same strategy as a [GRAVE].
func (r RAVE) AsGRAVE() GRAVE { return GRAVE{Ref: 1, Bias: r.Bias, C: r.C} }

// Needs implements [Requirer].
func (GRAVE) Needs() Needs { return NeedAMAF }

// Needs implements [Requirer].
func (RAVE) Needs() Needs { return NeedAMAF }

// ReferenceVisits implements [AMAFReader].
func (g GRAVE) ReferenceVisits() int { return cmp.Or(g.Ref, DefaultRef) }

// ReferenceVisits implements [AMAFReader].
func (RAVE) ReferenceVisits() int { return 1 }

// Validate implements [Validator].
func (g GRAVE) Validate() error { return g.validate("GRAVE") }

// Validate implements [Validator].
func (r RAVE) Validate() error { return r.AsGRAVE().validate("RAVE") }

func (g GRAVE) validate(name string) error {
	const most = 1e30 // far from the ends of float32
	switch {
	case g.Ref < 0 || g.Ref > math.MaxInt32:
		return fmt.Errorf("policy: %s.Ref is %d, want 0..%d", name, g.Ref, math.MaxInt32)
	case !(g.Bias >= 0 && g.Bias <= most):
		return fmt.Errorf("policy: %s.Bias is %v, want 0 <= Bias <= %v", name, g.Bias, most)
	case !(g.C >= 0 && g.C <= most):
		return fmt.Errorf("policy: %s.C is %v, want 0 <= C <= %v", name, g.C, most)
	}
	return nil
}

// Select implements [Selection].
func (r RAVE) Select(n *Node) int { return r.AsGRAVE().Select(n) }

// Select implements [Selection].
func (g GRAVE) Select(n *Node) int {
	if unit := n.unit(); unit != 1 && g.C != 0 {
		g.C = scaled(g.C, unit)
	}
	bias, k := g.constants(n.Visits)
	best := uint64(0)
	amaf := n.AMAF[:len(n.Children)]
	for i, s := range n.Children {
		best = max(best, rank(graveValue(s, amaf[i], bias)+bonus(s, k), i))
	}
	return rankIndex(best)
}

// Best is Select where the AMAF statistics of child i are amaf[at[i]]. The node has so many visits.
func (g GRAVE) Best(children, amaf []Stats, at []int32, visits uint32) int {
	bias, k := g.constants(visits)
	best, chosen := int32(math.MinInt32), 0
	at = at[:len(children)]
	for i, s := range children {
		if b := int32(math.Float32bits(graveValue(s, amaf[at[i]], bias) + bonus(s, k))); b > best { // as in UCT.Best
			best, chosen = b, i
		}
	}
	if best < 0 {
		return g.bestNegative(children, amaf, at, visits)
	}
	return chosen
}

// bestNegative is Best for children whose values are all negative.
func (g GRAVE) bestNegative(children, amaf []Stats, at []int32, visits uint32) int {
	bias, k := g.constants(visits)
	best := uint64(0)
	for i, s := range children {
		best = max(best, rank(graveValue(s, amaf[at[i]], bias)+bonus(s, k), i))
	}
	return rankIndex(best)
}

// constants returns Bias and, at a node with so many visits, C * sqrt(ln N).
func (g *GRAVE) constants(visits uint32) (bias, k float32) {
	bias = DefaultBias
	if g.Bias != 0 {
		bias = float32(g.Bias)
	}
	if g.C != 0 {
		k = float32(g.C) * ucb.SqrtLog(visits)
	}
	return bias, k
}

// graveValue returns the value of a child with statistics s and AMAF statistics a, without the term
// of exploration.
func graveValue(s, a Stats, bias float32) float32 {
	switch {
	case s.Visits > 0:
		return s.Mean + float32(beta(s.Visits, a.Visits, bias)*(a.Mean-s.Mean))
	case a.Visits > 0:
		return a.Mean
	}
	return math.MaxFloat32
}

// bonus returns the exploration term of a child; a child without visits counts as having one.
func bonus(s Stats, k float32) float32 {
	if k == 0 {
		return 0
	}
	return float32(k * ucb.InvSqrt(max(1, s.Visits)))
}

// beta returns the weight of the AMAF mean of a child with n visits and a simulations that count
// for AMAF. n is positive.
func beta(n, a uint32, bias float32) float32 {
	x, y := float32(a), float32(n)
	return x / (x + y + float32(float32(bias*x)*y))
}
