package catalog

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// Trier is a Game in which boards can look alike.
type Trier interface {
	// Trials plays trials, as mcts.PlayTrials does. It reports an error for games without cells.
	Trials(ctx context.Context, cfg mcts.Config, t mcts.Trials) ([]similarity.Histogram, error)
}

func (g game[S, A]) Trials(ctx context.Context, cfg mcts.Config, t mcts.Trials) ([]similarity.Histogram, error) {
	return mcts.PlayTrials(ctx, g.rules, &g.start, cfg, t)
}
