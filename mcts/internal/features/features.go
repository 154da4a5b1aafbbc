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

// Save saves what features know.
func (f *Features) Save(e *wire.Writer, t *tree.Tree, hasTree bool) {
	if f.Sums != nil && hasTree {
		for _, d := range f.Sums.Data() {
			tree.SaveData(e, t, d, false)
		}
	}
	if f.Priors != nil && hasTree {
		tree.SaveData(e, t, f.Priors, true)
	}
	if f.Noise != nil {
		e.Marshal(&f.Noise.Rand) // Every Run perturbs the priors again.
	}
	if f.Implicit != nil {
		f.Implicit.Save(e, hasTree)
	}
	if f.Solver != nil {
		f.Solver.Save(e, hasTree)
	}
}

// Load loads what Save has saved.
func (f *Features) Load(r *wire.Reader, t *tree.Tree, hasTree bool) {
	if f.Sums != nil && hasTree {
		for _, d := range f.Sums.Data() {
			tree.LoadData(r, t, d, false, maxSums)
		}
	}
	if f.Priors != nil && hasTree {
		tree.LoadData(r, t, f.Priors, true, 2) // They sum to 1.
	}
	if f.Noise != nil {
		r.Unmarshal(&f.Noise.Rand)
	}
	if f.Implicit != nil {
		f.Implicit.Load(r, hasTree)
	}
	if f.Solver != nil {
		f.Solver.Load(r, hasTree)
	}
}

// maxSums is beyond the sum of so many values, or squares of values, as there are visits, each
// divided by a probability.
const maxSums = 1e300
