// Package features provides all features of a tree in one place: what each keeps of the edges is
// forgotten, prepared for a Run, checked, saved and loaded with the tree. What a feature does in a
// simulation stands in its own package.
package features

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/mcts/internal/graph"
	"github.com/banyan-go/banyan/mcts/internal/implicit"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/prior"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/similar"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Features are the features of one tree. Each is nil unless the Config asks for it.
type Features struct {
	Solver   *solver.Solver
	Implicit *implicit.Values
	AMAF     *amaf.AMAF
	Similar  *similar.Positions
	Priors   *tree.Data[float32]
	Noise    *prior.Noise
	Sums     *selection.Sums
	Graph    *graph.Graph
	Seen     *returns.Seen // what the returns look like, which the values of the edges are relative to

	Parts    []pass.Part // those that take part in every simulation
	TakePart bool        // Any of them do, or learn from every simulation.

	all []tree.Keeper
}

// Add adds a feature, which is among the parts if it is a [pass.Part].
func (f *Features) Add(k tree.Keeper) {
	f.all = append(f.all, k)
	if part, ok := k.(pass.Part); ok {
		f.Parts = append(f.Parts, part)
	}
	f.TakePart = len(f.Parts) > 0 || f.Solver != nil || f.Implicit != nil
}

// Reset drops what the features have learned.
func (f *Features) Reset(seed uint64) {
	for _, k := range f.all {
		k.Reset(seed)
	}
}

// Prepare makes the features ready for a Run.
func (f *Features) Prepare(rootChanged bool) error {
	for _, k := range f.all {
		if err := k.Prepare(rootChanged); err != nil {
			return err
		}
	}
	return nil
}

// Check verifies what they keep of an edge.
func (f *Features) Check(e tree.Checked, found *tree.Findings) {
	for _, k := range f.all {
		k.Check(e, found)
	}
}

// Code saves what they keep along with the tree, or loads it, before the tree.
func (f *Features) Code(c *wire.Coder) {
	for _, k := range f.all {
		k.Code(c)
	}
}

// CodeBlock saves what they keep of the edges of a block, or loads it.
func (f *Features) CodeBlock(c *wire.Coder, b tree.Block) {
	for _, k := range f.all {
		k.CodeBlock(c, b)
	}
}
