package mcts

import (
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// batch is the modes LockStep and Leaf: one tree, which the goroutine of the caller alone walks and changes, and
// playouts at the same time, on random streams numbered by simulation. What a playout does depends on its number and
// on what was learned from the batches before, never on which worker makes it or when.
type batch[S any, A comparable] struct {
	s       *Search[S, A]
	players []*worker[S, A] // the first has the tree
	leaves  []leaf[S]
	jobs    []job[A]
	at      []int // which leaf a job plays from
	n       int   // jobs of the batch under way
	known   int   // actions that had numbers when it began
	spread  bool  // leaves in flight count as visits
	size    int   // jobs of a batch

	stream  uint64 // the random stream of simulation n is that of seed stream + n
	counted uint64 // simulations since the last Reset

	desk    desk
	failed  *atomic.Bool    // a worker is gone
	lessons []policy.Traces // of the last batches, in a ring; nil where nobody learns
}

// leaf is where a simulation leaves the tree.
type leaf[S any] struct {
	state S
	ended bool
	plies []policy.Ply
	path  []step
	parts []part
	odds  []float64
	span  span
}

// job is a playout to make, and what came of it.
type job[A any] struct {
	rand    rng.Rand
	returns []float64
	plies   []policy.Ply
	fresh   []A // actions that had no number before, in the order of those that the playout gave them
	err     error
	played  int      // plies
	turn    int      // at the end
	_       [64]byte // so that two workers do not write into the same line of a cache
}

// ring is how many batches a worker may be behind in learning before the others wait for it.
const ring = 16

// portions are in how many parts a batch is laid out while it is chosen. The more there are, the sooner others begin, and the more
// often they disturb who chooses.
const portions = 4

func newBatch[S any, A comparable](s *Search[S, A], g Game[S, A]) *batch[S, A] {
	p := s.cfg.Parallel
	b := &batch[S, A]{s: s, players: []*worker[S, A]{s.w}, size: p.Batch, spread: p.Mode == LockStep}
	leaves := p.Batch
	if p.Mode == Leaf {
		b.size, leaves = p.Playouts, 1
	}
	for range p.Workers - 1 {
		b.players = append(b.players, newWorker(g, s.cfg, g.NumPlayers()))
	}
	b.leaves, b.jobs, b.at = make([]leaf[S], leaves), make([]job[A], b.size), make([]int, b.size)
	for i := range b.jobs {
		b.jobs[i].returns = make([]float64, g.NumPlayers(), g.NumPlayers()+8)
	}
	b.desk.init(p.Workers)
	s.live = b.players
	s.w.spreads = b.spread
	s.w.tree.ends = uint32(b.size)
	if b.spread {
		s.w.tree.ends = 1
	}
	return b
}

// reset implements engine.
func (b *batch[S, A]) reset() {
	b.stream, b.counted = rng.New(b.s.cfg.Seed).Uint64(), 0
	for _, w := range b.players[1:] {
		w.numbers = b.s.w.numbers
	}
	b.lessons = nil
	if b.s.w.learner != nil {
		b.lessons = make([]policy.Traces, ring)
	}
	b.desk.forget()
}

// simulate implements engine.
func (b *batch[S, A]) simulate(r *run[A], n int) (ran int, err error) {
	b.catchUp() // of a Run that a panic has ended
	b.failed = &r.lookout.halted
	for _, w := range b.players[1:] {
		copy(w.returns, b.s.w.returns) // no numbers yet
	}
	b.desk.open()
	err = together(r.ctx, len(b.players), r.lookout.halt, func(i int) error {
		if i > 0 {
			b.assist(i)
			return nil
		}
		defer b.desk.close()
		ran, err = b.lead(r, n)
		return err
	})
	b.catchUp()
	return ran, err
}

// lead runs n simulations, batch by batch.
func (b *batch[S, A]) lead(r *run[A], n int) (ran int, err error) {
	var p pacer
	checked := 0
	for ran < n {
		b.n = min(b.size, n-ran)
		if err := b.choose(); err != nil {
			return ran, err
		}
		b.play()
		if b.failed.Load() {
			return ran, nil
		}
		if err := b.back(r.simulations + ran); err != nil {
			return ran, err
		}
		ran += b.n
		if ran-checked < p.batch() && r.timed || ran-checked < maxBatch && !r.timed {
			continue
		}
		checked = ran
		if err := b.s.w.checkSums(r.simulations + ran); err != nil {
			return ran, err
		}
		if b.s.due(r, &p) {
			return ran, nil
		}
	}
	return ran, b.s.w.checkSums(r.simulations + ran)
}

// choose walks to the leaves of a batch. It lays out the playout from each as soon as it may, so that others play while it
// goes on.
func (b *batch[S, A]) choose() error {
	w := b.s.w
	leaves := 1
	if b.spread {
		leaves = b.n
	}
	b.desk.begin(b.n)
	early := b.spread && (w.chooser == nil || w.indexer != nil) // else the numbers of actions change meanwhile
	portion, laid := max(1, b.n/portions), 0
	for i := range b.leaves[:leaves] {
		w.rand.Seed(b.stream + b.counted + uint64(i))
		ended, err := w.selectLeaf()
		if err != nil {
			return err
		}
		l := &b.leaves[i]
		w.copyState(&l.state, &w.state)
		l.ended = ended
		l.plies = append(l.plies[:0], w.plies...)
		l.path = append(l.path[:0], w.path[:w.depth]...)
		l.parts = append(l.parts[:0], w.parts...)
		if w.drawer != nil {
			l.odds = append(l.odds[:0], w.odds[:w.depth]...)
		}
		if w.measures {
			l.span.joints, l.span.extra = append(l.span.joints[:0], w.span.joints...), w.span.extra
		}
		b.jobs[i].rand, b.at[i] = *w.rand, i
		if b.spread {
			w.tree.lend(l.path, l.parts)
		}
		if early && (i+1-laid == portion || i+1 == b.n) {
			b.desk.put(i + 1 - laid)
			laid = i + 1
		}
	}
	for i := leaves; i < b.n; i++ {
		b.jobs[i].rand.Seed(b.stream + b.counted + uint64(i))
		b.at[i] = 0
	}
	b.known = len(w.numbers)
	if !early {
		b.desk.put(b.n)
	}
	return nil
}

// playJob makes a playout.
func (b *batch[S, A]) playJob(w *worker[S, A], i int) {
	j, l := &b.jobs[i], &b.leaves[b.at[i]]
	w.copyState(&w.state, &l.state)
	*w.rand = j.rand
	w.plies = append(w.plies[:0], l.plies...)
	w.fresh, w.borrows, w.span.played = w.fresh[:0], true, 0
	j.err = w.finish(l.ended)
	j.played, j.turn = w.span.played, w.span.turn
	w.borrows = false
	copy(j.returns, w.returns)
	j.plies = append(j.plies[:0], w.plies...)
	j.fresh = append(j.fresh[:0], w.fresh...)
}

// back backs the playouts up, in the order of choice, and hands them on to who learns. So many simulations came before,
// in this Run.
func (b *batch[S, A]) back(before int) error {
	w := b.s.w
	if b.spread {
		for i := range b.leaves[:b.n] {
			w.tree.takeBack(b.leaves[i].path, b.leaves[i].parts)
		}
	}
	lesson := b.lesson()
	for i := range b.jobs[:b.n] {
		j, l := &b.jobs[i], &b.leaves[b.at[i]]
		if j.err != nil {
			return j.err
		}
		copy(w.path, l.path)
		w.depth, w.parts, w.odds = len(l.path), append(w.parts[:0], l.parts...), append(w.odds[:0], l.odds...)
		copy(w.returns, j.returns)
		if w.measures {
			w.span.joints, w.span.extra = append(w.span.joints[:0], l.span.joints...), l.span.extra
			w.span.played, w.span.turn = j.played, j.turn
		}
		if err := w.backup(); err != nil {
			return err
		}
		if lesson != nil {
			b.settleNumbers(j)
			t := &w.trace
			t.Returns, t.Plies, t.Root, t.Leaf = w.returns, j.plies, w.history, len(l.plies)
			lesson.Add(t)
		}
	}
	b.counted += uint64(b.n)
	if lesson != nil {
		b.desk.given.Add(1)
		b.learn(0)
	}
	return nil
}

// settleNumbers gives numbers to the actions that had none when the job began, and writes them into its plies.
func (b *batch[S, A]) settleNumbers(j *job[A]) {
	if len(j.fresh) == 0 {
		return
	}
	for i := range j.plies {
		if k := int(j.plies[i].Action) - b.known; k >= 0 {
			j.plies[i].Action = b.s.w.number(j.fresh[k])
		}
	}
}

// lend counts a visit on a path that is in flight.
func (t *tree[A]) lend(path []step, parts []part) {
	t.chunks[0].stats[rootSlot].Visits++
	for _, e := range path {
		c, i := t.at(e.slot)
		c.stats[i].Visits++
	}
	for _, p := range parts {
		c, i := t.at(p.slot)
		c.stats[i].Visits++
	}
}

// takeBack undoes lend, and forgets what tryAction made up for an edge without a result.
func (t *tree[A]) takeBack(path []step, parts []part) {
	t.chunks[0].stats[rootSlot].Visits--
	back := func(slot uint32) {
		c, i := t.at(slot)
		if c.stats[i].Visits--; c.stats[i].Visits == 0 {
			c.stats[i].Mean = 0
		}
	}
	for _, e := range path {
		back(e.slot)
	}
	for _, p := range parts {
		back(p.slot)
	}
}

// expect lets an edge that is tried in a batch, until its result is there, have the mean of the edges tried before it.
func (c *chunk[A]) expect(header, tried uint32) {
	sum := float32(0)
	for _, s := range c.stats[header+1:][:tried] {
		sum += s.Mean
	}
	if tried > 0 {
		c.stats[header+1+tried].Mean = sum / float32(tried)
	}
}
