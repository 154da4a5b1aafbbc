package prior

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
)

// Knowledge is what a game and its user know of positions, as a Predictor. A field is nil if it is
// missing or not asked.
type Knowledge[S any, A comparable] struct {
	game.Weigher[S, A]
	game.Evaluator[S]
}

// Predict fills the batch in with the weights and the evaluation, each as far as it is requested.
func (k Knowledge[S, A]) Predict(ctx context.Context, batch []game.Position[S, A]) error {
	for i := range batch {
		if i > 0 && ctx.Err() != nil {
			return brake.ErrPulled
		}
		p := &batch[i]
		if p.Priors != nil {
			k.Weigh(p.State, p.Actions, p.Priors)
		}
		if p.Values != nil {
			if p.Priors != nil && ctx.Err() != nil {
				return brake.ErrPulled
			}
			k.Evaluate(p.State, p.Values)
		}
	}
	return nil
}

// KnowledgeOf returns what stands for a Predictor if source is none: a Weigher, or nil for the
// game's own, and the Evaluator of the game. It reports false for any other source.
func KnowledgeOf[S any, A comparable](r game.Rules[S, A], source any) (k Knowledge[S, A], ok bool) {
	k.Evaluator = r.Evaluator
	if source == nil {
		k.Weigher = r.Weigher
		return k, true
	}
	k.Weigher, ok = source.(game.Weigher[S, A])
	return k, ok
}

// addKnowledge makes a worker judge by knowledge.
func (p *Judge[S, A]) addKnowledge(source any) {
	k, _ := KnowledgeOf(p.play.Rules, source)
	p.source, p.weigher, p.HasPriors = k, k.Weigher, k.Weigher != nil
	p.methods = [2]string{fmt.Sprintf("Weigh of %T", k.Weigher), fmt.Sprintf("Evaluate of %T", p.play.Game)}
	if source == nil && k.Weigher != nil {
		p.methods[0] = fmt.Sprintf("Weigh of %T", p.play.Game)
		p.play.Use(game.HasWeigher)
	}
	if p.Playouts < 1 {
		p.play.Use(game.HasEvaluator)
	}
}
