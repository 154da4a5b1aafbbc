package solver

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Code codes the intervals. It verifies that every interval gets the number that it had.
func (s *Solver) Code(c *wire.Coder) {
	all := s.shared()
	table := &all.intervals
	c.Bool(&all.hasSum)
	codeUnits(c, &all.sum)
	n := len(table.all) / table.players
	c.Count(&n, 2*table.players)
	for i := range n {
		if !c.Reads() {
			copy(s.bounds, table.of(uint32(i)))
		}
		for q := range s.bounds {
			codeUnits(c, &s.bounds[q].lo)
			codeUnits(c, &s.bounds[q].hi)
		}
		if c.Err() == nil && table.number(s.bounds) != uint32(i) {
			c.Fail("the intervals %v are there twice, not the first ones, or too many", s.bounds)
		}
	}
}

// CodeBlock codes the proofs of a marked block.
func (s *Solver) CodeBlock(c *wire.Coder, b tree.Block) {
	if !b.IsMarked() {
		return
	}
	for k := range b.Count() {
		proven := s.load(b.First() + k)
		if s.code(c, &proven); c.Reads() && c.Err() == nil {
			*s.proofs.At(b.First() + k) = proven
		}
	}
}

// code codes a proof, after the intervals.
func (s *Solver) code(c *wire.Coder, proven *Proof) {
	table := &s.shared().intervals
	wire.Int(c, proven, 0, 1<<32-1)
	if n := len(table.all) / table.players; int(proven.bounds()) >= n {
		c.Fail("a proof has the bounds %d of %d", proven.bounds(), n)
	}
}

// codeUnits codes a number of units. Rounding may make it a little less than 0 or more than
// gridUnits, and a sum of values is greater.
func codeUnits(c *wire.Coder, v *int64) {
	const most = gridUnits << 16
	wire.Int(c, v, -most, most)
}
