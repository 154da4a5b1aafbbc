package mcts

import (
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// sharedTree is the scheduler of [TreeParallel]: one tree in which all workers walk without locks;
// see tree.Shared.
//
// A node belongs to the simulation that tries its action or, after chance, to the first one at its
// edge, which finds no visits and no virtual visits. All other simulations go on from there, even
// if that one has not returned yet.
//
// At nodes with many visits, walkers choose by local statistics and flush them now and then.
type sharedTree[S any, A comparable] struct {
	walkers []*walker[S, A]
	tree.Shared
	left atomic.Int64 // simulations of the round that nobody has begun

	mu      sync.Mutex
	numbers map[A]int32
	shared  []*sharedTraces // trace batches that not all walkers have replayed
	dropped int             // batches before those
	spare   []*sharedTraces
}

// walker is a worker in a shared tree, with a walk and a backup of its own.
type walker[S any, A comparable] struct {
	w       *worker[S, A]
	shared  *sharedTree[S, A]
	nodes   int // that it was the first to visit, in this round
	stats   []policy.Stats
	loss    bool   // virtual visits are losses
	few     uint32 // visits of an edge below which virtual visits are counted
	meeting uint64 // a node with less than 1/meeting of all visits hardly ever has two walkers at once

	walk  walk
	local localStats

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
	parallel.TraceBatch
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

func newSharedTree[S any, A comparable](rules game.Rules[S, A], cfg Config, p TreeParallel) *sharedTree[S, A] {
	h := &sharedTree[S, A]{}
	workers := uint32(p.Workers)
	var solvers []*solver.Solver
	for range workers {
		k := &walker[S, A]{
			w:       newWorker(rules, cfg),
			shared:  h,
			loss:    p.VirtualLoss,
			meeting: max(1, seldom/max(1, uint64(workers)-1)),
			few:     fewPerWorker * workers,
			traces:  new(sharedTraces),
		}
		k.local.init(workers)
		k.w.play.NumberBy(h.numberOf)
		if workers > 1 {
			k.w.choose.Ordered = true
			h.Join(&k.w.tree)
			if k.w.prior != nil {
				k.w.prior.Sorts = true // A block never changes.
			}
		}
		if k.w.known.solver != nil {
			solvers = append(solvers, k.w.known.solver)
		}
		h.walkers = append(h.walkers, k)
	}
	if len(solvers) > 1 {
		solver.Share(solvers)
	}
	return h
}

func (h *sharedTree[S, A]) trees() []*worker[S, A] { return []*worker[S, A]{h.walkers[0].w} }

func (h *sharedTree[S, A]) workers() []*worker[S, A] {
	var all []*worker[S, A]
	for _, k := range h.walkers {
		all = append(all, k.w)
	}
	return all
}

func (h *sharedTree[S, A]) renew() {
	h.numbers = map[A]int32{}
	h.spare = append(h.spare, h.shared...)
	h.shared, h.dropped = nil, 0
	for _, k := range h.walkers {
		k.w.play.ForgetNumbers()
		k.learned = 0
		k.traces.Reset()
	}
}

func (h *sharedTree[S, A]) reset(seed uint64) {
	for i, k := range h.walkers {
		k.w.sim.Rand.Seed(treeSeed(seed, i))
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

func (h *sharedTree[S, A]) run(r *run, n int) (int, error) {
	h.begin(r.simulations == 0)
	h.left.Store(int64(n))
	err := parallel.Together(r.Ctx, len(h.walkers), r.Stop, func(i int) error { return h.walkers[i].work(r) })
	nodes, main := 0, h.walkers[0]
	for _, k := range h.walkers {
		nodes += k.nodes
		if k.w.decided() {
			main.w.known.solver.Decided = true
		}
	}
	if len(h.walkers) > 1 {
		h.End(nodes)
	}
	h.exchangeAll()
	return n - int(max(0, h.left.Load())), err
}

// begin prepares the walkers for a round, the first of a Run or a later one.
func (h *sharedTree[S, A]) begin(first bool) {
	if len(h.walkers) == 1 {
		return
	}
	h.Begin()
	main := h.walkers[0]
	visits, _ := main.w.tree.Edge(tree.Root)
	for _, k := range h.walkers {
		k.nodes = 0
		k.w.tree.Follow(&h.Shared)
		if k != main {
			k.w.play.Copy(&k.w.root, &main.w.root)
			if k.w.known.solver != nil {
				k.w.known.solver.Decided = main.w.decided()
			}
			k.w.play.History = main.w.play.History
			k.w.sim.Plies = append(k.w.sim.Plies[:0], main.w.sim.Plies[:k.w.play.History]...)
			if first {
				clear(k.w.sums)
			}
		}
		if first {
			k.local.forget(visits)
		}
	}
}

// work runs simulations until none is left.
func (k *walker[S, A]) work(r *run) error {
	simulate := k.w.simulate
	if len(k.shared.walkers) > 1 {
		simulate = k.simulate
		defer k.flushAll()
	}
	var p parallel.Pacer
	for {
		n := k.shared.claim(r, p.Batch())
		if n == 0 {
			return nil
		}
		for i := range n {
			if err := simulate(&k.w.sim); err != nil {
				return err
			}
			if k.w.known.solver != nil && k.isDecided(r) {
				k.shared.left.Add(int64(n - i - 1))
				return nil
			}
		}
		if r.Due(&p, n) {
			return nil
		}
	}
}

// isDecided reports whether a walker has decided the root, or all have to return for another
// reason.
func (k *walker[S, A]) isDecided(r *run) bool {
	if k.w.decided() {
		r.Stop()
	}
	return r.Stopped()
}

// claim takes a batch from the simulations that are left, towards the end a small one, so that all
// walkers end together.
func (h *sharedTree[S, A]) claim(r *run, batch int) int {
	if !r.Timed {
		batch = parallel.MaxBatch
	}
	for {
		left := h.left.Load()
		n := min(left, max(1, min(int64(batch), left/int64(4*len(h.walkers)))))
		if n == 0 || h.left.CompareAndSwap(left, left-n) {
			return int(n)
		}
	}
}

func (h *sharedTree[S, A]) streams() ([]*rng.Rand, *uint64) { return streamsOf(h.workers()) }
