package mcts

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/rng"
)

// scheduler runs simulations, on one worker or on several.
type scheduler[S any, A comparable] interface {
	// trees returns the workers that have a tree, of which there is at least one.
	trees() []*worker[S, A]

	// workers returns the workers that have a playout policy, which are all that run simulations.
	workers() []*worker[S, A]

	// run runs up to n simulations and returns how many it ran: fewer if r.signal said stop.
	run(r *run, n int) (ran int, err error)

	// renew is called when the playout policies are new.
	renew()

	// reset makes the random streams those of seed.
	reset(seed uint64)

	// streams returns the random streams, and how many numbered ones have been used.
	streams() (all []*rng.Rand, used *uint64)
}

// newScheduler makes the workers and whoever coordinates them.
func newScheduler[S any, A comparable](rules game.Rules[S, A], cfg Config) scheduler[S, A] {
	switch p := cfg.Parallel.(type) {
	case RootParallel:
		return newForest(rules, cfg, p)
	case LeafParallel:
		return newBatches(rules, cfg, p.Workers, p.Playouts, false)
	case LockStep:
		return newBatches(rules, cfg, p.Workers, p.Batch, true)
	case TreeParallel:
		return newSharedTree(rules, cfg, p)
	}
	return &serial[S, A]{newWorker(rules, cfg)}
}

// serial is one worker in the goroutine of the caller.
type serial[S any, A comparable] struct{ w *worker[S, A] }

func (s *serial[S, A]) trees() []*worker[S, A] { return []*worker[S, A]{s.w} }

func (s *serial[S, A]) workers() []*worker[S, A] { return s.trees() }

func (s *serial[S, A]) renew() {}

func (s *serial[S, A]) reset(seed uint64) { s.w.sim.Rand.Seed(seed) }

func (s *serial[S, A]) run(r *run, n int) (int, error) {
	if n = min(n, parallel.MaxBatch); r.Timed {
		n = min(n, r.pace.Batch())
	}
	for i := range n {
		if err := s.w.simulate(&s.w.sim); err != nil {
			return 0, err
		}
		if s.w.decided() {
			return i + 1, nil
		}
	}
	return n, nil
}

func (s *serial[S, A]) streams() ([]*rng.Rand, *uint64) { return streamsOf(s.trees()) }

// streamsOf returns the random streams of some workers.
func streamsOf[S any, A comparable](workers []*worker[S, A]) (all []*rng.Rand, used *uint64) {
	for _, w := range workers {
		all = append(all, &w.sim.Rand)
	}
	return all, new(uint64)
}
