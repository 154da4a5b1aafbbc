package solver

import "sync"

// common is what the solvers of the workers of a shared tree have in common, apart from the column
// of proofs: numbers of intervals, and the sum of all returns. Each keeps a copy of what it has
// seen, so that the lock is seldom taken.
type common struct {
	solvers []*Solver
	mu      sync.Mutex
	known
}

// known is what a solver, or all solvers of a shared tree, know apart from the proofs.
type known struct {
	intervals intervalTable
	sum       int64 // of all players' values, in units
	hasSum    bool  // it is known, from the first end of a game
}

// shared returns what all solvers of the tree know.
func (s *Solver) shared() *known {
	if s.common != nil {
		return &s.common.known
	}
	return &s.known
}

// Share lets the solvers of the workers of a shared tree know the same.
func Share(solvers []*Solver) {
	c := &common{solvers: solvers}
	for _, s := range solvers {
		s.common = c
	}
	c.reset()
}

// reset forgets all intervals and the sum. No worker is at work.
func (c *common) reset() {
	players := c.solvers[0].tree.Players()
	c.known = known{intervals: newIntervalTable(players)}
	for _, s := range c.solvers {
		s.known = known{intervals: newIntervalTable(players)}
		s.intervals.common = c
	}
}

// number returns the number of some bounds, or 0 if there are too many.
func (c *common) number(bounds []interval) uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intervals.number(bounds)
}

// list returns all bounds that have numbers. They are only read.
func (c *common) list() []interval {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intervals.all
}

// knowsSum reports whether s.sum is the sum of all players' values: whether an end of the game has
// been seen, and ends must have the same sum.
func (s *Solver) knowsSum() bool {
	if c := s.common; !s.hasSum && c != nil && !s.generalSum && len(s.bounds) > 1 {
		c.mu.Lock()
		defer c.mu.Unlock()
		s.sum, s.hasSum = c.sum, c.hasSum
	}
	return s.hasSum
}

// setSum sets the sum of all players' values, unless another worker has seen an end before.
func (s *Solver) setSum(sum int64) {
	s.sum, s.hasSum = sum, true
	if c := s.common; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.hasSum {
			c.sum, c.hasSum = sum, true
		}
		s.sum = c.sum
	}
}
