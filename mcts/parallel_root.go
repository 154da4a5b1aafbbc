package mcts

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/rng"
)

// forest is the scheduler of [RootParallel].
type forest[S any, A comparable] struct {
	*parallel.Forest
	grown []*worker[S, A]
}

func newForest[S any, A comparable](rules game.Rules[S, A], cfg Config, p RootParallel) *forest[S, A] {
	n := p.Trees
	f := &forest[S, A]{}
	f.Forest = parallel.NewForest(n, p.Workers, func(tree int) (decided bool, err error) {
		w := f.grown[tree]
		err = w.simulate(&w.sim)
		return w.decided(), err
	})
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
		w.sim.Rand.Seed(treeSeed(seed, t))
	}
}

func (f *forest[S, A]) streams() ([]*rng.Rand, *uint64) { return streamsOf(f.grown) }

func (f *forest[S, A]) run(r *run, n int) (int, error) { return f.Run(&r.Limits, r.simulations, n) }

// treeSeed returns the seed of a tree: for the first that of the search, for the others numbers
// drawn from it, so that searches with neighbouring seeds have no tree in common.
func treeSeed(seed uint64, tree int) uint64 {
	r := rng.New(seed)
	for range tree {
		seed = r.Uint64()
	}
	return seed
}
