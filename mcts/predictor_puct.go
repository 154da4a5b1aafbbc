package mcts

import "github.com/banyan-go/banyan/policy"

// plainPUCT chooses by [policy.PUCT] where it sees nothing but statistics and priors.
type plainPUCT struct {
	policy.PUCT
	priors       *columnOf[float32]
	explorations [1024]float32 // PUCT.Exploration by visits, as far as it has been needed
}

// best implements [direct].
func (p *plainPUCT) best(children []policy.Stats, first, visits uint32) int {
	priors := p.priors.chunks[first>>chunkBits][first&chunkMask:]
	return p.Best(children, priors[:len(children)], p.exploration(visits))
}

func (p *plainPUCT) exploration(visits uint32) float32 {
	if visits >= uint32(len(p.explorations)) {
		return p.Exploration(visits)
	}
	k := p.explorations[visits]
	if k == 0 {
		k = p.Exploration(visits)
		p.explorations[visits] = k
	}
	return k
}
