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
// block only counts how often an edge is chosen in a row before it looks whether it is certain.

// Often is how many visits a node has at least that has a favorite.
const Often = 1024

// How many more times in a row an edge has to be chosen before a look whether it is certain. They
// are less than Often, so they cannot be mistaken for a Favorite.Until.
const (
	patience = 8  // at first
	longer   = 64 // after a look that found out that it is not
)

const worth = 8 // the least number of visits for which a favorite must be certain

// ChooseOften is UCT at a node that is visited often, whose favorite is not certain to be chosen
// again.
func (c *Chooser) ChooseOften(b tree.Block, visits uint32) (edge uint32) {
	edge = c.UCT(b, visits)
	if !c.tree.HasFavorites() {
		return edge
	}
	f := b.Favorite()
	switch {
	case f.Edge != edge:
		f = tree.Favorite{Edge: edge, Until: patience}
	case 1 < f.Until && f.Until < Often:
		f.Until--
	default:
		if f.Until, f.Above = c.certain(b, edge, visits); f.Until == 0 {
			f.Until = longer
		}
	}
	b.SetFavorite(f)
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
