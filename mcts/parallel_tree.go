package mcts

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// sharedTree is the scheduler of [TreeParallel]: one tree in which all workers walk without
// locks. At rest it is a tree like others, that of the first worker. During a round these words
// change, by atomic operations only:
//
//	edge    stats         mean and visits, in one word, so that nobody sees one without the other
//	        link.child    from unexpanded to the block, once
//	        link.low      virtual visits: simulations on their way through the edge; 0 at rest
//	header  stats.Visits  how many of the actions are tried; it only grows
//	root    stats.Visits
//
// A block is complete before a link leads to it, and the rest of it never changes: its actions are
// in the order of their trial from the beginning. Each walker makes blocks in a chunk of its own,
// so a block may lie before the slot that points to it.
//
// A node belongs to the simulation that tries its action or, after chance, to the first one at its
// edge, which finds no visits and no virtual visits. All other simulations go on from there, even
// if that one has not returned yet.
//
// At nodes with many visits, walkers choose by local statistics and flush them now and then.
type sharedTree[S any, A comparable] struct {
	walkers []*walker[S, A]
	tree    *tree // of the first walker
	most    int   // Config.MaxNodes

	chunks   atomic.Pointer[[]*chunk] // of the tree; the slice is replaced when there are more
	left     atomic.Int64             // simulations of the round that nobody has begun
	reserved atomic.Int64             // nodes there are or will be, if Config.MaxNodes limits them
	full     atomic.Bool

	mu      sync.Mutex
	open    []int // chunks with room that no walker has
	numbers map[A]int32
	shared  []*sharedTraces // trace batches that not all walkers have replayed
	dropped int             // batches before those
	spare   []*sharedTraces
}

// walker is a worker in a shared tree. It is the worker's [descent], [creditor] and [recorder].
type walker[S any, A comparable] struct {
	*worker[S, A]
	shared  *sharedTree[S, A]
	own     *chunk // where it makes blocks
	number  int    // of that chunk; -1: none
	nodes   int    // that it was the first to visit, in this round
	stats   []policy.Stats
	loss    bool   // virtual visits are losses
	few     uint32 // visits of an edge below which virtual visits are counted
	meeting uint64 // a node with less than 1/meeting of all visits hardly ever has two walkers at once

	walk  walk
	local localStats[A]

	traces  *sharedTraces // that others have not seen
	learned int           // batches that it has replayed
	_       [64]byte
}

// walk is where a walker is in the current simulation.
type walk struct {
	visits  uint32   // of the node, virtual visits included
	alone   bool     // hardly ever is another walker at the node
	first   bool     // the node, after an outcome of chance, was not visited before
	virtual []uint32 // slots of the path with a virtual visit of this simulation
}

// sharedTraces are traces of one walker for the others.
type sharedTraces struct {
	traceBatch
	from any
}

const (
	// fewPerWorker is, per worker, how many visits of an edge are few.
	fewPerWorker = 128

	// seldom is how many times a node has to be passed by on average, between two simulations of a
	// walker, before the walker counts as alone there.
	seldom = 64

	// traceBatchSize is how many simulations a walker keeps to itself before the others learn them.
	traceBatchSize = 64

	// batchesKept is how many trace batches that all have replayed make it worth to use them again.
	batchesKept = 32
)

// validateShared tells what tree parallelization cannot do.
func validateShared[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	if _, ok := cfg.Parallel.(TreeParallel); !ok {
		return nil
	}
	const others = "want RootParallel, LeafParallel or LockStep"
	if r.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Parallel is a TreeParallel, and %T has simultaneous moves: a joint action is several edges, which workers cannot change at once; %s", r.Game, others)
	}
	for _, s := range []policy.Selection{cfg.Selection, cfg.Root} {
		_, mixed := s.(policy.MixedSelection)
		switch needs := policy.NeedsOf(s); {
		case mixed && needs&policy.NeedWeighted == 0:
			return fmt.Errorf("mcts: Config.Parallel is a TreeParallel, and %T is a mixed strategy, whose sampling probabilities the tree does not keep; %s", s, others)
		case needs&(policy.NeedSquares|policy.NeedWeighted) != 0:
			return fmt.Errorf("mcts: Config.Parallel is a TreeParallel, and %T reads sums beside means and visits, which workers cannot change at once; %s", s, others)
		}
	}
	return nil
}

func newSharedTree[S any, A comparable](rules game.Rules[S, A], cfg Config, p TreeParallel) *sharedTree[S, A] {
	h := &sharedTree[S, A]{}
	workers := uint32(p.Workers)
	for i := range workers {
		k := &walker[S, A]{
			worker:  newWorker(rules, cfg),
			shared:  h,
			loss:    p.VirtualLoss,
			meeting: max(1, seldom/max(1, uint64(workers)-1)),
			few:     fewPerWorker * workers,
			traces:  new(sharedTraces),
		}
		k.local.init(workers)
		k.numbering.shared = h.numberOf
		if workers > 1 {
			k.plainUCT, k.plainBackup, k.ordered = false, false, true
			k.descent, k.credits, k.recorder = k, k, k
			k.tree.shared = &h.chunks
		}
		if i == 0 {
			h.tree = &k.tree
			h.tree.unordered = workers > 1
			h.most = h.tree.maxNodes
		}
		if workers > 1 {
			k.edges.share(h.tree.actions)
		}
		for c, column := range k.tree.columns {
			if column, ok := column.(sharedColumn); ok && workers > 1 {
				column.share(h.tree.columns[c])
			}
		}
		h.walkers = append(h.walkers, k)
	}
	return h
}

