package mcts

import (
	"math"
	"sync"
	"sync/atomic"
)

// predictionQueue is the [batcher] for a [Predictor]: it holds the nodes of a shared tree that wait
// to be judged. A walker selects one simulation after the other, queues their leaves, and backs
// them up when they are judged. The walker that fills the batch, or finds that all others wait,
// calls Predict.
//
// A queued node is pending, so that no simulation goes on below it. One that tries is a collision:
// it is dropped, and its virtual visits are removed. Between two calls of Predict, a walker makes
// at most as many collisions, and simulations to ends of the game, as a batch has positions; then
// it waits.
//
// Means and visits are written to the tree at once. Local statistics would hide virtual visits from
// the walker, and it would select the same leaf again.
type predictionQueue[S any, A comparable] struct {
	tree    *sharedTree[S, A]
	walkers []*queueWalker[S, A]
	size    int  // positions of a batch, at most
	values  bool // simulations wait for values; otherwise they are dropped, and nodes wait for their actions

	mu       sync.Mutex
	changed  sync.Cond     // calls, active or failed is another, or leaves are dropped
	waiting  []*leaf[S, A] // for the next call of Predict
	dropped  []*leaf[S, A] // that nobody will judge, because the time is up
	untrying []uint32      // blocks with edges that dropped simulations have tried; scratch of end
	calling  bool          // Predict is under way
	calls    int           // of Predict, in this round
	begun    int           // simulations that are queued, or judged and not backed up
	active   int           // walkers that have not left the round
	idle     int           // of these, the walkers that wait
	failed   bool          // after an error or a panic nobody waits
	advanced atomic.Bool   // the Run has a simulation that is backed up
}

// queueWalker is a walker with its queued simulations.
type queueWalker[S any, A comparable] struct {
	*walker[S, A]
	predictor *predictor[S, A]
	judged    []*leaf[S, A] // guarded by predictionQueue.mu, as own is
	own       int           // of predictionQueue.begun
	ready     []*leaf[S, A] // judged, and taken by the walker
	batch     []*leaf[S, A] // of the call that the walker makes
	free      []*leaf[S, A] // memory
	calls     int           // that the walker has seen
	vain      int           // selections since then that have queued nothing
	before    int           // predictionQueue.begun when the selection began
}

// leaf is a node that waits for a prediction, and the simulation that has come there.
type leaf[S any, A comparable] struct {
	simulation[S, A]
	owner    *queueWalker[S, A]
	position Position[S, A]
	virtual  []uint32 // slots with a virtual visit; see walk
	link     *uint32  // from the edge to the node; nil if the tree has no room for its block
	block    uint32   // with the actions of the node, to which link will lead
	late     bool     // it is among predictionQueue.dropped
}

func newPredictionQueue[S any, A comparable](h *sharedTree[S, A], size int) *predictionQueue[S, A] {
	q := &predictionQueue[S, A]{tree: h, size: size, values: h.walkers[0].judge != nil}
	if size == 0 {
		q.size = len(h.walkers)
	}
	q.changed.L = &q.mu
	if h.walkers[0].prober != nil {
		h.tree.ends = math.MaxUint32 // A leaf with a winning action gets no block.
	}
	for _, k := range h.walkers {
		k.local.many, k.local.workers = noEdge, noEdge/heldShare // no local statistics
		k.few, k.meeting = noEdge, 1<<32                         // virtual visits everywhere
		q.walkers = append(q.walkers, &queueWalker[S, A]{walker: k, predictor: predictorOf(k.worker)})
	}
	return q
}

// begin implements [batcher].
func (q *predictionQueue[S, A]) begin(r *run[A]) {
	q.waiting, q.dropped = q.waiting[:0], q.dropped[:0]
	q.calling, q.failed = false, false
	q.advanced.Store(r.simulations > 0)
	q.calls, q.begun, q.idle, q.active = 0, 0, 0, len(q.walkers)
	for _, w := range q.walkers {
		w.judged, w.own, w.calls, w.vain = w.judged[:0], 0, 0, 0
	}
}

// work implements [batcher].
func (q *predictionQueue[S, A]) work(i int, r *run[A]) error {
	w, isDone := q.walkers[i], false
	defer func() { q.leave(isDone) }()
	defer w.flushAll()
	var p pacer
	for {
		todo, err := q.next(w, r)
		switch todo {
		case backUp:
			err = q.finishAll(w)
		case selectNext:
			err = q.simulate(w)
		}
		if err != nil {
			return err
		}
		if todo == leave {
			isDone = true
			return nil
		}
		if w.filter != nil {
			w.isDecided(r)
		}
		r.due(&p, 1) // not before the first simulation, so that every round has one
	}
}

// errand is what a walker does next.
type errand int

const (
	leave      errand = iota // the round
	backUp                   // the simulations that are ready
	selectNext               // another simulation
)

// next returns what a walker does next, when it need not wait any longer. Meanwhile it calls
// Predict if it is its turn.
func (q *predictionQueue[S, A]) next(w *queueWalker[S, A], r *run[A]) (errand, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if w.calls != q.calls {
			w.calls, w.vain = q.calls, 0
		}
		stopped := r.signal.stopped.Load()
		isCallable := !q.calling && len(q.waiting) > 0
		isOpen := !q.calling && len(q.waiting) == 0 || w.vain < q.size && len(q.waiting) < q.size
		switch {
		case q.failed:
			return leave, nil
		case len(w.judged) > 0:
			q.take(w)
			return backUp, nil
		case stopped && isCallable && q.isLate(r):
			q.dropWaiting()
		case isCallable && len(q.waiting) >= q.size:
			if err := q.call(w); err != nil {
				return leave, err
			}
		case !stopped && isOpen && q.claim():
			w.before = q.begun
			return selectNext, nil
		case isCallable && q.idle == q.active-1 && (stopped || w.own > 0 || q.tree.left.Load() > 0):
			if err := q.call(w); err != nil {
				return leave, err
			}
		case w.own == 0 && (stopped || q.tree.left.Load() == 0):
			return leave, nil
		default:
			q.idle++
			q.changed.Wait()
			q.idle--
		}
	}
}

