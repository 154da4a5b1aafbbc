// Package features has in one place what all features of a tree have in common: each keeps more of
// the edges than their statistics, in columns of its own, and forgets, prepares for a Run, is
// checked, saved and loaded with the tree. What a feature does in a simulation stands in its own
// package.
package features

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/mcts/internal/implicit"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/prior"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/similar"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Features are those of one tree. Each is nil unless the Config asks for it.
type Features struct {
	Solver   *solver.Solver
	Implicit *implicit.Values
	AMAF     *amaf.AMAF
	Similar  *similar.Positions
	Priors   *tree.Data[float32]
	Noise    *prior.Noise
	Sums     *selection.Sums

	Parts    []pass.Part // those that take part in every simulation
	TakePart bool        // Any of them do, or learn from every simulation.
}

// Reset drops what the features have learned.
func (f *Features) Reset(seed uint64) {
	if f.Solver != nil {
		f.Solver.Reset()
	}
	if f.Implicit != nil {
		f.Implicit.Reset()
	}
	for _, part := range f.Parts {
		part.Reset(seed)
	}
}

// Prepare makes the features ready for a Run.
func (f *Features) Prepare(rootChanged bool) error {
	if f.Solver != nil {
		if err := f.Solver.Prepare(); err != nil {
			return err
		}
	}
	for _, part := range f.Parts {
		if err := part.Prepare(rootChanged); err != nil {
			return err
		}
	}
	return nil
}

// Check verifies what they keep of an edge.
func (f *Features) Check(e tree.Checked, found *tree.Findings) {
	if f.Solver != nil {
		f.Solver.Check(e, found)
	}
	if f.Implicit != nil {
		f.Implicit.Check(e, found)
	}
	if f.AMAF != nil {
		f.AMAF.Check(e, found)
	}
	if f.Similar != nil {
		f.Similar.Check(e, found)
	}
}

// Code saves what features know, or loads it, before the tree.
func (f *Features) Code(c *wire.Coder) {
	if f.Noise != nil {
		c.Marshal(&f.Noise.Rand) // Every Run perturbs the priors again.
	}
	if f.Implicit != nil {
		f.Implicit.Code(c)
	}
	if f.Solver != nil {
		f.Solver.Code(c)
	}
}

// maxSum is beyond the sum of so many values, or squares of values, as there are visits, each
// divided by a probability.
const maxSum = 1e300

// CodeBlock saves what features keep of the edges of a block, or loads it.
func (f *Features) CodeBlock(c *wire.Coder, b tree.Block) {
	if f.Sums != nil {
		for _, d := range f.Sums.Data() {
			tree.CodeData(c, d, b, b.Tried(), maxSum)
		}
	}
	if f.Priors != nil {
		tree.CodeData(c, f.Priors, b, b.Count(), 2) // They sum to 1.
	}
	if f.Implicit != nil {
		f.Implicit.CodeBlock(c, b)
	}
	if f.Solver != nil {
		f.Solver.CodeBlock(c, b)
	}
}
