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

// save saves the random stream alone, because every Run perturbs the priors again.
func (p *perturbed[S, A]) save(e *encoder, _ savedBlocks) { saveRand(e, &p.rand) }

func (p *perturbed[S, A]) restore(r *wire.Reader, _ savedBlocks) { loadRand(r, &p.rand) }
