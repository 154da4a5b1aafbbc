package policy

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
)

// UCT selects the child with the greatest upper confidence bound
//
//	Mean + C * sqrt(ln N / Visits)        N = Node.Visits
//
// (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", ECML 2006, section 2; the bound is
// UCB1 of Auer, Cesa-Bianchi and Fischer, 2002, theorem 1). Means and bounds are float32.
//
// C is for returns in [0,1], and is multiplied by Node.Unit for others. Constants of the
// literature, for such returns: 0.4 in CadiaPlayer (40 for returns in [0,100]; Finnsson and
// Björnsson, 2008), 0.7 in Sironi's comparison of playout policies, and 0.25 in the NoGo program
// HollowNoGo (0.5 for returns in [-1,1]). Small values suit good playouts and large budgets.
//
// If legal actions vary between determinizations (Node.Available), N is, for each child, the number
// of times that it was available (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
// Search", 2012).
//
// At simultaneous-move nodes, the mixed strategy of the visits does not tend to an equilibrium in
// general (Shafiei, Sturtevant and Schaeffer, "Comparing UCT versus CFR in Simultaneous Games",
// 2009); nor does it with [UCB1Tuned]. [Exp3] and [RegretMatching] guarantee it for games of one
// joint action and a constant sum.
type UCT struct {
	C float64 // exploration; if zero, DefaultC is used
}

// DefaultC is the constant of UCT that won most matches in the games of this module, at 300 to
// 100,000 simulations and at 20 ms per move, for returns in [0,1] and uniform playouts. It is also
// CadiaPlayer's. The constant of the theory, math.Sqrt2, explores too much in all of these games.
const DefaultC = 0.4

// Validate implements [Validator].
func (u UCT) Validate() error {
	if !(u.C >= 0 && u.C <= maxC) {
		return fmt.Errorf("policy: UCT.C is %v, want 0 <= C <= %v", u.C, maxC)
	}
	return nil
}

// maxC is the greatest constant: with the greatest square root of a logarithm, 4.8, it is still a
// float32.
const maxC = 1e37

// Needs implements [Requirer].
func (UCT) Needs() Needs { return NeedAvailable }

// Select implements [Selection].
func (u UCT) Select(n *Node) int {
	u = u.Scaled(n.Unit)
	if n.Available != nil {
		return u.bestAvailable(n)
	}
	return u.Best(n.Children, n.Visits)
}

// Scaled returns the strategy for returns whose unit is not 1; see Node.Unit.
func (u UCT) Scaled(unit float64) UCT {
	if unit != 0 && unit != 1 {
		u.C = scaled(cmp.Or(u.C, DefaultC), unit)
	}
	return u
}

// scaled returns a constant in another unit, within the bounds of a float32.
func scaled(c, unit float64) float64 {
	return min(max(float64(c*unit), math.SmallestNonzeroFloat64), maxC)
}

// unit returns the unit of the player.
func (n *Node) unit() float64 {
	if n.Unit == 0 {
		return 1
	}
	return n.Unit
}

// bestAvailable is Best with the number of times that a child was available as N.
func (u UCT) bestAvailable(n *Node) int {
	c := float32(cmp.Or(u.C, DefaultC))
	best := uint64(0)
	for i, s := range n.Children {
		k := float32(c * ucb.SqrtLog(n.Available[i]))
		best = max(best, rank(s.Mean+float32(k*ucb.InvSqrt(s.Visits)), i))
	}
	return rankIndex(best)
}

// Best is Select without a Node: it returns the index of the child with the greatest bound, the
// first of equals, with visits as N.
func (u UCT) Best(children []Stats, visits uint32) int {
	c := u.C
	if c == 0 {
		c = DefaultC
	}
	k := float32(c) * ucb.SqrtLog(visits)
	// A comparison of integers needs no branch, which no processor could predict. Two children per
	// step of the loop are faster than one. Where the loop begins depends on a branch and is not
	// computed, so that the processor need not wait for the number of children.
	best, chosen, i := int32(math.MinInt32), 0, 0
	if len(children)&1 != 0 {
		best, i = boundBits(&children[0], k), 1
	}
	for ; i < len(children)-1; i += 2 {
		if b := boundBits(&children[i], k); b > best {
			best, chosen = b, i
		}
		if b := boundBits(&children[i+1], k); b > best {
			best, chosen = b, i+1
		}
	}
	if best < 0 {
		return bestNegative(children, k)
	}
	return chosen
}

// bestNegative is Best for children whose bounds are all negative.
func bestNegative(children []Stats, k float32) int {
	best, chosen := int32(math.MaxInt32), 0
	for i := range children {
		if b := boundBits(&children[i], k); b < best {
			best, chosen = b, i
		}
	}
	return chosen
}

// boundBits returns the bits of the bound of a child, where k is C * sqrt(ln N). As integers they
// have the order of the bounds, except among negative ones, which have the opposite order.
func boundBits(s *Stats, k float32) int32 {
	return int32(math.Float32bits(s.Mean + float32(k*ucb.InvSqrt(s.Visits))))
}

// rank packs a bound and the index of its child into one number, such that the greatest rank
// belongs to the greatest bound, and among equals to the first. The scan for the best child then
// has no branches.
func rank(bound float32, i int) uint64 {
	b := math.Float32bits(bound)
	b ^= uint32(int32(b)>>31) | 1<<31 // floats as integers of the same order
	return uint64(b)<<32 - uint64(i)
}

func rankIndex(rank uint64) int { return int(uint32(-rank)) }
