package mcts

// feature is a part of a search that some configurations ask for and most do not. The rest of the
// package knows features by what they install in a worker: columns of the tree, a hook, an
// observer, a descent, a judge or an arranger. Without its line in the list below, and its files,
// the package is the same without the feature.
type feature[S any, A comparable] struct {
	validate func(r Rules[S, A], cfg Config) error // what does not fit the game or other features
	install  func(w *worker[S, A], cfg Config)     // in every worker
	start    func(s *Search[S, A]) error           // when all workers are there; nil if there is nothing to do
}

// features lists all features, in the order of their installation.
func features[S any, A comparable]() []feature[S, A] {
	return []feature[S, A]{
		{validateNeeds[S, A], addNeeds[S, A], nil},
		{nil, addLengths[S, A], nil},
		{validatePrediction[S, A], addPrediction[S, A], startPrediction[S, A]},
		{validateDeterminizer[S, A], addHidden[S, A], startHidden[S, A]},
		{validateInteresting[S, A], nil, startInteresting[S, A]},
		{validateISMCTS[S, A], addISMCTS[S, A], nil},
		{validateSimilarity[S, A], addSimilarity[S, A], nil},
		{validateShared[S, A], nil, nil},
	}
}
