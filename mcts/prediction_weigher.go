package mcts

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/game"
)

// knowledge is what a game and its user know of positions, as a Predictor. A field is nil if it is
// missing or not asked.
type knowledge[S any, A comparable] struct {
	Weigher[S, A]
	Evaluator[S]
}

func (k knowledge[S, A]) Predict(_ context.Context, batch []Position[S, A]) error {
	for i := range batch {
		p := &batch[i]
		if p.Priors != nil {
			k.Weigh(p.State, p.Actions, p.Priors)
		}
		if p.Values != nil {
			k.Evaluate(p.State, p.Values)
		}
	}
	return nil
}

// knowledgeOf returns what stands for a Predictor if source is none: a Weigher, or nil for that of
// the game, and the Evaluator of the game. It reports false for any other source.
func knowledgeOf[S any, A comparable](r game.Rules[S, A], source any) (k knowledge[S, A], ok bool) {
	k.Evaluator = r.Evaluator
	if source == nil {
		k.Weigher = r.Weigher
		return k, true
	}
	k.Weigher, ok = source.(Weigher[S, A])
	return k, ok
}

// addKnowledge makes a worker judge by knowledge.
func (p *predictor[S, A]) addKnowledge(r game.Rules[S, A], source any) {
	k, _ := knowledgeOf(r, source)
	p.Predictor, p.weigher, p.hasPriors = k, k.Weigher, k.Weigher != nil
	p.methods = [2]string{fmt.Sprintf("Weigh of %T", k.Weigher), fmt.Sprintf("Evaluate of %T", r.Game)}
	if source == nil && k.Weigher != nil {
		p.methods[0] = fmt.Sprintf("Weigh of %T", r.Game)
		p.w.play.Use(game.HasWeigher)
	}
	if p.playouts < 1 {
		p.w.play.Use(game.HasEvaluator)
	}
}
