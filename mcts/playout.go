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
		return nil
	}
	limit := w.maxPlies
	if limit == 0 {
		limit = endless
	}
	ended, err := w.play(limit)
	switch {
	case err != nil:
		return err
	case ended:
		w.game.Returns(&w.state, w.returns)
		return nil
	case w.maxPlies == 0:
		return fmt.Errorf("mcts: %T: a playout did not end in %d plies; Config.MaxPlies sets a limit", w.game, limit)
	}
	w.cutOff()
	return nil
}

// play plays up to limit actions from w.state on and reports whether that ended the game.
func (w *worker[S, A]) play(limit int) (ended bool, err error) {
	if w.sampler == nil && w.chance == nil && w.joints == nil && w.chooser == nil && w.similar == nil {
		if !w.playUniform(limit) {
			return false, nil
		}
		return true, w.checkEnd()
	}
	for n := range limit {
		if ended, err := w.playOne(); ended || err != nil {
			w.span.played = n
			return ended, err
		}
	}
	w.span.played = limit
	b, err := w.list()
	return b.count == 0, err
}

// playUniform is play in the plainest case, where it is worth a loop of its own.
func (w *worker[S, A]) playUniform(limit int) (ended bool) {
	game, actions := w.game, w.actions
	most := limit
	for ; ; limit-- {
		actions = game.AppendActions(actions[:0], &w.state)
		if len(actions) == 0 || limit == 0 {
			break
		}
		game.Apply(&w.state, actions[w.rand.IntN(len(actions))])
	}
	w.actions = actions
	w.span.played = most - limit
	return len(actions) == 0
}

// playOne plays one action of a playout and reports whether there was none.
func (w *worker[S, A]) playOne() (ended bool, err error) {
	uniform := !w.atJoint() && (w.chooser == nil || w.explorer != nil && !w.atChance() && w.explorer.Explore(w.rand))
	if uniform && w.sampler != nil {
		return w.sample()
	}
	b, err := w.list()
	if b.count == 0 || err != nil {
		return true, err
	}
	if b.player == Simultaneous {
		return false, w.playJoint()
	}
	k := 0
	switch {
	case b.player == Chance:
		k = w.drawOutcome()
	case uniform:
		k = w.rand.IntN(len(w.actions))
	default:
		if k, err = w.exploit(int(b.player), w.actions); err != nil {
			return false, err
		}
	}
	w.note(w.actions[k], int(b.player))
	w.game.Apply(&w.state, w.actions[k])
	if w.similar != nil {
		w.similar.see(&w.state)
	}
	return false, nil
}

// sample plays an action that the Sampler draws and reports whether there was none.
func (w *worker[S, A]) sample() (ended bool, err error) {
	a, ok := w.sampler.RandomAction(&w.state, w.rand)
	if !ok {
		return true, nil
	}
	if w.chooser != nil {
		player, err := w.toMove()
		if err != nil {
			return false, err
		}
		w.note(a, player)
	}
	w.game.Apply(&w.state, a)
	if w.similar != nil {
		w.similar.see(&w.state)
	}
	return false, nil
}

// choose asks the playout strategy of player for the index of one of the actions of w.state.
func (w *worker[S, A]) choose(player int, actions []A) (int, error) {
	if w.chooser == nil || w.explorer != nil && w.explorer.Explore(w.rand) {
		return w.rand.IntN(len(actions)), nil
	}
	return w.exploit(player, actions)
}

// exploit is choose where the strategy looks at the actions.
func (w *worker[S, A]) exploit(player int, actions []A) (k int, err error) {
	c := &w.choice
	c.Player, c.History, c.Actions = player, w.plies, c.Actions[:0]
	for _, a := range actions {
		c.Actions = append(c.Actions, w.number(a))
	}
	w.view.actions = actions
	if w.explorer != nil {
		k = w.explorer.Exploit(c)
	} else {
		k = w.chooser.Choose(c)
	}
	if uint(k) >= uint(len(actions)) {
		return 0, fmt.Errorf("mcts: Playout %T chose action %d of %d", w.chooser, k, len(actions))
	}
	return k, nil
}

// cutOff writes what the state is worth where the playout stops short of the end.
func (w *worker[S, A]) cutOff() {
	if w.evaluator != nil {
		w.evaluator.Evaluate(&w.state, w.returns)
		return
	}
	for p := range w.returns {
		w.returns[p] = draw
	}
}

// checkSums tells whether the returns of the simulations so far, n, were numbers. Looking at their sums now and then
// is cheaper than looking at every one: what is no number stays in the sum, and the tree is dropped after an error anyway.
func (w *worker[S, A]) checkSums(n int) error {
	for p, sum := range w.sums {
		if !(math.Abs(sum) <= maxReturn*float64(n)) {
			return fmt.Errorf("mcts: %T: the returns of player %d sum to %v after %d simulations, want numbers of magnitude up to %g",
				w.game, p, sum, n, float64(maxReturn))
		}
	}
	return nil
}