func (h *sharedTree[S, A]) trees() []*worker[S, A] { return []*worker[S, A]{h.walkers[0].worker} }

func (h *sharedTree[S, A]) workers() []*worker[S, A] {
	var all []*worker[S, A]
	for _, k := range h.walkers {
		all = append(all, k.worker)
	}
	return all
}

func (h *sharedTree[S, A]) renew() {
	h.numbers = map[A]int32{}
	h.spare = append(h.spare, h.shared...)
	h.shared, h.dropped = nil, 0
	for _, k := range h.walkers {
		clear(k.numbers)
		k.learned = 0
		k.traces.reset()
	}
}

func (h *sharedTree[S, A]) reset(seed uint64) {
	for i, k := range h.walkers {
		k.sim.rand.Seed(treeSeed(seed, i))
	}
}

// numberOf numbers the actions for all walkers, each of which asks once for each action.
func (h *sharedTree[S, A]) numberOf(a A) int32 {
	h.mu.Lock()
	defer h.mu.Unlock()
	n, ok := h.numbers[a]
	if !ok {
		n = int32(len(h.numbers))
		h.numbers[a] = n
	}
	return n
}

func (h *sharedTree[S, A]) run(r *run[A], n int) (int, error) {
	h.begin(r.simulations == 0)
	h.left.Store(int64(n))
	err := together(r.ctx, len(h.walkers), r.signal.stop, func(i int) error { return h.walkers[i].work(r) })
	if len(h.walkers) > 1 {
		h.tree.chunks = *h.chunks.Load()
	}
	for _, k := range h.walkers {
		h.tree.nodes += k.nodes
		h.walkers[0].decided = h.walkers[0].decided || k.decided
	}
	h.tree.full = h.tree.full || h.full.Load()
	h.exchangeAll()
	return n - int(max(0, h.left.Load())), err
}

// begin prepares the walkers for a round, the first of a Run or a later one.
func (h *sharedTree[S, A]) begin(first bool) {
	t, main := h.tree, h.walkers[0]
	chunks := t.chunks
	h.most = t.maxNodes
	h.chunks.Store(&chunks)
	h.reserved.Store(int64(t.nodes))
	h.full.Store(false)
	h.open = h.open[:0]
	for i := t.current; i >= 0; i-- { // The first are taken first.
		if chunks[i].used+maxActions/64 < chunkSlots {
			h.open = append(h.open, i)
		}
	}
	for _, k := range h.walkers {
		k.own, k.number, k.nodes = nil, -1, 0
		k.tree.chunks, k.tree.maxNodes = chunks, t.maxNodes
		if k != main {
			k.Copy(&k.root, &main.root)
			k.decided = main.decided
			k.history = main.history
			k.sim.plies = append(k.sim.plies[:0], main.sim.plies[:k.history]...)
		}
		if first {
			k.local.forget(chunks[0].stats[rootSlot].Visits)
			clear(k.sums)
		}
	}
}

// work runs simulations until none is left.
func (k *walker[S, A]) work(r *run[A]) error {
	defer k.flushAll()
	var p pacer
	for {
		n := k.shared.claim(r, p.batch())
		if n == 0 {
			return nil
		}
		for i := range n {
			if err := k.simulate(&k.sim); err != nil {
				return err
			}
			if k.filter != nil && k.isDecided(r) {
				k.shared.left.Add(int64(n - i - 1))
				return nil
			}
		}
		if r.due(&p, n) {
			return nil
		}
	}
}

// isDecided reports whether a walker has decided the root, or all have to return for another
// reason.
func (k *walker[S, A]) isDecided(r *run[A]) bool {
	if k.decided {
		r.signal.stop()
	}
	return r.signal.stopped.Load()
}

// claim takes a batch from the simulations that are left, towards the end a small one, so that all
// walkers end together.
func (h *sharedTree[S, A]) claim(r *run[A], batch int) int {
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

// reserve makes sure of the room for a node.
func (h *sharedTree[S, A]) reserve() bool {
	if h.most == math.MaxInt {
		return true
	}
	if h.reserved.Add(1) <= int64(h.most) {
		return true
	}
	h.reserved.Add(-1)
	h.full.Store(true)
	return false
}

// release gives room back that reserve has made sure of.
func (h *sharedTree[S, A]) release() {
	if h.most != math.MaxInt {
		h.reserved.Add(-1)
	}
}

// chunk returns a chunk with room for n slots that no walker has, and its number, or nil if there
// is none.
func (h *sharedTree[S, A]) chunk(n int) (*chunk, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.tree
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
		for _, column := range t.columns {
			column.grow()
		}
		more := append(append(make([]*chunk, 0, len(chunks)+1), chunks...), t.newChunk(len(chunks)))
		h.chunks.Store(&more)
		chunks = more
	}
	t.current++
	c := chunks[t.current]
	c.used = 0
	return c, t.current
}
