package mcts

import (
	"cmp"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// forest is the scheduler of [RootParallel]: trees that know nothing of each other. A
// worker takes the next tree from the queue, runs a batch of its simulations and puts it back. With
// as many workers as trees, each worker keeps its own tree.
type forest[S any, A comparable] struct {
	grown []*worker[S, A]
	most  int      // goroutines
	queue chan int // trees that have simulations left and no worker
	ran   []int    // simulations of each tree in this Run
	order []int    // all trees, those with the fewest simulations first
}

func newForest[S any, A comparable](rules game.Rules[S, A], cfg Config, p RootParallel) *forest[S, A] {
	n := p.Trees
	f := &forest[S, A]{most: p.Workers, queue: make(chan int, n), ran: make([]int, n), order: make([]int, n)}
	if cfg.MaxNodes > 0 {
		cfg.MaxNodes = max(1, cfg.MaxNodes/n)
	}
	cfg.MaxBytes /= int64(n)
	seed := cfg.Seed
	for t := range n {
		cfg.Seed = treeSeed(seed, t)
		f.grown = append(f.grown, newWorker(rules, cfg))
	}
	return f
}

func (f *forest[S, A]) trees() []*worker[S, A] { return f.grown }

func (f *forest[S, A]) workers() []*worker[S, A] { return f.grown }

func (f *forest[S, A]) renew() {}

func (f *forest[S, A]) reset(seed uint64) {
	for t, w := range f.grown {
		w.sim.rand.Seed(treeSeed(seed, t))
	}
}

// treeSeed returns the seed of a tree: for the first that of the search, for the others numbers
// drawn from it, so that searches with neighbouring seeds have no tree in common.
func treeSeed(seed uint64, tree int) uint64 {
	r := rng.New(seed)
	for range tree {
		seed = r.Uint64()
	}
	return seed
}

// share returns how many of n simulations the tree runs.
func (f *forest[S, A]) share(n, tree int) int {
	trees := len(f.ran)
	share := n / trees
	if tree < n%trees {
		share++
	}
	return share
}

func (f *forest[S, A]) run(r *run[A], n int) (int, error) {
	if r.simulations == 0 {
		clear(f.ran)
	}
	for len(f.queue) > 0 { // What an earlier round left, whatever ended it.
		<-f.queue
	}
	target := r.simulations + n
	for _, t := range f.fewestFirst() {
		if f.ran[t] < f.share(target, t) {
			f.queue <- t
		}
	}
	before := f.total()
	err := together(r.ctx, min(f.most, len(f.queue)), r.signal.stop, func(int) error {
		return f.work(r, target)
	})
	return f.total() - before, err
}

// fewestFirst returns the order of the trees in the queue, so that rounds which end early leave
// none behind.
func (f *forest[S, A]) fewestFirst() []int {
	for t := range f.order {
		f.order[t] = t
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return cmp.Compare(f.ran[a], f.ran[b]) })
	return f.order
}

func (f *forest[S, A]) total() (n int) {
	for _, ran := range f.ran {
		n += ran
	}
	return n
}

// work runs simulations of one tree after the other until there is nothing to do.
func (f *forest[S, A]) work(r *run[A], target int) error {
	var p pacer
	for {
		select {
		case t := <-f.queue:
			if err := f.grow(r, t, f.share(target, t), p.batch()); err != nil {
				return err
			}
			if f.ran[t] < f.share(target, t) && !f.grown[t].decided {
				f.queue <- t
			}
		default:
			return nil
		}
		if r.due(&p, 1) {
			return nil
		}
	}
}

// grow runs a batch of simulations of a tree, until it has had so many in this Run. If time is the
// limit, a tree at most doubles, so that it does not get far ahead of trees that have no worker.
func (f *forest[S, A]) grow(r *run[A], tree, until, batch int) error {
	w := f.grown[tree]
	n := min(until-f.ran[tree], maxBatch)
	if r.timed {
		n = min(n, batch, max(1, f.ran[tree]))
	}
	for range n {
		if err := w.simulate(&w.sim); err != nil {
			return err
		}
		f.ran[tree]++
		if w.decided {
			break
		}
	}
	return nil
}
