package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
)

const (
	// endless is how many plies a playout without Config.MaxPlies may take, before the game counts
	// as one that never ends.
	endless = 1 << 20

	// watchedPlayouts is for how many playouts of a Playouter a worker looks whether all returns
	// are written. To look every time would take one percent of a simulation of Connect Four.
	watchedPlayouts = 1000

	draw = 0.5
)

// playout plays from the state of sim to the end of the game, or to Config.MaxPlies. It leaves what
// that is worth in sim.returns, and its plies in sim.plies if a policy reads them.
func (w *worker[S, A]) playout(sim *simulation[S, A]) error {
	if w.switching != nil {
		return w.switchedPlayout(sim)
	}
	if w.records || w.recorded {
		forget(sim.returns)
		sim.plies = w.Recorder.RecordPlayout(&sim.state, &sim.rand, sim.returns, sim.plies)
		return nil
	}
	if w.playsByScores() {
		w.scorePlayout(sim)
		return nil
	}
	limit := w.maxPlies
	if limit == 0 {
		limit = endless
	}
	ended, err := w.play(sim, limit)
	switch {
	case err != nil:
		return err
	case ended:
		w.score(sim)
		return nil
	case w.maxPlies == 0:
		return fmt.Errorf("mcts: %T: a playout did not end in %d plies; Config.MaxPlies (maxplies=N) sets a limit", w.Game, limit)
	}
	w.cutOff(sim)
	return nil
}

// play plays up to limit actions and reports whether that ended the game.
func (w *worker[S, A]) play(sim *simulation[S, A], limit int) (ended bool, err error) {
	if w.Sampler == nil && w.Chance == nil && w.Simultaneous == nil && w.chooser == nil && w.observer == nil {
		if !w.playUniform(sim, limit) {
			return false, nil
		}
		return true, w.checkEnd(sim)
	}
	if w.numbered != nil {
		return w.playNumbered(sim, limit)
	}
	for n := range limit {
		if ended, err := w.playOne(sim, &w.playing); ended || err != nil {
			sim.played = n
			return ended, err
		}
	}
	sim.played = limit
	b, err := w.list(sim)
	return b.count == 0, err
}

// playUniform is play for the plainest games, which are worth a loop of their own.
func (w *worker[S, A]) playUniform(sim *simulation[S, A], limit int) (ended bool) {
	game, actions := w.Game, w.actions
	most := limit
	for ; ; limit-- {
		actions = game.AppendActions(actions[:0], &sim.state)
		if len(actions) == 0 || limit == 0 {
			break
		}
		game.Apply(&sim.state, actions[sim.rand.IntN(len(actions))])
	}
	w.actions = actions
	sim.played = most - limit
	return len(actions) == 0
}

// playOne plays one action of a playout and reports whether there was none.
func (w *worker[S, A]) playOne(sim *simulation[S, A], by *playing) (ended bool, err error) {
	uniform := !w.atJoint(sim) &&
		(by.chooser == nil || !w.atChance(sim) && by.explores(&sim.rand))
	if uniform && w.Sampler != nil {
		return w.playSample(sim, by)
	}
	b, err := w.list(sim)
	if b.count == 0 || err != nil {
		return true, err
	}
	if b.player == Simultaneous {
		return false, w.playJoint(sim, by)
	}
	k := 0
	switch {
	case b.player == Chance:
		k = game.DrawOutcome(w.outcomes, &sim.rand)
	case uniform:
		k = sim.rand.IntN(len(w.actions))
	default:
		if k, err = w.exploit(sim, by, int(b.player), w.actions); err != nil {
			return false, err
		}
	}
	w.playAction(sim, by, w.actions[k], int(b.player))
	return false, nil
}

// playSample plays an action that the Sampler draws and reports whether there was none.
func (w *worker[S, A]) playSample(sim *simulation[S, A], by *playing) (ended bool, err error) {
	a, ok := w.Sampler.RandomAction(&sim.state, &sim.rand)
	if !ok {
		return true, nil
	}
	player := 0
	if by.chooser != nil {
		if player, err = w.toMove(sim); err != nil {
			return false, err
		}
	}
	w.playAction(sim, by, a, player)
	return false, nil
}

func (w *worker[S, A]) playAction(sim *simulation[S, A], by *playing, a A, player int) {
	if by.chooser != nil {
		w.note(sim, a, player)
	}
	w.Apply(&sim.state, a)
	if w.observer != nil {
		w.observer.observe(&sim.state)
	}
}

// choose returns the index of the action that the playout policy chooses for player.
func (w *worker[S, A]) choose(sim *simulation[S, A], by *playing, player int, actions []A) (int, error) {
	if by.chooser == nil || by.explores(&sim.rand) {
		return sim.rand.IntN(len(actions)), nil
	}
	return w.exploit(sim, by, player, actions)
}

// exploit is choose for a policy that looks at the actions.
func (w *worker[S, A]) exploit(sim *simulation[S, A], by *playing, player int, actions []A) (k int, err error) {
	c := &w.choice
	c.Player, c.History, c.Rand, c.Actions = player, sim.plies, &sim.rand, w.numbersOf(sim, c.Actions[:0], actions)
	w.view.state, w.view.actions = &sim.state, actions
	if by.explorer != nil {
		k = by.explorer.Exploit(c)
	} else {
		k = by.chooser.Choose(c)
	}
	if uint(k) >= uint(len(actions)) {
		return 0, fmt.Errorf("mcts: Playout %T chose action %d of %d", by.chooser, k, len(actions))
	}
	return k, nil
}

// cutOff writes what the state is worth at which a playout stops short of the end.
func (w *worker[S, A]) cutOff(sim *simulation[S, A]) {
	if w.Evaluator != nil {
		forget(sim.returns)
		w.Evaluator.Evaluate(&sim.state, sim.returns)
		return
	}
	for p := range sim.returns {
		sim.returns[p] = draw
	}
}
