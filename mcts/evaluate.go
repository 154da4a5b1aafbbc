package mcts

// evaluate leaves in sim.returns what the selected leaf is worth: the result of the game if it is
// over, and otherwise that of a prediction, a playout or a mix of both.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) (err error) {
	switch {
	case sim.ended:
		w.Returns(&sim.state, sim.returns)
	case len(sim.predicted) > 0:
		err = w.predictor.mix(sim)
	default:
		err = w.playout(sim, &w.playing)
	}
	if w.measures && err == nil {
		w.measureEnd(sim)
	}
	return err
}
