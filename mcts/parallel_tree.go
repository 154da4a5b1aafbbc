package mcts

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/shared"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// sharedTree is the scheduler of [TreeParallel]: one tree in which several workers walk without
// locks; see package shared. At rest it is a tree like any other, the first worker's.
type sharedTree[S any, A comparable] struct {
	team[S, A]
	tree     tree.Shared
	exchange parallel.Exchange
	seen     []*returns.Seen // of all workers but the first
	left     atomic.Int64    // simulations of the round that have not begun

	mu      sync.Mutex
	numbers map[A]int32
}

// sharing is how a worker walks through a shared tree, and how others learn from its simulations.
// It is the engine of the walk.
type sharing[S any, A comparable] struct {
	*shared.Walker
	w      *worker[S, A]
	traces *parallel.Member
}

func newSharedTree[S any, A comparable](rules game.Rules[S, A], cfg Config, p TreeParallel) *sharedTree[S, A] {
	h := &sharedTree[S, A]{}
	var all []*worker[S, A]
	var solvers []*solver.Solver
	for range p.Workers {
		w := newWorker(rules, cfg)
		w.play.NumberBy = h.numberOf
		w.shared = &sharing[S, A]{w: w, traces: h.exchange.Join(w.play.Learner)}
		w.shared.Walker = shared.New(w.shared, &w.sim.Pass, &w.tree, &w.choose, &w.seen, &h.tree, p.Workers, p.VirtualLoss)
		if w.prior != nil {
			w.prior.Sorts = true // A block never changes.
		}
		if w.known.Solver != nil {
			solvers = append(solvers, w.known.Solver)
		}
		all = append(all, w)
	}
	h.team = teamOf(all...)
	for _, w := range all[1:] {
		h.seen = append(h.seen, &w.seen)
	}
	if solvers != nil {
		solver.Share(solvers)
	}
	return h
}

func (h *sharedTree[S, A]) renew() {
	h.numbers = map[A]int32{}
	h.exchange.Renew()
}

// numberOf numbers the actions for all workers, each of which asks once for each action.
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
	err := parallel.Together(r.Ctx, len(h.all), r.Stop, func(i int) error { return h.work(r, h.all[i]) })
	h.exchange.Flush()
	return n - int(max(0, h.left.Load())), err
}

// begin prepares the workers for a round, the first of a Run or a later one.
func (h *sharedTree[S, A]) begin(first bool) {
	h.tree.Begin()
	main := h.all[0]
	var toCome *returns.First
	if visits, _ := main.tree.Edge(tree.Root); visits == 0 {
		toCome = &returns.First{}
	}
	for _, w := range h.all {
		w.seen.Join(&main.seen, toCome)
		w.choose.Scale(w.seen.Units())
		if w.shared.Begin(first); w == main {
			continue
		}
		w.play.Copy(&w.root, &main.root)
		if w.known.Solver != nil {
			w.known.Solver.Decided = main.decided()
		}
		w.play.History = main.play.History
		w.sim.Plies = append(w.sim.Plies[:0], main.sim.Plies[:main.play.History]...)
		if first {
			w.seen.BeginRun()
		}
	}
}

// end ends a round.
func (h *sharedTree[S, A]) end() {
	nodes := 0
	h.all[0].seen.Merge(h.seen)
	h.all[0].choose.Scale(h.all[0].seen.Units())
	for _, w := range h.all {
		nodes += w.shared.End()
		if w.decided() {
			h.all[0].known.Solver.Decided = true
		}
	}
	h.tree.End(nodes)
}

// work lets a worker run simulations until none is left.
func (h *sharedTree[S, A]) work(r *run, w *worker[S, A]) error {
	var p parallel.Pacer
	for {
		n := h.claim(r, p.Batch())
		if n == 0 {
			return nil
		}
		for i := range n {
			switch err := w.simulate(&w.sim); {
			case errors.Is(err, brake.ErrPulled):
				w.shared.Abandon()
				r.Stop()
				h.left.Add(int64(n - i))
				return nil
			case err != nil:
				return err
			}
			if w.decided() {
				r.Stop()
			}
			if w.known.Solver != nil && r.Stopped() { // Another worker may have decided the root.
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
// workers end together.
func (h *sharedTree[S, A]) claim(r *run, batch int) int {
	if !r.Timed {
		batch = parallel.MaxBatch
	}
	for {
		left := h.left.Load()
		n := min(left, max(1, min(int64(batch), left/int64(4*len(h.all)))))
		if n == 0 || h.left.CompareAndSwap(left, left-n) {
			return int(n)
		}
	}
}

// Expand implements [shared.Engine].
func (k *sharing[S, A]) Expand(slot uint32) (child uint32, err error) {
	return k.w.expand(&k.w.sim, slot)
}

// Draw implements [shared.Engine].
func (k *sharing[S, A]) Draw(b tree.Block) (edge uint32, err error) {
	return k.w.play.DrawOutcome(&k.w.sim, tree.ActionsOf[A](b))
}

// Play implements [shared.Engine].
func (k *sharing[S, A]) Play(b tree.Block, edge uint32) {
	k.w.play.Play(&k.w.sim, tree.ActionOf[A](b, edge), b.Player)
}
