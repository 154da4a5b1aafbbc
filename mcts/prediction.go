package mcts

import (
	"context"
	"fmt"
)

// Predictor judges positions before they are searched: a heuristic, or a neural network that works
// on batches.
type Predictor[S any, A comparable] interface {
	// Predict fills in what is wanted of every position of the batch. One goroutine calls it at a
	// time for each tree of a search. An error ends the search without a Result. ctx is that of
	// Run; in Advance it is the background. If ctx ends meanwhile, a Predictor that finishes the
	// batch keeps the Result, and one that returns ctx.Err() gives it up to end sooner.
	Predict(ctx context.Context, batch []Position[S, A]) error
}

// Position is a state that a [Predictor] judges. The search owns it and everything it refers to.
type Position[S any, A comparable] struct {
	State   *S        // only read
	Player  int       // who moves, or Chance
	Actions []A       // the legal actions of Player, at least one; nil if chance moves
	Priors  []float32 // to fill, a weight >= 0 for each action, not all zero; the search normalises them. nil: not wanted
	Values  []float64 // to fill, the expected return of every player. nil: not wanted
}

// Prediction says how a search uses a [Predictor]. Priors reach the strategies that need them
// ([policy.NeedPriors]), and actions are tried in descending order of their priors. Values take the
// place of playouts.
//
// With Values, each leaf is judged when it is reached and gets its block of actions at once. In
// LockStep, the leaves of a batch are judged by one call, and the tree does not depend on the
// number of workers. With priors alone (Playouts is 1), a position is judged when its node is
// reached for the second time.
//
// At simultaneous-move nodes there is no prediction, and playouts are used. [LeafParallel],
// [ISMCTS] and [Similarity] refuse it. [TreeParallel] with more than one worker asks a [Weigher] and
// an [Evaluator] in every worker, and refuses a Predictor.
type Prediction struct {
	// Source is a [Predictor] or a [Weigher] of the types of the game. If nil, priors are those of
	// the game's own Weigher; without one there are none. With a Weigher, and if Source is nil,
	// values are those of the game's [Evaluator], which Playouts of 1 does not ask for.
	Source any

	// Playouts is the share of the playout in the value of a leaf; the prediction has the rest. If
	// 0, there are no playouts; if 1, no values are asked for (Silver et al., "Mastering the game
	// of Go with deep neural networks and tree search", Nature 529, 2016, mix both with 0.5).
	Playouts float64
}

func (p *Prediction) validate() error {
	if p != nil && !(p.Playouts >= 0 && p.Playouts <= 1) {
		return fmt.Errorf("mcts: Config.Prediction.Playouts is %v, want 0..1", p.Playouts)
	}
	return nil
}
