package catalog

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity/research"
)

func (g game[S, A]) Trials(ctx context.Context, cfg mcts.Config, t mcts.Trials) ([]research.Histogram, error) {
	return mcts.PlayTrials(ctx, g.rules, &g.start, cfg, t)
}
