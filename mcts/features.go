package mcts

import "github.com/banyan-go/banyan/game"

// feature is a part of a search that only some configurations use. The rest of the package does not
// call it: a feature installs columns, hooks, beginners, an observer, a descent, a judge, an
// arranger, a prober or a filter in a worker, or a decider in a Search. To remove one, delete its
// files, its line in features and its field of Config. Each function may be nil.
type feature[S any, A comparable] struct {
	validate func(r game.Rules[S, A], cfg Config) error // reports what does not fit the game or other features
	install  func(w *worker[S, A], cfg Config)          // prepares a worker
	start    func(s *Search[S, A]) error                // runs once, when all workers are installed
}

// features lists all features. The order matters: Similarity comes after ISMCTS, so that its hook
// is the one that startHidden sees and refuses, predictions come after all hooks, and
// AMAF, which has to know how playouts are made, after all that decides about that.
func features[S any, A comparable]() []feature[S, A] {
	return []feature[S, A]{
		{validateNeeds[S, A], addNeeds[S, A], nil},
		{nil, addLengths[S, A], nil},
		{validateShared[S, A], nil, nil},
		{validateDeterminizer[S, A], addHidden[S, A], nil},
		{validateISMCTS[S, A], addISMCTS[S, A], nil},
		{nil, addSolver[S, A], startSolver[S, A]},
		{validateSimilarity[S, A], addSimilarity[S, A], nil},
		{nil, nil, startHidden[S, A]},
		{validatePrediction[S, A], addPrediction[S, A], startPrediction[S, A]},
		{validatePredictionAtRoot[S, A], nil, nil},
		{nil, nil, startWhole[S, A]},
		{validateEvaluations[S, A], addEvaluations[S, A], startEvaluations[S, A]},
		{validateAMAF[S, A], addAMAF[S, A], startAMAF[S, A]},
	}
}
