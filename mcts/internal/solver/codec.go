package solver

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Save writes the intervals and, if there is a tree, the proofs in the marked blocks.
func (s *Solver) Save(e *wire.Writer, hasTree bool) {
	table, sum, hasSum := s.intervals.all, s.sum, s.hasSum
	if c := s.common; c != nil {
		table, sum, hasSum = c.intervals.all, c.sum, c.hasSum
	}
	e.Bool(hasSum)
	e.Int(sum)
	e.Uint(uint64(len(table)))
	for _, v := range table {
		e.Int(v.lo)
		e.Int(v.hi - v.lo)
	}
	if hasTree {
		s.markedEdges(func(slot uint32) { e.Uint(uint64(s.load(slot))) })
	}
}

// markedEdges calls f for the edges of all marked blocks.
func (s *Solver) markedEdges(f func(slot uint32)) {
	s.tree.Blocks(func(b tree.Block) {
		if b.IsMarked() {
			for k := range b.Count() {
				f(b.First() + k)
			}
		}
	})
}

// Load reads what Save has written, for a tree that is loaded. It verifies that every interval gets
// the number that it had. The proof of the root follows from those of its children.
func (s *Solver) Load(r *wire.Reader, hasTree bool) {
	hasSum, sum := r.Bool(), units(r)
	table := &s.intervals
	if c := s.common; c != nil {
		table, c.hasSum, c.sum = &c.intervals, hasSum, sum
	} else {
		s.hasSum, s.sum = hasSum, sum
	}
	n := r.Count(2)
	if n == 0 || n%table.players != 0 || n/table.players > maxIntervals {
		r.Fail("%d intervals for %d players", n, table.players)
		return
	}
	for i := range n / table.players {
		for q := range s.bounds {
			lo := units(r)
			s.bounds[q] = interval{lo, lo + units(r)}
		}
		if r.Err() == nil && table.number(s.bounds) != uint32(i) {
			r.Fail("the intervals %v are there twice, or not the first ones", s.bounds)
		}
	}
	if !hasTree {
		return
	}
	s.markedEdges(func(slot uint32) {
		proven := Proof(r.Upto(1<<32 - 1))
		if int(proven.bounds()) >= n/table.players {
			r.Fail("a proof has the bounds %d of %d", proven.bounds(), n/table.players)
			return
		}
		*s.proofs.At(slot) = proven
	})
	if r.Err() == nil {
		if err := s.Prepare(); err != nil {
			r.Fail("%w", err)
		}
	}
}

// units reads a number of units. Rounding may make it a little less than 0 or more than gridUnits,
// and a sum of values is greater.
func units(r *wire.Reader) int64 {
	const most int64 = gridUnits << 16
	v := r.Int()
	if v < -most || v > most {
		r.Fail("a value has %d units, want up to %d", v, most)
	}
	return v
}
