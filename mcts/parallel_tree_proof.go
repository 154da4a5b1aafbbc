package mcts

import "sync"

// commonProofs is what the provers of the workers of a shared tree have in common, beside the
// column of proofs. Each keeps a copy of what it has seen, so that the lock is seldom taken.
type commonProofs[S any, A comparable] struct {
	commonIntervals
	provers []*prover[S, A]
}

// commonIntervals numbers intervals for several workers, and keeps the sum of all returns.
type commonIntervals struct {
	mu        sync.Mutex
	intervals intervalTable
	sum       int64
	hasSum    bool
}

// share implements [sharedColumn].
func (p *prover[S, A]) share(first column) {
	p.columnOf.share(first)
	main, _ := first.(*prover[S, A])
	if p == main {
		p.common = &commonProofs[S, A]{}
	}
	p.common = main.common
	p.common.provers = append(p.common.provers, p)
	p.common.reset()
}

// reset forgets all intervals and the sum. No worker is at work.
func (c *commonProofs[S, A]) reset() {
	players := len(c.provers[0].w.sums)
	c.intervals, c.hasSum = newIntervalTable(players), false
	for _, p := range c.provers {
		p.intervals, p.hasSum = newIntervalTable(players), false
		p.intervals.common = &c.commonIntervals
	}
}

// number returns the number of some bounds, or 0 if there are too many.
func (c *commonIntervals) number(bounds []interval) uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intervals.number(bounds)
}

// list returns all bounds that have numbers. They are only read.
func (c *commonIntervals) list() []interval {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intervals.all
}

// knowsSum reports whether p.sum is the sum of all players' values: whether an end of the game has
// been seen, and ends must have the same sum.
func (p *prover[S, A]) knowsSum() bool {
	if c := p.common; !p.hasSum && c != nil && !p.GeneralSum && len(p.bounds) > 1 {
		c.mu.Lock()
		defer c.mu.Unlock()
		p.sum, p.hasSum = c.sum, c.hasSum
	}
	return p.hasSum
}

// setSum sets the sum of all players' values, unless another worker has seen an end before.
func (p *prover[S, A]) setSum(sum int64) {
	p.sum, p.hasSum = sum, true
	if c := p.common; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.hasSum {
			c.sum, c.hasSum = sum, true
		}
		p.sum = c.sum
	}
}
