package mcts

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/policy"
)

// saveTried saves the values of all tried edges.
func saveTried[T any](c *columnOf[T], all savedBlocks, save func(T)) {
	for b := range all {
		for k := range b.tried {
			save(*c.at(b.first + k))
		}
	}
}

// loadTried loads what saveTried has saved.
func loadTried[T any](r *wire.Reader, c *columnOf[T], all savedBlocks, load func() T) {
	for b := range all {
		for k := range b.tried {
			*c.at(b.first + k) = load()
		}
		if r.Err() != nil {
			return
		}
	}
}

// stats saves a mean, if there is one, with its visits.
func (e *encoder) stats(s policy.Stats) {
	if e.uint(uint64(s.Visits)); s.Visits > 0 {
		e.float32(s.Mean)
	}
}

// loadStats reads what encoder.stats has written, of up to that many visits.
func loadStats(r *wire.Reader, most uint64) (s policy.Stats) {
	if s.Visits = uint32(r.Upto(most)); s.Visits > 0 {
		s.Mean = r.Within32(maxReturn)
	}
	return s
}

// maxSums is beyond the sum of so many values, or squares of values, as there are visits, each
// divided by a probability.
const maxSums = 1e300

func (c *squares[S, A]) save(e *encoder, all savedBlocks) { saveTried(&c.columnOf, all, e.float64) }

func (c *squares[S, A]) restore(r *wire.Reader, all savedBlocks) {
	loadTried(r, &c.columnOf, all, func() float64 { return r.Within64(maxSums) })
}

func (c *weighted[S, A]) save(e *encoder, all savedBlocks) { saveTried(&c.columnOf, all, e.float64) }

func (c *weighted[S, A]) restore(r *wire.Reader, all savedBlocks) {
	loadTried(r, &c.columnOf, all, func() float64 { return r.Within64(maxSums) })
}
