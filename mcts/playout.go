package mcts

import (
	"fmt"
	"math"
)

const (
	// maxReturn bounds what Returns may answer, so that a float32 holds a mean and a float64 its square.
	maxReturn = 1e30

	// endless is how many plies of a playout without Config.MaxPlies are taken for a game that never ends.
	endless = 1 << 20

	draw = 0.5
)

// playout plays from w.state to the end, or to Config.MaxPlies, and leaves what it is worth in w.returns.
func (w *worker[S, A]) playout() error {
	if w.playouter != nil {
		w.playouter.Playout(&w.state, w.rand, w.returns)
		return w.checkReturns()
	}
	limit := w.maxPlies
	if limit == 0 {
		limit = endless
	}
	for range limit {
		if ended, err := w.play(); err != nil {
			return err
		} else if ended {
			return w.score()
		}
	}
	if b, err := w.list(); err != nil {
		return err
	} else if b.count == 0 {
		return w.score()
	}
	if w.maxPlies == 0 {
		return fmt.Errorf("mcts: %T: a playout did not end in %d plies; Config.MaxPlies sets a limit", w.game, limit)
	}
	return w.cutOff()
}

// play plays one action of the playout and reports whether there was none.
func (w *worker[S, A]) play() (ended bool, err error) {
	if w.sampler != nil {
		a, ok := w.sampler.RandomAction(&w.state, w.rand)
		if ok {
			w.game.Apply(&w.state, a)
		}
		return !ok, nil
	}
	k := 0
	if w.atChance() {
		if err := w.listOutcomes(); err != nil {
			return false, err
		}
		k = w.drawOutcome()
	} else if w.actions = w.game.AppendActions(w.actions[:0], &w.state); len(w.actions) > 0 {
		if k, err = w.choose(w.actions); err != nil {
			return false, err
		}
	}
	if len(w.actions) == 0 {
		return true, nil
	}
	w.game.Apply(&w.state, w.actions[k])
	return false, nil
}

// choose asks the playout strategy for the index of one of the actions of w.state.
func (w *worker[S, A]) choose(actions []A) (int, error) {
	if w.chooser == nil {
		return w.rand.IntN(len(actions)), nil
	}
	player, err := w.toMove()
	if err != nil {
		return 0, err
	}
	w.choice.Player = player
	w.choice.Actions = w.choice.Actions[:0]
	for _, a := range actions {
		w.choice.Actions = append(w.choice.Actions, w.number(a))
	}
	k := w.chooser.Choose(&w.choice)
	if uint(k) >= uint(len(actions)) {
		return 0, fmt.Errorf("mcts: Playout %T chose action %d of %d", w.chooser, k, len(actions))
	}
	return k, nil
}

// score writes the returns of the terminal state w.state.
func (w *worker[S, A]) score() error {
	w.game.Returns(&w.state, w.returns)
	return w.checkReturns()
}

// cutOff writes what the state is worth where the playout stops short of the end.
func (w *worker[S, A]) cutOff() error {
	if w.evaluator != nil {
		w.evaluator.Evaluate(&w.state, w.returns)
		return w.checkReturns()
	}
	for p := range w.returns {
		w.returns[p] = draw
	}
	return nil
}

func (w *worker[S, A]) checkReturns() error {
	for p, v := range w.returns {
		if !(math.Abs(v) <= maxReturn) {
			return w.badReturn(p)
		}
	}
	return nil
}

//go:noinline
func (w *worker[S, A]) badReturn(p int) error {
	return fmt.Errorf("mcts: %T returned %v for player %d, want a number of magnitude up to %g",
		w.game, w.returns[p], p, float64(maxReturn))
}
