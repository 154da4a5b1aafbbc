package mcts

import "math"

// evaluate leaves in sim.returns what the selected leaf is worth: the result of the game if it is
// over, and otherwise that of a prediction, a playout or a mix of both.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) error {
	switch {
	case sim.ended:
		w.score(sim)
		return nil
	case len(sim.predicted) > 0:
		return w.predictor.mix(sim)
	}
	return w.playout(sim, &w.playing)
}

// score writes the returns of the state of sim, at which the game is over.
func (w *worker[S, A]) score(sim *simulation[S, A]) {
	forget(sim.returns)
	w.Returns(&sim.state, sim.returns)
}

// forget fills values with NaN, so that one that the game or a strategy does not write is seen.
func forget(values []float64) {
	for i := range values {
		values[i] = math.NaN()
	}
}
