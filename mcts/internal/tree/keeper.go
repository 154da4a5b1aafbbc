package tree

import "github.com/banyan-go/banyan/internal/wire"

// Keeper is a feature that keeps more of the edges of a tree than their statistics, in its own
// columns. [Nop] has methods that do nothing.
type Keeper interface {
	Reset(seed uint64) // forgets everything but the configuration and the columns

	// Prepare makes the feature ready for a Run, whose root is in the tree with its actions.
	// rootChanged reports whether the root differs from the root of the last Run.
	Prepare(rootChanged bool) error

	Check(e Checked, found *Findings) // verifies what is kept of an edge
	Code(c *wire.Coder)               // saves or loads what is not in the tree, before the tree
	CodeBlock(c *wire.Coder, b Block) // saves or loads what is kept of the edges of a block
}

// Nop is a [Keeper] that does nothing.
type Nop struct{}

// Reset does nothing.
func (Nop) Reset(uint64) {}

// Prepare does nothing.
func (Nop) Prepare(bool) error { return nil }

// Check does nothing.
func (Nop) Check(Checked, *Findings) {}

// Code does nothing.
func (Nop) Code(*wire.Coder) {}

// CodeBlock does nothing.
func (Nop) CodeBlock(*wire.Coder, Block) {}

// CodeData saves or loads the values of the first n edges of a block in a column. The magnitude of
// a value is at most most.
func CodeData[T float32 | float64](c *wire.Coder, d *Data[T], b Block, n uint32, most T) {
	for k := range n {
		wire.Float(c, d.At(b.first+k), most)
	}
}
