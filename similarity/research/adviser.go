package research

import (
	"cmp"
	"context"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// Adviser recommends the Hamming distance within which a search of a game should share statistics,
// with Huffman signatures: 2 if both figures of the game's trials are below the thresholds, and 0
// otherwise.
//
// The paper derives the default thresholds, for trials of 250 simulations per action, from the
// thresholds 3.5 and 0.01 for real games, see [RealGames]. For trials of 500 simulations, 3.5 and
// 0.026 select the same games in its tables.
type Adviser struct {
	Mean   float64 // threshold of Figures.Mean; if zero, 2.92 is used
	Spread float64 // threshold of Figures.Spread; if zero, 0.026 is used
}

// RealGames returns the Adviser for the figures of real games instead of trials.
func RealGames() Adviser { return Adviser{Mean: 3.5, Spread: 0.01} }

// ForTrials returns the Adviser for trials of that many simulations per action: the one for 500 if
// there are at least as many, and otherwise the one for 250.
func ForTrials(simulations int) Adviser {
	if simulations >= 500 {
		return Adviser{Mean: RealGames().Mean}
	}
	return Adviser{}
}

// Distance returns the recommended distance, 2 or 0.
func (a Adviser) Distance(f Figures) int {
	a = a.withDefaults()
	if f.Mean < a.Mean && f.Spread < a.Spread {
		return 2
	}
	return 0
}

func (a Adviser) withDefaults() Adviser {
	a.Mean = cmp.Or(a.Mean, 2.92)
	a.Spread = cmp.Or(a.Spread, 0.026)
	return a
}

// Explain returns the recommendation and its reason on one line.
func (a Adviser) Explain(f Figures) string {
	a = a.withDefaults()
	reason := "both are below the thresholds"
	switch far, wide := !(f.Mean < a.Mean), !(f.Spread < a.Spread); {
	case far && wide:
		reason = "neither is below its threshold"
	case far:
		reason = "similar positions are too far away"
	case wide:
		reason = "the distances differ too much between games"
	}
	return fmt.Sprintf("distance %d: mean %.2f (threshold %.2f), spread %.4f (threshold %.4f): %s",
		a.Distance(f), f.Mean, a.Mean, f.Spread, a.Spread, reason)
}

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
