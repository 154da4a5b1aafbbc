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

// grave chooses by [policy.GRAVE] where it sees nothing but statistics and AMAF statistics.
type grave struct {
	policy.GRAVE
	read func(block uint32, player int) (row []policy.Stats, cells []int32)
}

// GRAVE is the short way of a strategy that sees AMAF statistics. At a block, read returns those
// that a player reads there, and which of them belong to the actions.
func GRAVE(g policy.GRAVE, read func(block uint32, player int) (row []policy.Stats, cells []int32)) Fast {
	return &grave{g, read}
}

// Best implements [Fast].
func (g *grave) Best(b tree.Block, n, visits uint32) int {
	row, cells := g.read(b.Slot(), int(b.Player))
	return g.GRAVE.Best(b.Stats(n), row, cells, visits)
}
