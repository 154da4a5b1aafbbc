package research

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// Configure plays t from start and returns cfg with the distance of Config.Similarity that the
// adviser recommends for this game: the switch of section 5.2 of the paper, for a program to call
// before a game. If cfg.Similarity is nil, Huffman signatures are used, for which the thresholds of
// the paper hold.
//
// The trials play with cfg, but for what [Play] asks for: in one goroutine, at a distance of 2 and
// in a tree that is kept. If no trial game is finished in Trials.Time, the distance is 0. cfg and
// start are only read. Errors are those of Play.
func Configure[S any, A comparable](
	ctx context.Context, g mcts.Game[S, A], start *S, cfg mcts.Config, t Trials, adviser Adviser,
) (mcts.Config, error) {
	own := mcts.Similarity{Encoder: similarity.Huffman{}}
	if cfg.Similarity != nil {
		own = *cfg.Similarity
	}
	trial := cfg
	trial.Parallel, trial.FreshTree = nil, false
	trial.Similarity = &mcts.Similarity{
		Encoder: own.Encoder, Distance: 2, Weight: own.Weight, Cap: own.Cap, KeepTree: true, MaxSignatures: own.MaxSignatures,
	}
	games, err := Play(ctx, g, start, trial, t)
	if err != nil {
		return cfg, err
	}
	own.Distance = adviser.Distance(FiguresOf(games))
	cfg.Similarity = &own
	return cfg, nil
}
