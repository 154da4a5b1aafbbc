package mcts

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/policy"
)

// backup adds the finished simulation to the statistics of the root and of every edge of its path.
// Each edge is credited with the value of the simulation for the player who chose it.
func (w *worker[S, A]) backup(sim *simulation[S, A]) error {
	if err := w.play.TakeFault(); err != nil {
		return w.wrong(err, sim)
	}
	if w.graph != nil {
		w.graph.Arrive(&sim.Pass)
	}
	if w.play.Pays {
		w.play.Collect(sim)
	}
	if w.play.KeepsLines {
		w.play.KeepBest(sim, w.actions)
	}
	if sim.Relative = sim.Returns; sim.Cut { // They are a guess.
		sim.Relative = w.seen.Relative(sim.Returns)
	} else if !w.seen.Add(sim.Returns) {
		if err := w.measure(sim); err != nil {
			return err
		}
	}
	switch {
	case w.credit.isPlain: // Every edge gets the return of its player, the most frequent case.
		if w.shared != nil {
			w.shared.Add(nil)
		} else {
			w.tree.AddReturns(&sim.Walk, sim.Relative)
		}
	case w.graph != nil:
		w.graph.Collected(&sim.Pass)
		w.graph.Backup(&sim.Pass)
	default:
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

// backupBare is backup where every edge gets the return of its player, and nothing else is kept.
func (w *worker[S, A]) backupBare(sim *simulation[S, A]) error {
	if err := w.play.TakeFault(); err != nil {
		return w.wrong(err, sim)
	}
	values := sim.Returns
	if !w.seen.Add(values) {
		if err := w.measure(sim); err != nil {
			return err
		}
		values = sim.Relative
	}
	w.tree.AddReturns(&sim.Walk, values)
	return nil
}

// measure handles unusual returns: outside [0,1], relative to an origin, or not a number. Returns
// that were never written are NaN.
func (w *worker[S, A]) measure(sim *simulation[S, A]) error {
	if p, fault := w.seen.Fault(sim.Returns); fault != returns.None {
		if err := w.faulty(p, sim.Returns[p], fault); err != nil {
			return fmt.Errorf("%w, after %s", err, w.whereabouts(sim))
		}
	}
	w.seen.Measure(sim.Returns, int(w.tree.LoadRoot()))
	w.choose.Scale(w.seen.Units())
	sim.Relative = w.seen.Relative(sim.Returns)
	return nil
}

// faulty returns the error of a return of which something is wrong.
func (w *worker[S, A]) faulty(player int, v float64, fault returns.Fault) error {
	what := fmt.Sprintf("mcts: %T: the return of player %d is %v", w.play.Game, player, v)
	switch low, high := rangeOf(w.play.Rules); {
	case fault == returns.NoNumber:
		return fmt.Errorf("%s, want a number of magnitude up to %g", what, float64(returns.Max))
	case fault == returns.BeyondRange && w.play.Rewarder != nil: // What came before the root is not counted.
	case fault == returns.BeyondRange:
		return fmt.Errorf("%s, and ReturnRange says %v to %v", what, low, high)
	case w.credit.needsUnit != "":
		return fmt.Errorf("%s, and %s", what, w.credit.needsUnit)
	}
	return nil
}

// needUnit notes what would be wrong if returns were not in [0,1].
func (s *Search[S, A]) needUnit() {
	_, discounts := s.cfg.Backup.(policy.TurnDiscount)
	const want = "want returns in [0, 1], or a game with ReturnRange"
	for _, w := range s.workers {
		switch {
		case discounts:
			w.credit.needsUnit = "a TurnDiscount takes what is missing to 1 for a loss: want returns in [0, 1]"
		case w.play.Range != nil:
		case w.play.NeedsWins:
			w.credit.needsUnit = "DecisiveMoves take a return of 1 or more for a win: " + want
		case w.play.MaxPlies > 0 && w.play.Evaluator == nil:
			w.credit.needsUnit = "Config.MaxPlies takes 1/2 for what a playout is worth that it cuts off: " + want + " or Evaluate"
		}
	}
}

// rangeOf returns the range of the returns that a game declares; if none, the two are equal.
func rangeOf[S any, A comparable](r game.Rules[S, A]) (low, high float64) {
	if r.Range == nil {
		return 0, 0
	}
	return r.Range.ReturnRange()
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
	if w.graph != nil {
		w.graph.Take(&sim.Pass)
	}
	return nil
}

// wrong returns an error that describes what is wrong with the game, and where.
func (w *worker[S, A]) wrong(err error, sim *simulation[S, A]) error {
	return fmt.Errorf("mcts: %T: %w, after %s", w.play.Game, err, w.walked(sim.Path))
}

// crediting is Config.Backup at work.
type crediting struct {
	by      policy.Backup
	isPlain bool // it is policy.Average, and nothing but means is kept
	trace   policy.Trace
	values  []float64 // the values of the simulation on its path, relative to the origins

	needsUnit string // why returns outside [0,1] are an error; empty: they are none
}

// traceOf returns what a playout policy learns from. It is good until the next call.
func (w *worker[S, A]) traceOf(sim *simulation[S, A]) *policy.Trace {
	t := &w.credit.trace
	t.Gains = w.seen.Gains(sim.Returns)
	t.Returns, t.Plies, t.Root, t.Leaf, t.Chooser = sim.Returns, sim.Plies, w.play.History, sim.Leaf, sim.Chooser
	return t
}

// creditPath asks the backup strategy for the values of the simulation on its path.
func (w *worker[S, A]) creditPath(sim *simulation[S, A]) error {
	c := &w.credit
	t := &c.trace
	t.Movers = t.Movers[:0]
	for _, e := range sim.Path {
		t.Movers = append(t.Movers, max(0, e.Player))
	}
	t.Returns = sim.Returns
	t.Plies, t.Root, t.Leaf = nil, 0, 0 // They are for a Learner only.
	if w.play.Measures || w.play.Pays {
		t.Depths = appendDepths(t.Depths[:0], &sim.Pass)
	}
	if w.play.Measures {
		t.Length = sim.Depth() + sim.Unstored + sim.Played
		t.Turns = t.Length
		if w.play.Turns != nil {
			t.Turns = w.play.Turns.Turn(&sim.State) - w.play.Turns.Turn(&w.root)
		}
	}
	c.values = slices.Grow(c.values[:0], len(sim.Path))[:len(sim.Path)]
	playout.Forget(c.values)
	if w.play.Pays {
		w.play.Credit(sim, t.Depths, c.values)
	} else {
		c.by.Credit(t, c.values)
	}
	for _, v := range c.values {
		if !(math.Abs(v) <= returns.Max) {
			return fmt.Errorf("mcts: Backup %T credited %v, want numbers of magnitude up to %g, after %s",
				c.by, v, float64(returns.Max), w.whereabouts(sim))
		}
	}
	w.seen.MakeRelative(c.values, t.Movers)
	return nil
}

// appendDepths appends the depth of every edge of a path. Edges of a joint action have the same.
func appendDepths(depths []int32, p *pass.Pass) []int32 {
	depth := int32(0)
	for move := range p.Moves(len(p.Path), len(p.Returns)) {
		depth++
		for range move {
			depths = append(depths, depth)
		}
	}
	return depths
}