// leave ends the round for a walker. If it is not done, nobody else goes on.
func (q *predictionQueue[S, A]) leave(isDone bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.active--
	q.failed = q.failed || !isDone
	q.changed.Broadcast()
}

// claim takes one of the simulations that are left.
func (q *predictionQueue[S, A]) claim() bool {
	for {
		left := q.tree.left.Load()
		if left == 0 || q.tree.left.CompareAndSwap(left, left-1) {
			return left > 0
		}
	}
}

// take makes the judged simulations of a walker ready.
func (q *predictionQueue[S, A]) take(w *queueWalker[S, A]) {
	w.ready, w.judged = w.judged, w.ready[:0]
	if q.values {
		w.own -= len(w.ready)
		q.begun -= len(w.ready)
	}
}

// put queues a leaf.
func (q *predictionQueue[S, A]) put(l *leaf[S, A]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, l)
	if q.values {
		l.owner.own++
		q.begun++
	}
}

// isLate reports whether the queued leaves are not worth another call: the time is up, and the Run
// has the one simulation that it promises.
func (q *predictionQueue[S, A]) isLate(r *run[A]) bool {
	return r.expired() || q.advanced.Load() && r.timeUp()
}

// dropWaiting gives the queued simulations back to their walkers without a prediction.
func (q *predictionQueue[S, A]) dropWaiting() {
	for _, l := range q.waiting {
		l.late = true
		l.owner.judged = append(l.owner.judged, l)
	}
	q.dropped = append(q.dropped, q.waiting...)
	q.waiting = q.waiting[:0]
	q.changed.Broadcast()
}

// call lets the Predictor judge a batch. The lock is held before and after, and not meanwhile.
func (q *predictionQueue[S, A]) call(w *queueWalker[S, A]) error {
	n := min(q.size, len(q.waiting))
	w.batch = append(w.batch[:0], q.waiting[:n]...)
	q.waiting = append(q.waiting[:0], q.waiting[n:]...)
	q.calling = true
	err := q.judge(w)
	if err != nil {
		return err // leave tells the others.
	}
	q.calling = false
	q.calls++
	for _, l := range w.batch {
		l.owner.judged = append(l.owner.judged, l)
	}
	q.changed.Broadcast()
	return nil
}

// judge calls Predict without the lock, and opens the judged nodes.
func (q *predictionQueue[S, A]) judge(w *queueWalker[S, A]) error {
	q.mu.Unlock()
	defer q.mu.Lock()
	p := w.predictor
	p.clear()
	for _, l := range w.batch {
		p.batch, p.sims = append(p.batch, l.position), append(p.sims, &l.simulation)
	}
	w.tree.chunks = *q.tree.chunks.Load() // Errors print the paths of other walkers.
	if err := p.ask(p.batch); err != nil {
		return err
	}
	for i, l := range w.batch {
		at := &p.batch[i]
		l.predicted = append(l.predicted[:0], at.Values...)
		if l.link == nil {
			continue
		}
		at.sortByPrior()
		p.fillBlock(at, l.block)
		if err := w.openJudged(l, at); err != nil {
			return err
		}
	}
	clear(p.batch)
	return nil
}

// openJudged opens a node, whose block is complete but for what can be seen of its actions. It
// backs up what that proves if the simulation is dropped already.
func (w *queueWalker[S, A]) openJudged(l *leaf[S, A], at *Position[S, A]) error {
	if w.prober == nil || at.Player < 0 {
		l.open(l.block)
		return nil
	}
	sim := &l.simulation
	if err := w.prober.probe(sim, edges{first: l.block + 1, n: len(at.Actions)}, int32(at.Player)); err != nil {
		return err
	}
	l.open(l.block)
	if w.judge != nil {
		return nil // The simulation goes on.
	}
	for _, h := range w.hooks {
		if err := h.backedUp(sim); err != nil {
			return err
		}
	}
	return nil
}

// end implements [batcher]. It closes the nodes that nobody will judge, and then counts the edges
// that were tried in vain as untried, which moves edges, also those that leaves point to.
func (q *predictionQueue[S, A]) end() {
	t := q.tree.tree
	q.untrying = q.untrying[:0]
	for _, l := range append(q.dropped, q.waiting...) {
		if l.link != nil {
			*l.link = unexpanded
			t.dead++
		}
		if n := len(l.path); q.values && n > 0 {
			above := uint32(rootSlot)
			if n > 1 {
				above = l.path[n-2].slot
			}
			_, block := t.edge(above)
			q.untrying = append(q.untrying, block)
		}
	}
	for _, block := range q.untrying {
		t.untry(block)
	}
}

// untry moves the tried edges of a block that have no visits behind the others, and counts them as
// untried.
func (t *tree) untry(block uint32) {
	c, header := t.at(block)
	b := c.block(header)
	if b.player == Chance {
		return
	}
	visited := uint32(0)
	for j := range b.tried {
		if c.stats[header+1+j].Visits == 0 {
			continue
		}
		for to := j; to > visited; to-- {
			k, l := header+to, header+1+to
			c.stats[k], c.stats[l] = c.stats[l], c.stats[k]
			c.links[k], c.links[l] = c.links[l], c.links[k]
			t.actions.swap(block+to, block+1+to)
			t.swapColumns(block+to, block+1+to)
		}
		visited++
	}
	c.stats[header].Visits -= (b.tried - visited) << countBits
}
