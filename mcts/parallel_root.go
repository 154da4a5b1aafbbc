package mcts

import (
	"cmp"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// forest is the mode Root: trees that know nothing of each other. A worker takes the next tree in the queue, runs a
// batch of its simulations and puts it back. Where there are as many workers as trees, each keeps its own.
type forest[S any, A comparable] struct {
	s     *Search[S, A]
	queue chan int // trees that have simulations left and no worker
	ran   []int    // simulations of each tree in this Run
	order []int    // all trees, those with the fewest simulations first
}

func newForest[S any, A comparable](s *Search[S, A], g Game[S, A]) *forest[S, A] {
	n := s.cfg.Parallel.Trees
	share := s.cfg
	if share.MaxNodes > 0 {
		share.MaxNodes = max(1, share.MaxNodes/n)
	}
	share.MaxBytes /= int64(n)
	s.trees = nil
	for t := range n {
		share.Seed = treeSeed(s.cfg.Seed, t)
		s.trees = append(s.trees, newWorker(g, share, g.NumPlayers()))
	}
	s.w, s.live = s.trees[0], s.trees
	return &forest[S, A]{s: s, queue: make(chan int, n), ran: make([]int, n), order: make([]int, n)}
}

// reset implements engine.
func (f *forest[S, A]) reset() {
	for t, w := range f.s.trees {
		w.rand.Seed(treeSeed(f.s.cfg.Seed, t))
	}
}

// treeSeed returns the seed of a tree: for the first that of the search, for the others numbers drawn from it, so that
// searches with neighbouring seeds have no tree in common.
func treeSeed(seed uint64, tree int) uint64 {
	r := rng.New(seed)
	for range tree {
		seed = r.Uint64()
	}
	return seed
}

// share returns how many of n simulations are the tree's.
func (f *forest[S, A]) share(n, tree int) int {
	trees := len(f.ran)
	share := n / trees
	if tree < n%trees {
		share++
	}
	return share
}

// simulate implements engine.
func (f *forest[S, A]) simulate(r *run[A], n int) (int, error) {
	if r.simulations == 0 {
		clear(f.ran)
	}
	for len(f.queue) > 0 { // what a round before left, whatever ended it
		<-f.queue
	}
	target := r.simulations + n
	for _, t := range f.fewestFirst() {
		if f.ran[t] < f.share(target, t) {
			f.queue <- t
		}
	}
	before := f.total()
	err := together(r.ctx, min(f.s.cfg.Parallel.Workers, len(f.queue)), r.lookout.halt, func(int) error {
		return f.work(r, target)
	})
	return f.total() - before, err
}

// fewestFirst returns the order of the trees in the queue, so that rounds which end early leave none behind.
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
			if f.ran[t] < f.share(target, t) {
				f.queue <- t
			}
		default:
			return nil
		}
		if f.s.due(r, &p) {
			return nil
		}
	}
}

// grow runs a batch of simulations of a tree, until it has had so many in this Run. Where time is the limit, a tree at most doubles,
// so that no tree gets far ahead of others whose turn does not come any more.
func (f *forest[S, A]) grow(r *run[A], tree, until, batch int) error {
	w := f.s.trees[tree]
	n := min(until-f.ran[tree], maxBatch)
	if r.timed {
		n = min(n, batch, max(1, f.ran[tree]))
	}
	for range n {
		if err := w.simulate(); err != nil {
			return err
		}
	}
	f.ran[tree] += n
	return w.checkSums(f.ran[tree])
}
