package mcts

import "github.com/banyan-go/banyan/policy"

// selectionColumn is a [column] that the selection strategy reads and every backup updates.
type selectionColumn[S any, A comparable] interface {
	column

	// show puts the values of the children of n, of which the first edge is at slot, into n.
	show(n *policy.Node, sim *simulation[S, A], slot uint32)

	// backup updates the edges on the path of a simulation, credited with values.
	backup(sim *simulation[S, A], values []float64)
}

// squares is a column of the sums of squared returns, for UCB1-Tuned.
type squares[S any, A comparable] struct{ columnOf[float64] }

func (c *squares[S, A]) show(n *policy.Node, _ *simulation[S, A], slot uint32) {
	n.Squares = c.block(slot, len(n.Children))
}

func (c *squares[S, A]) backup(sim *simulation[S, A], values []float64) {
	for i, e := range sim.path {
		*c.at(e.slot) += float64(values[i] * values[i])
	}
}

// weighted is a column of the sums of returns, each divided by the sampling probability of its edge,
// for selection by a mixed strategy.
type weighted[S any, A comparable] struct{ columnOf[float64] }

func (c *weighted[S, A]) show(n *policy.Node, _ *simulation[S, A], slot uint32) {
	n.Weighted = c.block(slot, len(n.Children))
}

func (c *weighted[S, A]) backup(sim *simulation[S, A], values []float64) {
	for i, e := range sim.path {
		*c.at(e.slot) += values[i] / sim.sampled[i]
	}
}

// sampled records the sampling probability of the next edge of the path, for a mixed strategy.
func (w *worker[S, A]) sampled(sim *simulation[S, A], p float64) {
	if w.drawer != nil {
		sim.sampled = append(sim.sampled[:len(sim.path)], p)
	}
}

// addSums installs the column that Config.Selection reads, if it reads one.
func addSums[S any, A comparable](w *worker[S, A], cfg Config) {
	if _, reads := cfg.Selection.(policy.SquareReader); reads {
		w.addColumn(&squares[S, A]{})
	}
	if w.drawer != nil {
		w.addColumn(&weighted[S, A]{})
	}
}
