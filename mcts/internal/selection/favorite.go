package selection

import (
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// A node that is visited often chooses, as a rule, the edge that it has chosen the last time. Its
// block remembers that edge, its favorite, and how long it is certain to be chosen again. Until
// then the other edges are not looked at: their means do not change, and their bounds grow only
// with the visits of the node. The bound of the favorite is its mean, which changes, and a bonus,
// which falls with its own visits. So there is a number of visits up to which it is enough to look
// at its mean. The choices are the same as with UCT, bit for bit.
//
// Where the choice changes too often for that to be faster, as it does with much exploration, a
// block has no favorite, and looks for one at few of its visits only.

// often is how many visits a node has at least that has a favorite.
const often = 1024

// looks is how many visits apart, on average, a block without a favorite looks for one.
const looks = 32

const worth = 8 // the least number of visits for which a favorite must be certain

// MayHaveFavorite reports whether a block has a favorite or looks for one.
func (c *Chooser) MayHaveFavorite(b tree.Block, visits uint32) bool {
	const scatter = 0x9e3779b1 // With LeafParallel, visits may grow by a multiple of looks.
	return visits >= often && (visits*scatter < math.MaxUint32/looks || c.tree.HasFavorite(b))
}

// ChooseOften is UCT at a block that may have a favorite, which is not certain to be chosen again.
func (c *Chooser) ChooseOften(b tree.Block, visits uint32) (edge uint32) {
	edge = c.UCT(b, visits)
	if !c.tree.KeepsFavorites() {
		return edge
	}
	f := tree.Favorite{Edge: edge}
	f.Until, f.Above = c.certain(b, edge, visits)
	c.tree.SetFavorite(b, f)
	return edge
}

// certain returns until how many visits of its node, and above which mean, the edge chosen now
// stays chosen. Half of its lead is for its mean, which may fall; the other half is what it loses
// by visits. If that gains too little, until is 0.
func (c *Chooser) certain(b tree.Block, edge, visits uint32) (until uint32, above float32) {
	const rounding = 0x1p-21 // covers the rounding of means, bounds, and the interpolated logarithm
	k := float64(c.constant * ucb.SqrtLog(visits))
	second, fewest := int32(0), uint32(math.MaxUint32) // second: the bits of the greatest bound, if one is positive
	all := b.All()
	for i := range all {
		if s := &all[i]; i != int(edge) {
			bound := s.Mean + float32(float32(k)*ucb.InvSqrt(s.Visits))
			second, fewest = max(second, int32(math.Float32bits(bound))), min(fewest, s.Visits)
		}
	}
	others, widest := float64(math.Float32frombits(uint32(second))), float64(ucb.InvSqrt(fewest))

	own := all[edge]
	bonus := k * float64(ucb.InvSqrt(own.Visits))
	falls := bonus / float64(2*own.Visits) // by a visit, and so
	grow := widest * float64(c.constant) * float64(c.constant) / (2 * k * float64(visits))
	lead := float64(own.Mean) + bonus - others
	more := min(lead/2/(falls+grow), float64(visits)/8)
	if !(more >= worth) {
		return 0, 0
	}
	n := uint32(more)
	until = visits + n
	bonus = k * float64(ucb.InvSqrt(own.Visits+n))
	others += (float64(c.constant*ucb.SqrtLog(until)) - k) * widest
	return until, float32(others - bonus + rounding*(others+bonus+k*widest))
}
