package policy

import (
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
)

// UCB1Tuned selects the child with the greatest upper confidence bound, like [UCT]. Instead of a
// constant, the exploration depends on the variance of the child's returns:
//
//	Mean + sqrt(ln N / n * min(1/4, V))        V = S/n - Mean² + sqrt(2 ln N / n)
//
// N is Node.Visits, n is the child's Visits, and S is the sum of its squared returns (Auer,
// Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002, section
// 4). 1/4 is the greatest variance of returns in [0,1]. For others, with a Node.Unit of U, it is
// U²/4, and the last term of V is multiplied by U².
type UCB1Tuned struct{}

// Needs implements [Requirer].
func (UCB1Tuned) Needs() Needs { return NeedSquares }

// Select implements [Selection].
func (UCB1Tuned) Select(n *Node) int {
	root := float64(ucb.SqrtLog(n.Visits))
	best := uint64(0)
	for i, s := range n.Children {
		best = max(best, rank(tunedBound(s, n.Squares[i], root, n.unit()), i))
	}
	return rankIndex(best)
}

// tunedBound returns the bound of one child; rootLog is sqrt(ln N). Like ucb.InvSqrt, it counts no
// visits as one.
func tunedBound(s Stats, squares, rootLog, unit float64) float32 {
	mean := float64(s.Mean)
	explore := rootLog * float64(ucb.InvSqrt(s.Visits))
	deviation, most := unit/2, unit*unit/4
	if bonus := float64(math.Sqrt2*explore) * unit * unit; bonus < most {
		variance := max(0, squares/float64(max(1, s.Visits))-float64(mean*mean)) + bonus
		deviation = math.Sqrt(min(most, variance))
	}
	return float32(mean + float64(explore*deviation))
}
