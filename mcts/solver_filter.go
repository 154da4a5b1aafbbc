package mcts

import (
	"math"

	"github.com/banyan-go/banyan/policy"
)

// filter implements [filter]: it leaves out the children that would prove nothing more. At a closed
// node only the best are left, so that simulations which pass it are worth what is proven.
func (p *prover[S, A]) filter(n *policy.Node, at edges, tried uint32) edges {
	block := at.first - 1
	p.places, p.shown = p.places[:0], p.shown[:0]
	least := int64(math.MinInt64)
	c, i := p.w.tree.at(block)
	for k := range c.block(i).count {
		least = max(least, p.child(block, k)[n.Player].lo)
	}
	for k := range uint32(at.n) {
		if k >= tried || p.promises(*p.at(at.first + k), least, int32(n.Player)) {
			p.places, p.shown = append(p.places, k), append(p.shown, n.Children[k])
		}
	}
	if len(p.places) == 0 {
		for k := range uint32(at.n) {
			if p.child(block, k)[n.Player].lo >= least-gridSlack {
				p.places, p.shown = append(p.places, k), append(p.shown, n.Children[k])
			}
		}
	}
	if len(p.places) == 0 || len(p.places) == at.n {
		return at
	}
	n.Children = p.shown
	at.n, at.places = len(p.places), p.places
	return at
}
