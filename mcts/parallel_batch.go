package mcts

import (
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// batches is the scheduler of [LockStep] and [LeafParallel]. Only the coordinator, the goroutine of
// the caller, walks and changes the tree. Playouts are made in parallel, on random streams numbered
// by simulation. A playout depends on its number and on the tables learned from earlier batches,
// but not on the worker that makes it or on the time.
type batches[S any, A comparable] struct {
	w       *worker[S, A]      // has the tree
	players []*worker[S, A]    // the first is w
	sims    []simulation[S, A] // of the batch under way, the first n
	errs    []error            // of their playouts
	n       int
	known   int  // actions that had numbers when the batch began
	spread  bool // LockStep: every simulation selects a leaf, and those selected count as virtual visits

	stream  uint64 // the random stream of simulation n is that of seed stream + n
	counted uint64 // simulations since the last Reset

	batchWork
	failed *atomic.Bool // a worker is gone
	traces []traceBatch // of the last batches, in a ring; nil if nobody learns
}

// ring is how many batches a worker may be behind in learning before the coordinator learns for it.
const ring = 16

func newBatches[S any, A comparable](rules game.Rules[S, A], cfg Config, workers, size int, spread bool) *batches[S, A] {
	b := &batches[S, A]{spread: spread}
	for range workers {
		b.players = append(b.players, newWorker(rules, cfg))
	}
	b.w = b.players[0]
	b.sims, b.errs = make([]simulation[S, A], size), make([]error, size)
	for i := range b.sims {
		b.sims[i].returns = floatsApart(rules.NumPlayers())
	}
	b.learned, b.panics = make([]int, workers), make([]*WorkerPanic, workers)
	b.w.tree.virtual = b.spread
	if !b.spread || b.w.judge != nil {
		b.w.tree.ends = uint32(size)
	}
	return b
}

func (b *batches[S, A]) trees() []*worker[S, A] { return b.players[:1] }

func (b *batches[S, A]) workers() []*worker[S, A] { return b.players }

func (b *batches[S, A]) reset(seed uint64) {
	b.w.sim.rand.Seed(seed)
	b.stream, b.counted = rng.New(seed).Uint64(), 0
}

func (b *batches[S, A]) renew() {
	for _, w := range b.players {
		w.numbers, w.frozen = b.w.numbers, false
	}
	b.traces = nil
	if b.w.learner != nil {
		b.traces = make([]traceBatch, ring)
	}
	b.given = 0
	clear(b.learned)
}

func (b *batches[S, A]) run(r *run[A], n int) (ran int, err error) {
	b.catchUp() // with a Run that a panic has ended
	b.failed = &r.signal.stopped
	for i := range b.sims {
		sim := &b.sims[i]
		sim.plies = append(sim.plies[:0], b.w.sim.plies[:b.w.history]...)
	}
	b.prepareWork(r.ctx)
	err = together(r.ctx, 1, r.signal.stop, func(int) error {
		ran, err = b.coordinate(r, n)
		return err
	})
	for _, p := range b.panics {
		if p != nil {
			panic(p)
		}
	}
	b.catchUp()
	return ran, err
}

// coordinate runs n simulations, batch by batch.
func (b *batches[S, A]) coordinate(r *run[A], n int) (ran int, err error) {
	var p pacer
	checked := 0
	for ran < n {
		b.n = min(len(b.sims), n-ran, r.mayRun(&p, len(b.players)))
		if err := b.selectLeaves(); err != nil {
			return ran, err
		}
		b.evaluate()
		if b.failed.Load() {
			return ran, nil
		}
		if err := b.backup(); err != nil {
			return ran, err
		}
		ran += b.n
		if b.w.decided {
			return ran, nil
		}
		if ran-checked < p.batch() && r.timed || ran-checked < maxBatch && !r.timed {
			continue
		}
		batch := ran - checked
		checked = ran
		if r.due(&p, batch) {
			return ran, nil
		}
	}
	return ran, nil
}

// selectLeaves walks to the leaves of a batch.
func (b *batches[S, A]) selectLeaves() error {
	clear(b.errs)
	for i := range b.sims[:b.n] {
		sim := &b.sims[i]
		sim.rand.Seed(b.stream + b.counted + uint64(i))
		if i > 0 && !b.spread {
			b.copyLeaf(sim, &b.sims[0])
			continue
		}
		if err := b.w.selectLeaf(sim); err != nil {
			return err
		}
		if b.spread {
			b.w.tree.addVirtual(sim.path, sim.components)
		}
	}
	if b.w.judge != nil {
		if err := b.w.judge.judgeAll(b.sims[:b.n]); err != nil {
			return err
		}
	}
	b.known = len(b.w.numbers)
	return nil
}

// copyLeaf lets a simulation begin its playout at the leaf of another.
func (b *batches[S, A]) copyLeaf(sim, from *simulation[S, A]) {
	b.w.Copy(&sim.state, &from.state)
	sim.ended, sim.node, sim.leaf = from.ended, from.node, from.leaf
	sim.path = append(sim.path[:0], from.path...)
	sim.components = append(sim.components[:0], from.components...)
	sim.sampled = append(sim.sampled[:0], from.sampled...)
	sim.plies = append(sim.plies[:0], from.plies...)
	sim.joints = append(sim.joints[:0], from.joints...)
	sim.unstored, sim.chooser = from.unstored, from.chooser
}

// evaluateOne evaluates the leaf of a simulation.
func (b *batches[S, A]) evaluateOne(w *worker[S, A], i int) {
	sim := &b.sims[i]
	sim.unnumbered, sim.played = sim.unnumbered[:0], 0
	w.frozen = true
	if w.judge == nil {
		b.errs[i] = w.evaluate(sim)
	} else {
		b.errs[i] = w.judge.evaluate(sim)
	}
	w.frozen = false
}

// backup backs up the simulations in the order of their selection and keeps their traces for those
// who learn.
func (b *batches[S, A]) backup() error {
	w := b.w
	if b.spread {
		for i := range b.sims[:b.n] {
			w.tree.removeVirtual(b.sims[i].path, b.sims[i].components)
		}
	}
	batch := b.traceBatch()
	for i := range b.sims[:b.n] {
		sim := &b.sims[i]
		if b.errs[i] != nil {
			return b.errs[i]
		}
		if err := w.backup(sim); err != nil {
			return err
		}
		if batch != nil {
			b.numberPlies(sim)
			batch.add(w.traceOf(sim))
		}
	}
	b.counted += uint64(b.n)
	if batch != nil {
		b.given++
		b.learn(0)
	}
	return nil
}

// numberPlies gives numbers to the actions that had none when the playout began, and writes them
// into its plies.
func (b *batches[S, A]) numberPlies(sim *simulation[S, A]) {
	if len(sim.unnumbered) == 0 {
		return
	}
	for i := range sim.plies {
		if k := int(sim.plies[i].Action) - b.known; k >= 0 {
			sim.plies[i].Action = b.w.number(sim, sim.unnumbered[k])
		}
	}
}

// addVirtual counts a virtual visit on a path.
func (t *tree) addVirtual(path []step, components []component) {
	t.chunks[0].stats[rootSlot].Visits++
	for _, e := range path {
		c, i := t.at(e.slot)
		c.stats[i].Visits++
	}
	for _, p := range components {
		c, i := t.at(p.slot)
		c.stats[i].Visits++
	}
}

// removeVirtual undoes addVirtual, and forgets the mean that was expected of an edge without a
// result.
func (t *tree) removeVirtual(path []step, components []component) {
	t.chunks[0].stats[rootSlot].Visits--
	remove := func(slot uint32) {
		c, i := t.at(slot)
		if c.stats[i].Visits--; c.stats[i].Visits == 0 {
			c.stats[i].Mean = 0
		}
	}
	for _, e := range path {
		remove(e.slot)
	}
	for _, p := range components {
		remove(p.slot)
	}
}

// expectMean gives an edge that is tried in a batch, until its result is there, the mean of the
// edges tried before it.
func (c *chunk) expectMean(header, tried uint32) {
	sum := float32(0)
	for _, s := range c.stats[header+1:][:tried] {
		sum += s.Mean
	}
	if tried > 0 {
		c.stats[header+1+tried].Mean = sum / float32(tried)
	}
}
