package selection

import (
	"math"

	"github.com/banyan-go/banyan/internal/ucb"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// A node that is visited often chooses, as a rule, the edge that it has chosen the last time. Its
// block remembers that edge, its favorite, and how long it is certain to be chosen again. Until
// then nobody looks at the other edges: their means do not change, and their bounds grow only with
// the visits of the node. The bound of the favorite is its mean, which changes, and a bonus, which
// falls with its own visits. So there is a number of visits up to which it is enough to look at its
// mean.
//
// A search of a million simulations of Connect Four finds nine of ten choices at such nodes that
// way. They are the choices of UCT, to the last bit.

// Often is how many visits a node has at least that has a favorite. Others change their mind too
// often.
const Often = 512

const (
	patience = 3 // how many times in a row an edge is chosen before it is worth a look
	longer   = 7 // and if there was nothing to see
	worth    = 3 // for how many visits a favorite must be certain, at least
)

// ChooseOften is UCT at a node that is visited often, where the favorite is not certain to be
// chosen again.
func (c *Chooser) ChooseOften(b tree.Block, visits uint32) (edge uint32) {
	edge = c.UCT(b, visits)
	if !c.Favors {
		return edge
	}
	f := b.Favorite()
	switch {
	case f.Edge != edge:
		f.Until = patience
	case f.Until > 1 && f.Until < Often:
		f.Until--
	default:
		f.Until, f.Above = c.certain(b, edge, visits)
	}
	f.Edge = edge
	b.SetFavorite(f)
	return edge
}

// certain returns until how many visits of its node, and above which mean, an edge is chosen that
// has been chosen now. Half of the lead that it has is for its mean, which may fall. The other half
// is what it may lose for sure in that time.
func (c *Chooser) certain(b tree.Block, edge, visits uint32) (until uint32, above float32) {
	const rounding = 0x1p-21
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
	falls := bonus / float64(2*own.Visits)                                                 // by a visit
	grow := widest * float64(c.constant) * float64(c.constant) / (2 * k * float64(visits)) // by a visit, at most
	more := (float64(own.Mean) + bonus - others) / 2 / (falls + grow)
	if !(more >= worth) {
		return longer, 0
	}
	n := uint32(min(more, float64(visits)/8))
	until = visits + n
	bonus = k * float64(ucb.InvSqrt(own.Visits+n))
	others += (float64(c.constant*ucb.SqrtLog(until)) - k) * widest
	return until, float32(others - bonus + rounding*(others+bonus+k*widest))
}
