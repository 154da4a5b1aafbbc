package mcts

// evaluate leaves in sim.returns what the selected leaf is worth: the result of the game if it is
// over, and otherwise that of a playout.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) (err error) {
	if sim.ended {
		w.Returns(&sim.state, sim.returns)
	} else {
		err = w.playout(sim, &w.playing)
	}
	if w.measures && err == nil {
		w.measureEnd(sim)
	}
	return err
}
