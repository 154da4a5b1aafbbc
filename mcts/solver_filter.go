package mcts

import (
	"math"
	"math/bits"

	"github.com/banyan-go/banyan/policy"
)

// filter implements [filter]: it leaves out the children that would prove nothing more. At a closed
// node only the best are left, so that simulations which pass it are worth what is proven.
//
// At a node with up to 32 actions, all of them tried, those that are left are kept as a set of bits
// in the slot of the block's header, until a proof changes. In a shared tree they are not, because
// the set of one worker could replace a newer one. Where some are untried, they are not either: a
// full tree hides those that are tried later.
func (p *prover[S, A]) filter(n *policy.Node, at edges, tried uint32) edges {
	left := p.at(at.first - 1)
	p.places, p.shown = p.places[:0], p.shown[:0]
	if *left == 0 {
		p.collect(n.Player, at, tried)
		if len(p.places) == 0 {
			return at
		}
		if p.common == nil && tried <= 32 && tried == p.count(at) {
			for _, k := range p.places {
				*left |= 1 << k
			}
		}
	} else {
		for m := uint32(*left); m != 0; m &= m - 1 {
			p.places = append(p.places, uint32(bits.TrailingZeros32(m)))
		}
	}
	if len(p.places) == at.n {
		return at
	}
	for _, k := range p.places {
		p.shown = append(p.shown, n.Children[k])
	}
	n.Children = p.shown
	at.n, at.places = len(p.places), &p.places
	return at
}

// count returns the number of actions of the block with these edges.
func (p *prover[S, A]) count(at edges) uint32 {
	c, i := p.w.tree.at(at.first - 1)
	return c.block(i).count
}

// collect puts into p.places the children that are left for player.
func (p *prover[S, A]) collect(player int, at edges, tried uint32) {
	block := at.first - 1
	least := int64(math.MinInt64)
	c, i := p.w.tree.find(block)
	p.loadProofs(block, c.loadBlock(i))
	for _, child := range p.proofs {
		least = max(least, p.of(child)[player].lo)
	}
	for k := range uint32(at.n) {
		if k >= tried || p.promises(p.proofs[k], least, int32(player)) {
			p.places = append(p.places, k)
		}
	}
	if len(p.places) > 0 {
		return
	}
	for k := range uint32(at.n) {
		if p.of(p.proofs[k])[player].lo >= least-gridSlack {
			p.places = append(p.places, k)
		}
	}
}
