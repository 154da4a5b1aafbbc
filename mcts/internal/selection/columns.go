package selection

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Sums are the columns of sums of returns that a strategy may need in addition to the means: of
// squared returns, for [policy.NeedSquares], and of returns that are each divided by the sampling
// probability of its edge, for [policy.NeedWeighted].
type Sums struct {
	tree.Nop
	squares, weighted *tree.Data[float64] // nil if no strategy needs them
}

// AddSums gives a tree the columns of the sums that the strategies need and shows them. It returns
// nil if they need none.
func AddSums(t *tree.Tree, c *Chooser) *Sums {
	var s Sums
	if c.Needs.Has(policy.NeedSquares) {
		s.squares = tree.NewData[float64](t, true)
		c.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Squares = s.squares.Of(at) })
	}
	if c.Needs.Has(policy.NeedWeighted) {
		s.weighted = tree.NewData[float64](t, true)
		c.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Weighted = s.weighted.Of(at) })
	}
	if s == (Sums{}) {
		return nil
	}
	return &s
}

// Add adds a simulation, with the given values on its path.
func (s *Sums) Add(p *pass.Pass, values []float64) {
	if s.squares != nil {
		for i, e := range p.Path {
			*s.squares.At(e.Slot) += float64(values[i] * values[i])
		}
	}
	if s.weighted != nil {
		for i, e := range p.Path {
			*s.weighted.At(e.Slot) += values[i] / p.Sampled[i]
		}
	}
}

// CodeBlock implements [tree.Keeper].
func (s *Sums) CodeBlock(c *wire.Coder, b tree.Block) {
	const most = 1e300 // beyond the sum of so many values as there are visits, each divided by a probability
	for _, d := range []*tree.Data[float64]{s.squares, s.weighted} {
		if d != nil {
			tree.CodeData(c, d, b, b.Tried(), most)
		}
	}
}

// ActionNumbers shows the numbers of the actions, of which of returns that at a slot, for
// [policy.NeedActions].
func ActionNumbers(of func(slot uint32) int32) Column {
	var numbers []int32
	return func(n *policy.Node, _ *pass.Pass, at tree.Edges) {
		numbers = numbers[:0]
		for i := range n.Children {
			numbers = append(numbers, of(at.First+at.Index(uint32(i))))
		}
		n.Actions = numbers
	}
}
