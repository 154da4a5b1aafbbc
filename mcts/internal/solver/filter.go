package solver

import (
	"math"
	"math/bits"

	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Filter implements [selection.Filter]: it leaves out the children that would prove nothing more.
// At a closed node only the best are left, so that simulations that pass it have the proven value.
//
// At a node with up to 32 actions, all of them tried, those that are left are kept as a set of bits
// in the slot of the block's header, until a proof changes. In a shared tree they are not, because
// the set of one worker could replace a newer one. Where some are untried, they are not either: a
// full tree hides those that are tried later.
func (s *Solver) Filter(n *policy.Node, at tree.Edges, tried uint32) tree.Edges {
	left := s.proofs.At(at.Block())
	s.places, s.shown = s.places[:0], s.shown[:0]
	if *left == 0 {
		b := s.tree.LoadBlock(at.Block())
		s.collect(n.Player, b, at, tried)
		if len(s.places) == 0 {
			return at
		}
		if s.common == nil && tried <= 32 && tried == b.Count() {
			for _, k := range s.places {
				*left |= 1 << k
			}
		}
	} else {
		for m := uint32(*left); m != 0; m &= m - 1 {
			s.places = append(s.places, uint32(bits.TrailingZeros32(m)))
		}
	}
	if len(s.places) == at.N {
		return at
	}
	for _, k := range s.places {
		s.shown = append(s.shown, n.Children[k])
	}
	n.Children = s.shown
	at.N, at.Places = len(s.places), &s.places
	return at
}

// collect puts into s.places the children in a block that are left for player.
func (s *Solver) collect(player int, b tree.Block, at tree.Edges, tried uint32) {
	least := int64(math.MinInt64)
	s.loadProofs(b)
	for _, child := range s.children {
		least = max(least, s.of(child)[player].lo)
	}
	for k := range uint32(at.N) {
		if k >= tried || s.promises(s.children[k], least, int32(player)) {
			s.places = append(s.places, k)
		}
	}
	if len(s.places) > 0 {
		return
	}
	for k := range uint32(at.N) {
		if s.of(s.children[k])[player].lo >= least-gridSlack {
			s.places = append(s.places, k)
		}
	}
}
