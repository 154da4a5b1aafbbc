package mcts

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// evaluate leaves in sim.Returns the value of the selected leaf: the result of the game if it is
// over, and otherwise the value of Config.Prediction or the result of a playout.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) error {
	if !w.predicts() {
		return w.play.Evaluate(sim)
	}
	if err := w.prior.Predict(sim); err != nil {
		return err
	}
	return w.prior.Evaluate(sim)
}

// evaluatePredicted is evaluate of a leaf that has been predicted, if it is to be.
func (w *worker[S, A]) evaluatePredicted(sim *simulation[S, A]) error {
	switch {
	case sim.Known != 0: // It has its value since it was selected.
		return nil
	case w.predicts():
		return w.prior.Evaluate(sim)
	}
	return w.play.Evaluate(sim)
}

// evaluateKnown is evaluate for a leaf that takes the current value of a node of a graph.
func (w *worker[S, A]) evaluateKnown(sim *simulation[S, A]) {
	sim.Complete = false
	w.graph.Value(sim.Known, sim.Returns)
}

// predicts reports whether leaves get their values by predictions.
func (w *worker[S, A]) predicts() bool { return w.prior != nil && w.prior.HasValues }

// endFinder finds ends of the game for the features that want to know them before a second
// simulation comes.
type endFinder[S any] struct {
	state         S // scratch
	returns       []float64
	probabilities []float64 // of outcomes
	probes        bool      // Solver.Probe
	asksLeaves    bool      // a Winner is called at the first visit of a node
}

// lookForEnd sees at a node's first visit whether the game ends there, or with one action of a
// [Winner]; without it, the second visit would. If implicit minimax values are kept, it evaluates
// the leaf.
func (w *worker[S, A]) lookForEnd(sim *simulation[S, A]) error {
	values := w.known.Implicit
	wantsValue := values != nil && values.WantsValue(&sim.Pass)
	wantsEnd := wantsValue
	if w.known.Solver != nil {
		wantsEnd = sim.Node != tree.None && w.tree.IsUnexpanded(sim.Node)
	}
	if wantsEnd && !sim.Ended {
		ended, err := w.play.IsEnd(&sim.State)
		switch {
		case err != nil:
			return err
		case ended:
			w.markEnd(sim)
		case w.ends.asksLeaves && !w.play.AtChance(&sim.State) && !w.play.AtJoint(&sim.State):
			if err := w.winAtLeaf(sim); err != nil {
				return err
			}
		}
	}
	if !wantsValue {
		return nil
	}
	at := w.ends.returns
	if sim.Ended {
		w.play.Score(&sim.State, at)
	} else {
		playout.Forget(at)
		w.play.Evaluator.Evaluate(&sim.State, at)
	}
	if err := values.Store(&sim.Pass, at); err != nil {
		return w.wrong(err, sim)
	}
	return nil
}

// winAtLeaf plays the winning action at the leaf of sim, if there is one. The action gets no edge;
// the proof of the leaf records what it leads to.
func (w *worker[S, A]) winAtLeaf(sim *simulation[S, A]) error {
	a, ok := w.play.Winner.WinningAction(&sim.State)
	if !ok {
		return nil
	}
	if w.play.Actions = w.play.AppendActions(w.play.Actions[:0], &sim.State); !slices.Contains(w.play.Actions, a) {
		return notLegal(w.play.Game, a, w.walked(sim.Path))
	}
	player, err := w.play.PlayerAt(&sim.State)
	if err != nil {
		return err
	}
	proven, wins, err := w.proveAction(sim, a, int32(player))
	if err != nil || !wins {
		return err
	}
	w.known.Solver.Leaf(sim.Node, proven)
	w.play.Play(sim, a, int32(player))
	sim.Ended, sim.Probed, sim.Unstored = true, true, 1
	return nil
}

func notLegal(game, action any, after string) error {
	return fmt.Errorf("mcts: %T.WinningAction is %v, which is not legal, after %s", game, action, after)
}

// probe plays the actions of a new block, to see which of them end the game. If an action wins, the
// others need no look. A [Winner] finds that one; where it was asked at the first visit, it need
// not be asked again unless it found one. In a shared tree the first visit may be still in
// progress.
func (w *worker[S, A]) probe(sim *simulation[S, A], b tree.Block) error {
	if !w.ends.probes {
		return nil
	}
	actions := tree.ActionsOf[A](b)
	first, n := 0, len(actions)
	if w.play.Winner != nil {
		if w.ends.asksLeaves && !w.tree.Unordered && len(sim.Path) > 0 && !w.known.Solver.IsKnown(sim.At(len(sim.Path))) {
			return nil
		}
		a, ok := w.play.Winner.WinningAction(&sim.State)
		if !ok {
			return nil
		}
		if first = slices.Index(actions, a); first < 0 {
			return notLegal(w.play.Game, a, w.walked(sim.Path))
		}
		n = first + 1
	}
	for k := first; k < n; k++ {
		if w.play.Brake.Late() {
			return nil
		}
		proven, wins, err := w.proveAction(sim, actions[k], b.Player)
		if err != nil {
			return err
		}
		if proven != 0 {
			w.known.Solver.Put(b, uint32(k), proven)
			sim.Probed = true
		}
		if wins {
			break
		}
	}
	return nil
}

// proveAction returns the proof of the node to which an action leads from the state of sim if that
// is the end of the game, and whether player wins by it. It returns 0 if the game continues.
func (w *worker[S, A]) proveAction(sim *simulation[S, A], a A, player int32) (proven solver.Proof, wins bool, err error) {
	w.play.Copy(&w.ends.state, &sim.State)
	w.play.Apply(&w.ends.state, a)
	if ended, err := w.play.IsEnd(&w.ends.state); !ended || err != nil {
		return 0, false, err
	}
	w.play.Score(&w.ends.state, w.ends.returns)
	if proven, err = w.known.Solver.ProveEnd(w.ends.returns); err != nil {
		return 0, false, fmt.Errorf("%w and %v", w.wrong(err, sim), a)
	}
	return proven, w.known.Solver.Wins(proven, player), nil
}

// chances returns the probabilities of the outcomes of the chance node to which the first steps of
// a path lead. They are not in the tree, so the path is played again.
func (w *worker[S, A]) chances(p *pass.Pass, steps int) ([]float64, error) {
	w.play.Copy(&w.ends.state, &w.root)
	for move, isJoint := range p.Moves(steps, w.tree.Players()) {
		w.play.Joint = w.play.Joint[:0]
		for _, step := range move {
			w.play.Joint = append(w.play.Joint, *w.actions.At(step.Slot))
		}
		w.play.ApplyAll(&w.ends.state, w.play.Joint, isJoint)
	}
	err := w.play.ListOutcomes(&w.ends.state)
	w.ends.probabilities = w.ends.probabilities[:0]
	for _, o := range w.play.Outcomes {
		w.ends.probabilities = append(w.ends.probabilities, o.Prob)
	}
	return w.ends.probabilities, err
}

// findEnds prepares a worker for features that want to know the ends of the game.
func findEnds[S any, A comparable](w *worker[S, A]) {
	if w.ends == nil {
		w.ends = &endFinder[S]{returns: make([]float64, w.tree.Players())}
	}
}
