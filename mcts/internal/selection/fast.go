package selection

import (
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// puct chooses by [policy.PUCT] where it sees nothing but statistics and priors.
type puct struct {
	policy.PUCT
	priors       *tree.Data[float32]
	explorations [1024]float32 // PUCT.Exploration by visits, as far as it has been needed
}

// PUCT is the short way of a strategy that sees the priors.
func PUCT(p policy.PUCT, priors *tree.Data[float32]) Fast { return &puct{PUCT: p, priors: priors} }

// Best implements [Fast].
func (p *puct) Best(b tree.Block, n, visits uint32) int {
	var k float32
	if visits >= uint32(len(p.explorations)) {
		k = p.Exploration(visits)
	} else if k = p.explorations[visits]; k == 0 {
		k = p.Exploration(visits)
		p.explorations[visits] = k
	}
	return p.PUCT.Best(b.Stats(n), p.priors.From(b.First())[:n], k)
}
