package mcts

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

// shared is the mode Tree: one tree in which all workers walk at the same time. At rest it is a tree like others, that of
// the first worker. While they walk, these words change, by atomic operations only:
//
//	edge    stats         mean and visits, in one word, so that no one sees one without the other
//	        link.child    from unexpanded to the block, once; who comes second takes the block that is there
//	        link.low      simulations in flight: on their way through the edge, or below it. At rest it is 0
//	header  stats.Visits  how many of the actions are tried, only upwards
//	root    stats.Visits
//
// A block is complete before a link leads to it, and the rest of it never changes: its actions are put in the order of
// their trial when it is made. Each worker makes blocks in a chunk of its own. So a block may lie before the slot
// that points to it, unlike in other trees.
//
// A node belongs to the simulation that tries its action, and after chance, to the one that comes first to its edge: it finds
// no visits and nobody in flight. All others go on from there, even if it is not back yet.
//
// Where there are many visits, walkers choose by ledgers of their own, and post what they add to these words now and then.
type shared[S any, A comparable] struct {
	s       *Search[S, A]
	walkers []*walker[S, A]

	chunks   atomic.Pointer[[]*chunk[A]] // those of the tree; the slice is replaced when there are more
	left     atomic.Int64                // simulations of the round that nobody has begun
	reserved atomic.Int64                // nodes there are or will be, where Config.MaxNodes limits them
	full     atomic.Bool

	mu      sync.Mutex
	open    []int // chunks with room that no worker has
	numbers map[A]int32
	lots    []*lot // traces that not all have learned
	dropped int    // lots before those
	spare   []*lot
}

// walker is a worker in a shared tree.
type walker[S any, A comparable] struct {
	*worker[S, A]
	shared *shared[S, A]
	own    *chunk[A] // where it makes blocks
	number int       // of that chunk; -1: none
	nodes  int       // that it was the first to visit, in this round
	ran    int       // simulations in this Run
	stats  []policy.Stats
	loss   bool
	few    uint32 // visits of an edge below which flights are counted

	meeting uint64   // a node with less than 1/meeting of all visits is hardly ever that of two walkers at once
	alone   bool     // such is the node that the walker is at
	flights []uint32 // slots of the path where the simulation is counted as in flight

	top   *ledger[A] // of the root
	pages []*page[A]
	inUse int       // how many of them, the first, have open ledgers
	many  uint32    // visits of a node from which on it may have a ledger
	lines []line[A] // of the path, its first steps
	seen  uint32    // visits of the root, as far as the walker knows
	held  uint32    // how many of them it holds back

	lot *lot // what others have not seen
	had int  // lots that it has learned
	_   [64]byte
}

// lot is traces of one walker for the others.
type lot struct {
	traces policy.Traces
	from   any
}

// fewPerWorker is, per worker, how many visits of an edge are few.
const fewPerWorker = 128

// seldom is how many times a node has to be passed by on average, between two simulations of a walker, before it is left
// out of account that another walker may be there too.
const seldom = 64

// lotSize is how many simulations a walker keeps to itself before the others learn from them.
// Lots that all have learned are used again when there are so many.
const (
	lotSize  = 64
	lotsKept = 32
)

func newShared[S any, A comparable](s *Search[S, A], g Game[S, A]) *shared[S, A] {
	h := &shared[S, A]{s: s}
	s.w.tree.unordered = s.cfg.Parallel.Workers > 1
	s.live = nil
	for i := range s.cfg.Parallel.Workers {
		w := s.w
		if i > 0 {
			w = newWorker(g, s.cfg, g.NumPlayers())
		}
		s.live = append(s.live, w)
		h.walkers = append(h.walkers, &walker[S, A]{worker: w, shared: h, loss: s.cfg.Parallel.VirtualLoss, meeting: max(1, seldom/max(1, uint64(s.cfg.Parallel.Workers)-1)), few: fewPerWorker * uint32(s.cfg.Parallel.Workers), many: leastVisits * uint32(s.cfg.Parallel.Workers), lot: new(lot)})
	}
	return h
}

// reset implements engine.
func (h *shared[S, A]) reset() {
	h.numbers = map[A]int32{}
	h.spare = append(h.spare, h.lots...)
	h.lots, h.dropped = nil, 0
	for i, k := range h.walkers {
		k.rand.Seed(treeSeed(h.s.cfg.Seed, i))
		k.common = h.numberOf
		k.had = 0
		k.lot.traces.Reset()
	}
}

// numberOf numbers the actions for all workers, each of which asks once for each action.
func (h *shared[S, A]) numberOf(a A) int32 {
	h.mu.Lock()
	defer h.mu.Unlock()
	n, ok := h.numbers[a]
	if !ok {
		n = int32(len(h.numbers))
		h.numbers[a] = n
	}
	return n
}

// simulate implements engine.
func (h *shared[S, A]) simulate(r *run[A], n int) (int, error) {
	t := &h.s.w.tree
	h.begin(t, r.simulations == 0)
	h.left.Store(int64(n))
	err := together(r.ctx, len(h.walkers), r.lookout.halt, func(i int) error { return h.walkers[i].work(r) })
	if len(h.walkers) > 1 {
		t.chunks = *h.chunks.Load()
	}
	for _, k := range h.walkers {
		t.nodes += k.nodes
	}
	t.full = t.full || h.full.Load()
	h.exchangeAll()
	return n - int(max(0, h.left.Load())), err
}

