package selection

import (
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Sums are the columns of sums of returns that a strategy may need beside the means.
type Sums struct {
	squares, weighted *tree.Data[float64] // nil if no strategy needs them
}

// AddSums gives a tree the columns of the sums that the strategies need and shows them. It returns
// nil if they need none.
func AddSums(t *tree.Tree, c *Chooser) *Sums {
	var s Sums
	if c.Needs.Has(policy.NeedSquares) {
		s.squares = tree.NewData[float64](t, true)
		c.Add(squares{s.squares})
	}
	if c.Needs.Has(policy.NeedWeighted) {
		s.weighted = tree.NewData[float64](t, true)
		c.Add(weighted{s.weighted})
	}
	if s == (Sums{}) {
		return nil
	}
	return &s
}

// Add adds a simulation, which is worth values on its path.
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

// Data returns the columns.
func (s *Sums) Data() (all []*tree.Data[float64]) {
	for _, d := range []*tree.Data[float64]{s.squares, s.weighted} {
		if d != nil {
			all = append(all, d)
		}
	}
	return all
}

// squares shows the sums of squared returns, for [policy.NeedSquares].
type squares struct{ *tree.Data[float64] }

func (c squares) Show(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Squares = c.Of(at) }

// weighted shows the sums of returns, each divided by the sampling probability of its edge, for
// [policy.NeedWeighted].
type weighted struct{ *tree.Data[float64] }

func (c weighted) Show(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Weighted = c.Of(at) }

// ActionNumbers shows the numbers of the actions, for [policy.NeedActions].
type ActionNumbers struct {
	Of      func(slot uint32) int32 // the number of the action at a slot
	numbers []int32
}

// Show implements [Column].
func (c *ActionNumbers) Show(n *policy.Node, _ *pass.Pass, at tree.Edges) {
	c.numbers = c.numbers[:0]
	for i := range n.Children {
		c.numbers = append(c.numbers, c.Of(at.First+at.Index(uint32(i))))
	}
	n.Actions = c.numbers
}
