package bundled

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity/research"
	"github.com/banyan-go/banyan/similarity/trials"
)

func (g game[S, A]) Trials(ctx context.Context, cfg mcts.Config, t trials.Trials) ([]research.Histogram, error) {
	return trials.Play(ctx, g.rules, &g.start, cfg, t)
}
