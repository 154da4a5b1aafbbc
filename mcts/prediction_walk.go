package mcts

import "sync/atomic"

// simulate selects a simulation and queues its leaf, or finishes it if it needs no prediction.
func (q *predictionQueue[S, A]) simulate(w *queueWalker[S, A]) error {
	l := w.newLeaf()
	sim := &l.simulation
	w.walk.virtual = l.virtual
	w.local.seen = atomic.LoadUint32(&w.worker.tree.chunks[0].stats[rootSlot].Visits) + uint32(w.before)
	err := w.selectLeaf(sim)
	l.virtual = w.walk.virtual
	if err != nil {
		return err
	}
	hasBlock := w.walk.child != unexpanded && w.walk.child != pending // and no room for a child
	switch {
	case sim.ended:
		return q.finishEnd(w, l)
	case !q.values && (hasBlock || sim.arrived || w.walk.first):
		return q.finish(w, l)
	case hasBlock:
		return q.queue(w, l)
	}
	c, i := w.at(sim.lastSlot())
	if l.link = &c.links[i].child; !atomic.CompareAndSwapUint32(l.link, unexpanded, pending) {
		w.vain++
		q.drop(l)
		w.free = append(w.free, l)
		return nil
	}
	return q.queue(w, l)
}

// queue queues a leaf, which is pending if it has a link.
func (q *predictionQueue[S, A]) queue(w *queueWalker[S, A], l *leaf[S, A]) error {
	sim := &l.simulation
	b, err := w.list(sim)
	if err != nil {
		return err
	}
	if b.count == 0 {
		sim.ended = true
		l.open(terminal)
		return q.finishEnd(w, l)
	}
	if b.player >= 0 {
		if err := w.arrangeByPolicy(sim, int(b.player)); err != nil {
			return err
		}
	}
	if l.link != nil {
		if l.block = w.writeBlock(b); l.block == unexpanded {
			l.open(unexpanded)
			l.link = nil
		}
	}
	if !q.values {
		if l.link == nil {
			return q.finish(w, l)
		}
		q.drop(l)
		if b.player == Chance { // There are no priors to wait for.
			l.open(l.block)
			w.free = append(w.free, l)
			return nil
		}
	}
	w.predictor.fill(&l.position, sim, int(b.player), q.values)
	q.put(l)
	return nil
}

// open makes child what a pending node leads to.
func (l *leaf[S, A]) open(child uint32) {
	if l.link != nil {
		atomic.StoreUint32(l.link, child)
	}
}

// drop removes what a simulation that is not backed up has left in the tree, and gives it back to
// the budget.
func (q *predictionQueue[S, A]) drop(l *leaf[S, A]) {
	l.owner.removeShared(l.virtual)
	q.tree.left.Add(1)
}

// finishEnd finishes a simulation to the end of the game.
func (q *predictionQueue[S, A]) finishEnd(w *queueWalker[S, A], l *leaf[S, A]) error {
	if q.values {
		w.vain++
	}
	return q.finish(w, l)
}

// finishAll finishes the simulations that are ready.
func (q *predictionQueue[S, A]) finishAll(w *queueWalker[S, A]) error {
	for _, l := range w.ready {
		switch {
		case l.late: // The end of the round needs its path.
			if q.values {
				q.drop(l)
			}
		case !q.values:
			w.free = append(w.free, l)
		default:
			if err := q.finish(w, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish evaluates a simulation and backs it up.
func (q *predictionQueue[S, A]) finish(w *queueWalker[S, A], l *leaf[S, A]) error {
	sim := &l.simulation
	w.walk.virtual = l.virtual
	evaluate := w.evaluate
	if w.judge != nil {
		evaluate = w.judge.evaluate
	}
	if err := evaluate(sim); err != nil {
		return err
	}
	if err := w.backup(sim); err != nil {
		return err
	}
	if w.learner != nil {
		w.learn(sim)
	}
	q.advanced.Store(true)
	w.free = append(w.free, l)
	return nil
}

// newLeaf returns a leaf for a simulation that begins.
func (w *queueWalker[S, A]) newLeaf() *leaf[S, A] {
	var l *leaf[S, A]
	if n := len(w.free); n > 0 {
		l, w.free = w.free[n-1], w.free[:n-1]
	} else {
		l = &leaf[S, A]{owner: w}
		l.returns = floatsApart(len(w.sums))
		l.rand.Seed(w.sim.rand.Uint64())
	}
	l.link, l.late = nil, false
	l.predicted = l.predicted[:0]
	l.plies = append(l.plies[:0], w.sim.plies[:w.history]...)
	return l
}
