package mcts

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// simulation is one pass through the tree: what is selected, evaluated and backed up.
type simulation[S any, A comparable] = playout.Simulation[S, A]

// simulate runs one simulation from the root. After an error the tree is unsound, except after
// brake.ErrPulled, which tells that it was not finished.
func (w *worker[S, A]) simulate(sim *simulation[S, A]) error {
	if err := w.selectLeaf(sim); err != nil { // select.go: choose a child until one is new
		return err
	}
	if w.isBare { // Most searches do only this.
		if err := w.play.Evaluate(sim); err != nil {
			return w.cutOff(sim, err)
		}
		return w.backupBare(sim)
	}
	if sim.Known != 0 { // The walk through a graph has come back to a node.
		w.evaluateKnown(sim)
	} else if err := w.evaluate(sim); err != nil { // evaluate.go: the end, a prediction or a playout
		return w.cutOff(sim, err)
	}
	if err := w.backup(sim); err != nil { // backup.go: statistics, then the features
		return err
	}
	if l := w.play.Learner(); l != nil {
		t := w.traceOf(sim)
		if l.Learn(t); w.shared != nil {
			w.shared.traces.Record(t)
		}
	}
	return nil
}

// cutOff backs up a simulation that the brake has ended in the middle of its playout: no policy
// learns from it, but what it has added to the tree must have a value. That is the value of its
// path so far: the last edges or, where plies bring rewards, the first ones.
func (w *worker[S, A]) cutOff(sim *simulation[S, A], err error) error {
	if !errors.Is(err, brake.ErrPulled) {
		return err
	}
	for p := range sim.Returns {
		sim.Returns[p] = w.seen.Neutral(p)
	}
	for n := range sim.Path {
		e := sim.Path[n]
		if w.play.Pays {
			e = sim.Path[len(sim.Path)-1-n]
		}
		if s := w.tree.LoadStats(e.Slot); e.Player >= 0 && s.Visits > 0 {
			sim.Returns[e.Player] = float64(s.Mean) + w.seen.Origin(int(e.Player))
		}
	}
	if w.play.Pays {
		w.play.TakeBack(sim)
	}
	sim.Cut, sim.Complete = true, false
	defer func() { sim.Cut = false }()
	return cmp.Or(w.backup(sim), err)
}

// whereabouts describes where a simulation ended, for error messages.
func (w *worker[S, A]) whereabouts(sim *simulation[S, A]) string {
	where := w.walked(sim.Path)
	if !sim.Ended && len(sim.Predicted) == 0 {
		where += " and a playout"
	}
	return where
}

// walked describes a path, for error messages.
func (w *worker[S, A]) walked(path []tree.Step) string {
	actions := make([]A, 0, len(path))
	for _, e := range path {
		actions = append(actions, *w.actions.At(e.Slot))
	}
	return fmt.Sprintf("the actions %v from the root", actions)
}
