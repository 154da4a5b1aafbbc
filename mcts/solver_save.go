package mcts

import "github.com/banyan-go/banyan/internal/wire"

// save saves the intervals and the proofs. Where nothing is proven, the header of the block says
// so.
func (p *prover[S, A]) save(e *encoder, all savedBlocks) {
	table, sum, hasSum := p.intervals.all, p.sum, p.hasSum
	if c := p.common; c != nil {
		table, sum, hasSum = c.intervals.all, c.sum, c.hasSum
	}
	e.bool(hasSum)
	e.int(sum)
	e.uint(uint64(len(table)))
	for _, v := range table {
		e.int(v.lo)
		e.int(v.hi - v.lo)
	}
	for b := range all {
		for k := range b.count {
			if b.detour {
				e.uint(uint64(p.load(b.first + k)))
			}
		}
	}
}

// restore verifies that every interval gets the number that it had. The proof of the root follows
// from those of its children.
func (p *prover[S, A]) restore(r *wire.Reader, all savedBlocks) {
	hasSum, sum := r.Bool(), units(r)
	table := &p.intervals
	if c := p.common; c != nil {
		table, c.hasSum, c.sum = &c.intervals, hasSum, sum
	} else {
		p.hasSum, p.sum = hasSum, sum
	}
	n := r.Count(2)
	if n == 0 || n%table.players != 0 || n/table.players > maxIntervals {
		r.Fail("%d intervals for %d players", n, table.players)
	}
	for i := range n / table.players {
		for q := range p.bounds {
			lo := units(r)
			p.bounds[q] = interval{lo, lo + units(r)}
		}
		if r.Err() == nil && table.number(p.bounds) != uint32(i) {
			r.Fail("the intervals %v are there twice, or not the first ones", p.bounds)
		}
	}
	isEmpty := true
	for b := range all {
		isEmpty = false
		for k := range b.count {
			if b.detour {
				p.restoreProof(r, b.first+k, n/table.players)
			}
		}
	}
	if !isEmpty && r.Err() == nil {
		if err := p.prepare(false); err != nil {
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

// restoreProof reads a proof that names one of so many bounds.
func (p *prover[S, A]) restoreProof(r *wire.Reader, slot uint32, bounds int) {
	proven := proof(r.Upto(1<<32 - 1))
	if int(proven.bounds()) >= bounds {
		r.Fail("a proof has the bounds %d of %d", proven.bounds(), bounds)
		return
	}
	*p.at(slot) = proven
}
