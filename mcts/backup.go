package mcts

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// maxReturn bounds the magnitude of returns, so that a float32 holds a mean and a float64 its
// square.
const maxReturn = tree.MaxMean

// backup adds the finished simulation to the statistics of the root and of every edge of its path.
// Each edge is credited with what the simulation is worth to the player who chose it.
func (w *worker[S, A]) backup(sim *simulation[S, A]) error {
	if !w.addSums(sim.Returns) {
		if err := w.checkReturns(sim); err != nil {
			return err
		}
	}
	if w.credit.isPlain { // Every edge gets the return of its player, the most frequent case.
		if w.shared != nil {
			w.shared.Add(nil)
		} else {
			w.tree.AddReturns(&sim.Walk, sim.Returns)
		}
	} else {
		if err := w.creditPath(sim); err != nil {
			return err
		}
		if w.shared != nil {
			w.shared.Add(w.credit.values)
		} else {
			w.tree.AddValues(&sim.Walk, w.credit.values)
		}
		if w.known.Sums != nil {
			w.known.Sums.Add(&sim.Pass, w.credit.values)
		}
	}
	if !w.known.TakePart {
		return nil
	}
	return w.backUpFeatures(sim)
}

// addSums adds the returns of a simulation to their sums. It reports false if any of them may be no
// number, or too large.
func (w *worker[S, A]) addSums(returns []float64) bool {
	squares, sums := 0.0, w.sums[:len(returns)]
	for p, v := range returns {
		squares += v * v
		sums[p] += v
	}
	return squares <= maxReturn*maxReturn
}

// checkReturns reports the first return that is no number, or too large. Returns that nobody wrote
// are NaN.
func (w *worker[S, A]) checkReturns(sim *simulation[S, A]) error {
	for p, v := range sim.Returns {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("mcts: %T: the return of player %d is %v, want a number of magnitude up to %g, after %s",
				w.play.Game, p, v, float64(maxReturn), w.whereabouts(sim))
		}
	}
	return nil
}

// backUpFeatures lets the features learn from a simulation whose statistics are in the tree.
func (w *worker[S, A]) backUpFeatures(sim *simulation[S, A]) error {
	if w.known.Solver != nil && (sim.Ended || sim.Probed) { // Most simulations prove nothing.
		if err := w.known.Solver.Backup(&sim.Pass, func(err error) error { return w.wrong(err, sim) }); err != nil {
			return err
		}
	}
	if w.known.Implicit != nil {
		if err := w.known.Implicit.BackedUp(&sim.Pass); err != nil {
			return w.wrong(err, sim)
		}
	}
	for _, part := range w.known.Parts {
		if err := part.BackedUp(&sim.Pass); err != nil {
			return err
		}
	}
	return nil
}

// wrong says what is wrong with the game, and where.
func (w *worker[S, A]) wrong(err error, sim *simulation[S, A]) error {
	return fmt.Errorf("mcts: %T: %w, after %s", w.play.Game, err, w.walked(sim.Path))
}

// crediting is Config.Backup at work.
type crediting struct {
	by      policy.Backup
	isPlain bool // it is policy.Average, and nothing but means is kept
	trace   policy.Trace
	values  []float64 // what the simulation is worth on its path
}

// traceOf returns what a playout policy learns from. It is good until the next call.
func (w *worker[S, A]) traceOf(sim *simulation[S, A]) *policy.Trace {
	t := &w.credit.trace
	t.Returns, t.Plies, t.Root, t.Leaf, t.Chooser = sim.Returns, sim.Plies, w.play.History, sim.Leaf, sim.Chooser
	return t
}

// creditPath asks the backup strategy what the simulation is worth on its path.
func (w *worker[S, A]) creditPath(sim *simulation[S, A]) error {
	c := &w.credit
	t := &c.trace
	t.Movers = t.Movers[:0]
	for _, e := range sim.Path {
		t.Movers = append(t.Movers, max(0, e.Player))
	}
	t.Returns = sim.Returns
	t.Plies, t.Root, t.Leaf = nil, 0, 0 // They are for a Learner only.
	if w.play.Measures {
		t.Depths = appendDepths(t.Depths[:0], &sim.Pass)
		t.Length = sim.Depth() + sim.Unstored + sim.Played
		t.Turns = t.Length
		if w.play.Turns != nil {
			t.Turns = w.play.Turns.Turn(&sim.State) - w.play.Turns.Turn(&w.root)
		}
	}
	c.values = slices.Grow(c.values[:0], len(sim.Path))[:len(sim.Path)]
	playout.Forget(c.values)
	c.by.Credit(t, c.values)
	for _, v := range c.values {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("mcts: Backup %T credited %v, want numbers of magnitude up to %g, after %s",
				c.by, v, float64(maxReturn), w.whereabouts(sim))
		}
	}
	return nil
}

// appendDepths appends the depth of every edge of a path. Those of a joint action have the same.
func appendDepths(depths []int32, p *pass.Pass) []int32 {
	joints, players := p.Joints, len(p.Returns)
	for i, depth := 0, int32(1); i < len(p.Path); depth++ {
		n := 1
		if len(joints) > 0 && joints[0] == i {
			n, joints = players, joints[1:]
		}
		for range n {
			depths = append(depths, depth)
		}
		i += n
	}
	return depths
}
