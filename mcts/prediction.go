package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/mcts/internal/prior"
	"github.com/banyan-go/banyan/policy"
)

// Prediction configures how a search uses a [Predictor]. Priors reach the strategies that need them
// ([policy.NeedPriors]), and actions are tried in descending order of their priors. Values replace
// playouts.
//
// With Values, each leaf is judged when it is reached and gets its block of actions at once. In
// LockStep, the leaves of a batch are judged by one call, and the tree does not depend on the
// number of workers. With priors alone (Playouts is 1), a position is judged when its node is
// reached for the second time.
//
// At simultaneous-move nodes there is no prediction, and playouts are used. [LeafParallel],
// [ISMCTS] and [Similarity] refuse it. [TreeParallel] with more than one worker asks a [Weigher]
// and an [Evaluator] in every worker, and refuses a Predictor.
type Prediction struct {
	// Source is a [Predictor] or a [Weigher] of the types of the game. If nil, priors come from the
	// game's own Weigher; without one there are none. With a Weigher, and if Source is nil, values
	// come from the game's [Evaluator], which is not called if Playouts is 1.
	Source any

	// Playouts is the share of the playout in the value of a leaf; the prediction has the rest. If
	// 0, there are no playouts; if 1, no values are requested (Silver et al., "Mastering the game
	// of Go with deep neural networks and tree search", Nature 529, 2016, mix both with 0.5).
	Playouts float64
}

func (p *Prediction) validate() error {
	if p != nil && !(p.Playouts >= 0 && p.Playouts <= 1) {
		return fmt.Errorf("mcts: Config.Prediction.Playouts is %v, want 0..1", p.Playouts)
	}
	return nil
}

// addPrediction prepares the worker for Config.Prediction.
func addPrediction[S any, A comparable](w *worker[S, A], cfg Config) {
	if cfg.Prediction == nil {
		return
	}
	p := prior.New(&w.play, &w.tree, &w.choose, cfg.Prediction.Source, cfg.Prediction.Playouts)
	p.Place, p.MarkEnd, p.Describe = w.place, w.markEnd, w.walked
	if w.prior = p; p.HasValues {
		w.tree.Ends = math.MaxUint32 // A leaf gets its block with its prediction, which the brake may end.
	}
	if w.choose.Needs.Has(policy.NeedPriors) {
		_, uniform := cfg.Playout.(policy.Uniform)
		priors := p.KeepPriors(cfg.Selection, uniform)
		w.known.Priors = priors.Data
		w.known.Add(priors)
	}
	if by, ok := cfg.Root.(policy.Perturber); ok {
		w.known.Noise = p.AddNoise(by, cfg.Seed)
		w.known.Add(w.known.Noise)
	}
}