// begin makes the walkers ready for a round.
func (h *shared[S, A]) begin(t *tree[A], first bool) {
	chunks := t.chunks
	h.chunks.Store(&chunks)
	h.reserved.Store(int64(t.nodes))
	h.full.Store(false)
	h.open = h.open[:0]
	for i := t.current; i >= 0; i-- { // the first ones are taken first
		if chunks[i].used+maxActions/64 < chunkSlots {
			h.open = append(h.open, i)
		}
	}
	for _, k := range h.walkers {
		k.own, k.number, k.nodes = nil, -1, 0
		k.tree.chunks, k.tree.maxNodes = chunks, t.maxNodes
		if k.worker != h.s.w {
			k.copyState(&k.root, &h.s.w.root)
			k.plies, k.history = append(k.plies[:0], h.s.w.plies[:h.s.w.history]...), h.s.w.history
		}
		if first {
			k.forget()
			k.ran = 0
			clear(k.sums)
			copy(k.returns, h.s.w.returns) // no numbers yet
		}
	}
}

// work runs simulations until none is left.
func (k *walker[S, A]) work(r *run[A]) error {
	defer k.postAll()
	var p pacer
	for {
		n := k.shared.claim(r, p.batch())
		if n == 0 {
			return nil
		}
		for range n {
			if err := k.simulate(); err != nil {
				return err
			}
		}
		k.ran += n
		if err := k.checkSums(k.ran); err != nil {
			return err
		}
		if k.shared.s.due(r, &p) {
			return nil
		}
	}
}

// claim takes a batch from the simulations that are left, towards the end a small one, so that all end together.
func (h *shared[S, A]) claim(r *run[A], batch int) int {
	if !r.timed {
		batch = maxBatch
	}
	for {
		left := h.left.Load()
		n := min(left, max(1, min(int64(batch), left/int64(4*len(h.walkers)))))
		if n == 0 || h.left.CompareAndSwap(left, left-n) {
			return int(n)
		}
	}
}

// simulate is that of a worker, in the shared tree. A walker who is alone shares nothing, and is a worker.
func (k *walker[S, A]) simulate() error {
	if len(k.shared.walkers) == 1 {
		return k.worker.simulate()
	}
	ended, err := k.selectLeaf()
	if err != nil {
		return err
	}
	leaf := len(k.plies)
	if err = k.finish(ended); err != nil {
		return err
	}
	if err = k.backup(); err != nil || k.learner == nil {
		return err
	}
	k.teach(leaf)
	if k.lot.traces.Add(&k.trace); k.lot.traces.Len() == lotSize {
		k.hand()
		k.learn()
	}
	return nil
}

// hand gives the others what the walker has kept.
func (k *walker[S, A]) hand() {
	h := k.shared
	h.mu.Lock()
	defer h.mu.Unlock()
	k.lot.from = k
	h.lots = append(h.lots, k.lot)
	if n := len(h.spare); n > 0 {
		k.lot, h.spare = h.spare[n-1], h.spare[:n-1]
		k.lot.traces.Reset()
	} else {
		k.lot = new(lot)
	}
}

// learn teaches the walker what others have handed over. The lock is not held meanwhile.
func (k *walker[S, A]) learn() {
	h := k.shared
	h.mu.Lock()
	lots := h.lots[k.had-h.dropped:]
	h.mu.Unlock()
	for _, l := range lots {
		for i := 0; l.from != any(k) && i < l.traces.Len(); i++ {
			l.traces.Teach(k.learner, i)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	k.had += len(lots)
	least := k.had
	for _, other := range h.walkers {
		least = min(least, other.had)
	}
	if n := least - h.dropped; n >= lotsKept {
		h.spare = append(h.spare, h.lots[:n]...)
		h.lots = append([]*lot(nil), h.lots[n:]...) // others may be reading the old one
		h.dropped = least
	}
}

// exchangeAll teaches everyone what is left, while nobody is at work.
func (h *shared[S, A]) exchangeAll() {
	if h.s.w.learner == nil || len(h.walkers) == 1 {
		return
	}
	for _, k := range h.walkers {
		k.hand()
	}
	for _, k := range h.walkers {
		k.learn()
	}
}

// reserve makes sure of the room for a node.
func (h *shared[S, A]) reserve(most int) bool {
	if most == math.MaxInt {
		return true
	}
	if h.reserved.Add(1) <= int64(most) {
		return true
	}
	h.reserved.Add(-1)
	h.full.Store(true)
	return false
}

// release gives room back that reserve has made sure of.
func (h *shared[S, A]) release(most int) {
	if most != math.MaxInt {
		h.reserved.Add(-1)
	}
}

// chunk returns a chunk with room for n slots that no walker has, and its number; nil if there is none.
func (h *shared[S, A]) chunk(n int) (*chunk[A], int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := &h.s.w.tree
	chunks := *h.chunks.Load()
	for len(h.open) > 0 {
		i := h.open[len(h.open)-1]
		h.open = h.open[:len(h.open)-1]
		if chunks[i].used+n <= chunkSlots {
			return chunks[i], i
		}
	}
	if t.current+1 == len(chunks) {
		if len(chunks) == t.maxChunks {
			h.full.Store(true)
			return nil, -1
		}
		more := append(append(make([]*chunk[A], 0, len(chunks)+1), chunks...), new(chunk[A]))
		h.chunks.Store(&more)
		chunks = more
	}
	t.current++
	c := chunks[t.current]
	c.used = 0
	return c, t.current
}
