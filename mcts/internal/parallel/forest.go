package parallel

import (
	"cmp"
	"errors"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/brake"
)

// Forest grows trees that know nothing of each other. A worker takes the next tree from the queue,
// runs a batch of its simulations and puts it back. With as many workers as trees, each worker
// keeps its own tree.
type Forest struct {
	simulate func(tree int) (decided bool, err error) // runs one simulation of a tree
	most     int                                      // goroutines
	Begun    int                                      // the trees that have a root, the first ones
	queue    chan int                                 // trees that have simulations left and no worker
	ran      []int                                    // simulations of each tree in this Run
	order    []int                                    // all trees, those with the fewest simulations first
}

// NewForest returns a forest of so many trees.
func NewForest(trees, workers int, simulate func(tree int) (decided bool, err error)) *Forest {
	f := &Forest{simulate: simulate, most: workers, Begun: trees, queue: make(chan int, trees), ran: make([]int, trees)}
	for t := range trees {
		f.order = append(f.order, t)
	}
	return f
}

// share returns how many of n simulations the tree runs.
func (f *Forest) share(n, tree int) int {
	switch share := n / f.Begun; {
	case tree >= f.Begun:
		return 0
	case tree < n%f.Begun:
		return share + 1
	default:
		return share
	}
}

// Run runs up to n simulations after those that were run before in this Run, and returns how many
// it ran.
func (f *Forest) Run(l *Limits, before, n int) (int, error) {
	if before == 0 {
		clear(f.ran)
	}
	for len(f.queue) > 0 { // What an earlier round left, whatever ended it.
		<-f.queue
	}
	target := before + n
	// Those with the fewest simulations come first: rounds which end early leave none behind.
	slices.SortStableFunc(f.order, func(a, b int) int { return cmp.Or(cmp.Compare(f.ran[a], f.ran[b]), cmp.Compare(a, b)) })
	for _, t := range f.order {
		if f.ran[t] < f.share(target, t) {
			f.queue <- t
		}
	}
	err := Together(l.Ctx, min(f.most, len(f.queue)), l.Stop, func(int) error { return f.work(l, target) })
	total := 0
	for _, ran := range f.ran {
		total += ran
	}
	return total - before, err
}

// work runs simulations of one tree after the other until there is nothing to do.
func (f *Forest) work(l *Limits, target int) error {
	var p Pacer
	for {
		select {
		case t := <-f.queue:
			decided, err := f.grow(l, t, f.share(target, t), p.Batch())
			if err != nil {
				return err
			}
			if f.ran[t] < f.share(target, t) && !decided {
				f.queue <- t
			}
		default:
			return nil
		}
		if l.Due(&p, 1) {
			return nil
		}
	}
}

// grow runs a batch of simulations of a tree, until it has had so many in this Run. If time is the
// limit, a tree at most doubles, so that it does not get far ahead of trees that have no worker.
func (f *Forest) grow(l *Limits, tree, until, batch int) (decided bool, err error) {
	n := min(until-f.ran[tree], MaxBatch)
	if l.Timed {
		n = min(n, batch, max(1, f.ran[tree]))
	}
	for ; n > 0 && !decided; n-- {
		switch decided, err = f.simulate(tree); {
		case errors.Is(err, brake.ErrPulled):
			return false, nil
		case err != nil:
			return false, err
		}
		f.ran[tree]++
	}
	return decided, nil
}
