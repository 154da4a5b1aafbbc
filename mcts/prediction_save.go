package mcts

import "github.com/banyan-go/banyan/internal/wire"

func (c *priors[S, A]) save(e *encoder, all savedBlocks) {
	for b := range all {
		for k := range b.count {
			e.float32(*c.at(b.first + k))
		}
	}
}

func (c *priors[S, A]) restore(r *wire.Reader, all savedBlocks) {
	for b := range all {
		for k := range b.count {
			prior := r.Within32(2) // They sum to 1.
			if prior < 0 {
				r.Fail("a prior is %v", prior)
			}
			*c.at(b.first + k) = prior
		}
		if r.Err() != nil {
			return
		}
	}
}

// save saves the random stream, and the perturbed priors if they are those of the root.
func (p *perturbed[S, A]) save(e *encoder, all savedBlocks) {
	saveRand(e, &p.rand)
	values := p.values
	if b, first := p.rootOf(all); first != p.first || int(b.count) != len(values) {
		values = nil
	}
	e.uint(uint64(len(values)))
	for _, v := range values {
		e.float32(v)
	}
}

func (p *perturbed[S, A]) restore(r *wire.Reader, all savedBlocks) {
	loadRand(r, &p.rand)
	p.values = p.values[:0]
	for range r.Count(1) {
		p.values = append(p.values, r.Within32(maxReturn))
	}
	b, first := p.rootOf(all)
	if n := len(p.values); n > 0 && n != int(b.count) {
		r.Fail("%d perturbed priors at a root with %d actions", n, b.count)
	}
	p.first = first
}

// rootOf returns the block of the root and its first edge, or the zero block if no tree is saved.
func (p *perturbed[S, A]) rootOf(all savedBlocks) (b block, first uint32) {
	for range all {
		return p.w.tree.node().block()
	}
	return b, 0
}
