package mcts

import "sync/atomic"

// addPrediction prepares the walkers of a shared tree for Config.Prediction. What a game knows is
// asked by every walker on its own. A [Predictor] is asked for one batch at a time.
func (h *sharedTree[S, A]) addPrediction(p *Prediction) {
	for _, k := range h.walkers {
		predictorOf(k.worker).sorts = true // A block never changes.
	}
	if _, ok := p.Source.(Predictor[S, A]); ok {
		h.batcher = newPredictionQueue(h, p.Batch)
		return
	}
	for _, k := range h.walkers {
		if k.judge != nil {
			k.judge = &sharedJudge[S, A]{predictorOf(k.worker), k}
		}
	}
}

// predictorOf returns what addPrediction has installed in a worker.
func predictorOf[S any, A comparable](w *worker[S, A]) *predictor[S, A] {
	if p, ok := w.judge.(*predictor[S, A]); ok {
		return p
	}
	p, _ := w.arranger.(*predictor[S, A])
	return p
}

// sharedJudge is the [judge] of a walker that asks by itself.
type sharedJudge[S any, A comparable] struct {
	*predictor[S, A]
	k *walker[S, A]
}

// judgeOne implements [judge].
func (j *sharedJudge[S, A]) judgeOne(sim *simulation[S, A]) error {
	sim.predicted = sim.predicted[:0]
	if sim.ended {
		return nil
	}
	k, slot, stored := j.k, sim.lastSlot(), sim.unstored == 0
	b, err := k.list(sim)
	if err != nil {
		return err
	}
	if b.count == 0 {
		sim.ended = true
		if stored {
			k.linkBlock(slot, b, terminal)
		}
		return nil
	}
	if b.player >= 0 {
		if err := k.arrangeByPolicy(sim, int(b.player)); err != nil {
			return err
		}
	}
	j.clear()
	j.add(sim, int(b.player))
	if err := j.ask(j.batch); err != nil {
		return err
	}
	at := &j.batch[0]
	sim.predicted = append(sim.predicted, at.Values...)
	if c, i := k.at(slot); !stored || atomic.LoadUint32(&c.links[i].child) != unexpanded {
		return nil
	}
	if child := k.writeBlock(b); child != unexpanded {
		at.sortByPrior()
		j.fillBlock(at, child)
		if k.prober != nil && b.player >= 0 {
			if err := k.prober.probe(sim, edges{first: child + 1, n: int(b.count)}, b.player); err != nil {
				return err
			}
		}
		k.linkBlock(slot, b, child)
	}
	return nil
}

// fillBlock writes the actions and the priors of a judged position into its block, to which no link
// leads yet.
func (p *predictor[S, A]) fillBlock(at *Position[S, A], block uint32) {
	n := len(at.Priors)
	if n == 0 {
		return // The order is that in which the block was written.
	}
	copy(p.w.edges.of(block+1, uint32(n)), at.Actions)
	if p.priors != nil {
		copy(p.priors.pick(edges{first: block + 1, n: n}), at.Priors)
	}
}
