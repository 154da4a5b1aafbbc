package mcts

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/policy"
)

// validateAll reports what does not fit the game, or does not go together.
func validateAll[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	return errors.Join(
		validateNeeds(r, cfg), validateShared(r, cfg), validateDeterminizer(r, cfg), validateISMCTS(r, cfg),
		validateSimilarity(r, cfg), validatePrediction(r, cfg), validatePredictionAtRoot(r, cfg),
		validateEvaluations(r, cfg), validateAMAF(r, cfg), validateTogether(cfg),
	)
}

func validateTogether(cfg Config) error {
	_, sets := cfg.Hidden.(ISMCTS)
	reads := func(n policy.Needs) bool {
		return policy.NeedsOf(cfg.Selection).Has(n) || policy.NeedsOf(cfg.Root).Has(n)
	}
	const many = "in whose tree one node stands for many states"
	switch {
	case cfg.Hidden != nil && cfg.Similarity != nil:
		return errors.New("mcts: Config.Hidden is set, and so is Config.Similarity: cells do not show what is hidden")
	case cfg.Solver != nil && sets:
		return fmt.Errorf("mcts: Config.Solver is set, and Config.Hidden is %T, %s; want an Ensemble or no Solver", cfg.Hidden, many)
	case cfg.Prediction != nil && cfg.Similarity != nil:
		return errors.New("mcts: Config.Prediction is set, and so is Config.Similarity; want one of them")
	case cfg.Prediction != nil && sets:
		return errors.New("mcts: Config.Prediction is set, and Config.Hidden is an ISMCTS, whose nodes are no positions")
	case reads(policy.NeedEvaluations) && sets:
		return fmt.Errorf("mcts: the selection needs evaluations, and Config.Hidden is %T, %s; want an Ensemble", cfg.Hidden, many)
	case reads(policy.NeedAMAF) && sets:
		return fmt.Errorf("mcts: the selection reads AMAF statistics, and Config.Hidden is %T, whose nodes do not list all actions; want nil or an Ensemble", cfg.Hidden)
	}
	return nil
}

// validateNeeds reports needs of the selection strategies that the search cannot meet.
func validateNeeds[S any, A comparable](_ game.Rules[S, A], cfg Config) error {
	for _, s := range []struct {
		field string
		policy.Selection
	}{{"Config.Selection", cfg.Selection}, {"Config.Root", cfg.Root}} {
		needs := policy.NeedsOf(s.Selection)
		_, mixed := s.Selection.(policy.MixedSelection)
		if needs.Has(policy.NeedWeighted) && !mixed {
			return fmt.Errorf("mcts: %s: %T needs weighted returns and does not say with what probability it chooses; want a policy.MixedSelection", s.field, s.Selection)
		}
	}
	return validatePlanned(cfg)
}

// validatePlanned reports what does not fit policy.NeedSimulations: the visits of the root must
// count the simulations of a Run, one after the other.
func validatePlanned(cfg Config) error {
	if !policy.NeedsOf(cfg.Selection).Has(policy.NeedSimulations) && !policy.NeedsOf(cfg.Root).Has(policy.NeedSimulations) {
		return nil
	}
	_, batched := cfg.Parallel.(LockStep)
	switch {
	case policy.NeedsOf(cfg.Selection).Has(policy.NeedSimulations):
		return fmt.Errorf("mcts: Config.Selection is a %T, which is for Config.Root alone", cfg.Selection)
	case cfg.Parallel != nil && !batched:
		return fmt.Errorf("mcts: Config.Root is a %T, which divides the simulations of one tree, and Config.Parallel is a %T; want nil or LockStep", cfg.Root, cfg.Parallel)
	case cfg.Hidden != nil:
		return fmt.Errorf("mcts: Config.Root is a %T, which divides the simulations of one tree, and Config.Hidden is a %T; want nil", cfg.Root, cfg.Hidden)
	}
	return nil
}

// validateEvaluations reports a selection strategy that needs evaluations where there are none.
func validateEvaluations[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	for _, s := range []policy.Selection{cfg.Selection, cfg.Root} {
		if !policy.NeedsOf(s).Has(policy.NeedEvaluations) {
			continue
		}
		valued := r.Evaluator != nil
		valued = valued || cfg.Prediction != nil && cfg.Prediction.Playouts < 1
		switch {
		case r.NumPlayers() != 2:
			return fmt.Errorf("mcts: %T needs evaluations, and %T.NumPlayers is %d, want 2", s, r.Game, r.NumPlayers())
		case r.Simultaneous != nil:
			return fmt.Errorf("mcts: %T needs evaluations, and %T has simultaneous moves, for which there are none", s, r.Game)
		case !valued:
			return fmt.Errorf("mcts: %T needs evaluations, and %T has no Evaluate; want that or values of Config.Prediction", s, r.Game)
		}
		if _, ok := cfg.Parallel.(TreeParallel); ok {
			return fmt.Errorf("mcts: %T needs evaluations, and Config.Parallel is a TreeParallel, whose workers do not share them; want nil, RootParallel, LeafParallel or LockStep", s)
		}
	}
	return nil
}

// validateAMAF reports what AMAF statistics cannot be together with.
func validateAMAF[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	ref, needed := amaf.Ref(cfg.Selection, cfg.Root)
	if !needed {
		return nil
	}
	const reads = "mcts: the selection reads AMAF statistics"
	switch {
	case ref < 1:
		return fmt.Errorf("%s, and its ReferenceVisits is %d, want >= 1", reads, ref)
	case r.Indexer == nil:
		return fmt.Errorf("%s, which need action numbers, and %T has no NumActions and ActionIndex", reads, r.Game)
	case r.Indexer.NumActions() < 1:
		return fmt.Errorf("%s, and %T.NumActions is %d, want >= 1", reads, r.Game, r.Indexer.NumActions())
	case r.Simultaneous != nil:
		return fmt.Errorf("%s, and %T has simultaneous moves, at which there are none", reads, r.Game)
	}
	if _, ok := cfg.Parallel.(TreeParallel); ok {
		return fmt.Errorf("%s, and Config.Parallel is a TreeParallel, whose workers cannot change them at once; want RootParallel, LeafParallel or LockStep", reads)
	}
	return nil
}
