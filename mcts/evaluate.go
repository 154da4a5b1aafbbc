package mcts

import "math"

// judge values leaves by other means than playouts, and gives each leaf that it judges its block of
// actions.
type judge[S any, A comparable] interface {
	// judgeOne judges the selected leaf of a simulation, and judgeAll those of several. They leave
	// the expected returns in sim.predicted, which is empty for a leaf that cannot be judged.
	judgeOne(sim *simulation[S, A]) error
	judgeAll(sims []simulation[S, A]) error

	// evaluate leaves the value of a selected leaf in sim.returns, whether it is judged or not.
	evaluate(sim *simulation[S, A]) error

	playsOut() bool // whether evaluate makes playouts
}

// evaluate leaves in sim.returns what the selected leaf is worth without a judge: the result of the
// game if it is over, and otherwise that of a playout.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) error {
	switch {
	case sim.ended:
		w.score(sim)
		return nil
	case w.Playouter != nil:
		if w.watched < watchedPlayouts {
			w.watched++
			forget(sim.returns)
		}
		w.Playouter.Playout(&sim.state, &sim.rand, sim.returns)
		return nil
	}
	return w.playout(sim)
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
