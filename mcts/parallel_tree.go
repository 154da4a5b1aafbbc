package mcts

import (
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/shared"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// sharedTree is the scheduler of [TreeParallel]: one tree in which all workers walk without locks;
// see package shared. At rest it is a tree like others, that of the first worker.
type sharedTree[S any, A comparable] struct {
	team[S, A]
	walkers  []*walker[S, A] // the same workers
	tree     tree.Shared
	exchange parallel.Exchange
	left     atomic.Int64 // simulations of the round that nobody has begun

	mu      sync.Mutex
	numbers map[A]int32
}

// walker is a worker in a shared tree, and the engine of its walk.
type walker[S any, A comparable] struct {
	w      *worker[S, A]
	walk   *shared.Walker // nil: it is alone, and searches like any worker
	traces *parallel.Member
}

func newSharedTree[S any, A comparable](rules game.Rules[S, A], cfg Config, p TreeParallel) *sharedTree[S, A] {
	h := &sharedTree[S, A]{}
	var all []*worker[S, A]
	var solvers []*solver.Solver
	for range p.Workers {
		w := newWorker(rules, cfg)
		k := &walker[S, A]{w: w, traces: h.exchange.Join(w.play.Learner)}
		w.play.NumberBy = h.numberOf
		if p.Workers > 1 {
			k.walk = shared.New(k, &w.sim.Pass, &w.tree, &w.choose, &h.tree, p.Workers, p.VirtualLoss)
			if w.prior != nil {
				w.prior.Sorts = true // A block never changes.
			}
		}
		if w.known.Solver != nil {
			solvers = append(solvers, w.known.Solver)
		}
		all, h.walkers = append(all, w), append(h.walkers, k)
	}
	h.team = teamOf(all...)
	if len(solvers) > 1 {
		solver.Share(solvers)
	}
	return h
}

func (h *sharedTree[S, A]) renew() {
	h.numbers = map[A]int32{}
	h.exchange.Renew()
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
	defer h.end() // after a panic, too
	h.left.Store(int64(n))
	err := parallel.Together(r.Ctx, len(h.walkers), r.Stop, func(i int) error { return h.work(r, h.walkers[i]) })
	h.exchange.Flush()
	return n - int(max(0, h.left.Load())), err
}

// begin prepares the walkers for a round, the first of a Run or a later one.
func (h *sharedTree[S, A]) begin(first bool) {
	if len(h.walkers) == 1 {
		return
	}
	h.tree.Begin()
	main := h.walkers[0].w
	for _, k := range h.walkers {
		if k.walk.Begin(first); k.w == main {
			continue
		}
		k.w.play.Copy(&k.w.root, &main.root)
		if k.w.known.Solver != nil {
			k.w.known.Solver.Decided = main.decided()
		}
		k.w.play.History = main.play.History
		k.w.sim.Plies = append(k.w.sim.Plies[:0], main.sim.Plies[:main.play.History]...)
		if first {
			clear(k.w.sums)
		}
	}
}

// end ends a round.
func (h *sharedTree[S, A]) end() {
	if len(h.walkers) == 1 {
		return
	}
	nodes, main := 0, h.walkers[0].w
	for _, k := range h.walkers {
		nodes += k.walk.End()
		if k.w.decided() {
			main.known.Solver.Decided = true
		}
	}
	h.tree.End(nodes)
}

// work runs simulations on a walker until none is left.
func (h *sharedTree[S, A]) work(r *run, k *walker[S, A]) error {
	var p parallel.Pacer
	for {
		n := h.claim(r, p.Batch())
		if n == 0 {
			return nil
		}
		for i := range n {
			if err := k.simulate(&k.w.sim); err != nil {
				return err
			}
			if k.w.decided() {
				r.Stop()
			}
			if k.w.known.Solver != nil && r.Stopped() { // Another walker may have decided the root.
				h.left.Add(int64(n - i - 1))
				return nil
			}
		}
		if r.Due(&p, n) {
			return nil
		}
	}
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

// simulate runs one simulation beside those of other walkers.
func (k *walker[S, A]) simulate(sim *simulation[S, A]) error {
	w := k.w
	if k.walk == nil {
		return w.simulate(sim)
	}
	w.begin(sim)
	leaf, err := k.walk.SelectLeaf()
	if err != nil {
		return err
	}
	if err := w.arrive(sim, leaf); err != nil {
		return err
	}
	if err := w.evaluate(sim); err != nil {
		return err
	}
	if err := k.backup(sim); err != nil {
		return err
	}
	if l := w.play.Learner(); l != nil {
		t := w.traceOf(sim)
		l.Learn(t)
		k.traces.Record(t)
	}
	return nil
}

// backup is that of a worker in a tree that others change.
func (k *walker[S, A]) backup(sim *simulation[S, A]) error {
	w := k.w
	if !w.addSums(sim.Returns) {
		if err := w.checkReturns(sim); err != nil {
			return err
		}
	}
	var values []float64 // the returns
	if !w.credit.isAverage {
		if err := w.creditPath(sim); err != nil {
			return err
		}
		values = w.credit.values
	}
	k.walk.Add(values)
	return w.backUpFeatures(sim)
}

// Expand implements [shared.Engine].
func (k *walker[S, A]) Expand(slot uint32) (child uint32, err error) {
	return k.w.expand(&k.w.sim, slot)
}

// Draw implements [shared.Engine].
func (k *walker[S, A]) Draw(b tree.Block) (edge uint32, err error) {
	return k.w.play.DrawOutcome(&k.w.sim, tree.ActionsOf[A](b))
}

// Play implements [shared.Engine].
func (k *walker[S, A]) Play(b tree.Block, edge uint32) {
	a := tree.ActionOf[A](b, edge)
	if k.w.play.Apply(&k.w.sim.State, a); k.w.play.Follows() {
		k.w.play.Follow(&k.w.sim, a, b.Player)
	}
}
