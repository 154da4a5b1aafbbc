package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// selectionColumn is a [column] that the selection strategy reads, or that every backup updates.
type selectionColumn[S any, A comparable] interface {
	column

	// show puts the values of the children of n into n.
	show(n *policy.Node, sim *simulation[S, A], at edges)

	// backup updates the edges on the path of a simulation, credited with values.
	backup(sim *simulation[S, A], values []float64)
}

// shownOnly is embedded by a selectionColumn that no backup updates.
type shownOnly[S any, A comparable] struct{}

func (shownOnly[S, A]) backup(*simulation[S, A], []float64) {}

func (shownOnly[S, A]) isShownOnly() {}

// isUpdated reports whether backups update a column.
func isUpdated[S any, A comparable](c selectionColumn[S, A]) bool {
	_, only := c.(interface{ isShownOnly() })
	return !only
}

// squares is a column of the sums of squared returns, for [policy.NeedSquares].
type squares[S any, A comparable] struct{ columnOf[float64] }

func (c *squares[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) {
	n.Squares = c.pick(at)
}

func (c *squares[S, A]) backup(sim *simulation[S, A], values []float64) {
	for i, e := range sim.path {
		*c.at(e.slot) += float64(values[i] * values[i])
	}
}

// weighted is a column of the sums of returns, each divided by the sampling probability of its
// edge, for [policy.NeedWeighted].
type weighted[S any, A comparable] struct{ columnOf[float64] }

func (c *weighted[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) {
	n.Weighted = c.pick(at)
}

func (c *weighted[S, A]) backup(sim *simulation[S, A], values []float64) {
	for i, e := range sim.path {
		*c.at(e.slot) += values[i] / sim.sampled[i]
	}
}

// actionNumbers shows action numbers, for [policy.NeedActions]. It stores nothing.
type actionNumbers[S any, A comparable] struct {
	columnOf[struct{}]
	shownOnly[S, A]
	nothingSaved
	w       *worker[S, A]
	numbers []int32
}

func (c *actionNumbers[S, A]) show(n *policy.Node, sim *simulation[S, A], at edges) {
	c.numbers = c.numbers[:0]
	for i := range n.Children {
		k := uint32(i)
		if at.places != nil {
			k = (*at.places)[i]
		}
		c.numbers = append(c.numbers, c.w.number(sim, *c.w.edges.at(at.first + k)))
	}
	n.Actions = c.numbers
}

// addNeeds installs the columns that the selection strategies need.
func addNeeds[S any, A comparable](w *worker[S, A], _ Config) {
	w.show(policy.NeedUntried, oneUntried)
	if w.needs.Has(policy.NeedSquares) {
		w.addColumn(&squares[S, A]{})
	}
	if w.needs.Has(policy.NeedWeighted) {
		w.addColumn(&weighted[S, A]{})
	}
	if w.needs.Has(policy.NeedActions) {
		w.addColumn(&actionNumbers[S, A]{w: w})
		if w.numbers == nil {
			w.numbers = map[A]int32{}
		}
	}
}

// validateNeeds reports needs of the selection strategies that the search cannot meet.
func validateNeeds[S any, A comparable](_ game.Rules[S, A], cfg Config) error {
	for _, s := range []struct {
		field string
		policy.Selection
	}{{"Config.Selection", cfg.Selection}, {"Config.Root", cfg.Root}} {
		needs := policy.NeedsOf(s.Selection)
		_, mixed := s.Selection.(policy.MixedSelection)
		if needs.Has(policy.NeedWeighted) && !mixed {
			return fmt.Errorf("mcts: %s: %T needs weighted returns and does not say with what probability it chooses; want a policy.MixedSelection", s.field, s.Selection)
		}
	}
	return validatePlanned(cfg)
}

// validatePlanned reports what does not fit policy.NeedSimulations: the visits of the root must
// count the simulations of a Run, one after the other.
func validatePlanned(cfg Config) error {
	if !policy.NeedsOf(cfg.Selection).Has(policy.NeedSimulations) && !policy.NeedsOf(cfg.Root).Has(policy.NeedSimulations) {
		return nil
	}
	_, batched := cfg.Parallel.(LockStep)
	switch {
	case policy.NeedsOf(cfg.Selection).Has(policy.NeedSimulations):
		return fmt.Errorf("mcts: Config.Selection is a %T, which is for Config.Root alone", cfg.Selection)
	case cfg.Parallel != nil && !batched:
		return fmt.Errorf("mcts: Config.Root is a %T, which divides the simulations of one tree, and Config.Parallel is a %T; want nil or LockStep", cfg.Root, cfg.Parallel)
	case cfg.Hidden != nil:
		return fmt.Errorf("mcts: Config.Root is a %T, which divides the simulations of one tree, and Config.Hidden is a %T; want nil", cfg.Root, cfg.Hidden)
	}
	return nil
}
