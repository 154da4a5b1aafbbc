package mcts

// evaluate leaves in sim.Returns what the selected leaf is worth: the result of the game if it is
// over, and otherwise what Config.Prediction says, or that of a playout.
func (w *worker[S, A]) evaluate(sim *simulation[S, A]) error {
	if w.prior == nil || !w.prior.HasValues {
		return w.play.Evaluate(sim)
	}
	if err := w.prior.PredictOne(sim); err != nil {
		return err
	}
	return w.prior.Evaluate(sim)
}

// evaluatePredicted is evaluate of a leaf that has been predicted, if it is to be.
func (w *worker[S, A]) evaluatePredicted(sim *simulation[S, A]) error {
	if w.prior == nil || !w.prior.HasValues {
		return w.play.Evaluate(sim)
	}
	return w.prior.Evaluate(sim)
}
