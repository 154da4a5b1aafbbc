package research

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// Histogram counts, for one trial game, the pairs of a new node and a similar position that was
// already in the tree, by their distance in the tree. Element d counts the pairs that are d actions
// apart: from one position up to their last common ancestor, and down to the other.
type Histogram []int

// Total returns the number of pairs.
func (h Histogram) Total() (n int) {
	for _, k := range h {
		n += k
	}
	return n
}

// Figures summarize the trials of a game (section 5.2 of the paper). Position similarity helps if
// similar positions are close to each other in the tree, and if that is so in all games.
type Figures struct {
	// Mean is the mean distance in the tree, over the pairs of all games.
	Mean float64

	// Spread is the standard deviation over the games of the share of pairs at a distance, as a
	// mean over the distances.
	Spread float64
}

// FiguresOf computes the numbers of trial games. Games without pairs are left out. If no pairs
// remain, both numbers are infinite. The standard deviation is computed over the games themselves,
// not estimated from a sample, and the distances range from 0 to the greatest that occurs: the
// paper leaves both open.
func FiguresOf(games []Histogram) Figures {
	pairs, sum := 0, 0
	for _, h := range games {
		for d, n := range h {
			pairs += n
			sum += d * n
		}
	}
	if pairs == 0 {
		return Figures{math.Inf(1), math.Inf(1)}
	}
	_, deviations := Distribution(games)
	spread := 0.0
	for _, d := range deviations {
		spread += d
	}
	return Figures{Mean: float64(sum) / float64(pairs), Spread: spread / float64(len(deviations))}
}

// Distribution returns, for each distance from 0 to the greatest that occurs, the mean over the
// games of the share of pairs at that distance, and the standard deviation of that share. Games
// without pairs are left out.
func Distribution(games []Histogram) (shares, deviations []float64) {
	var nonEmpty []Histogram
	length := 0
	for _, h := range games {
		if h.Total() == 0 {
			continue
		}
		nonEmpty = append(nonEmpty, h)
		for d, n := range h {
			if n > 0 {
				length = max(length, d+1)
			}
		}
	}
	for d := range length {
		mean, deviation := shareAt(nonEmpty, d)
		shares, deviations = append(shares, mean), append(deviations, deviation)
	}
	return shares, deviations
}

// shareAt returns the mean and the standard deviation, over the games, of the share of pairs at a
// distance.
func shareAt(games []Histogram, distance int) (mean, deviation float64) {
	sum, squares := 0.0, 0.0
	for _, h := range games {
		share := 0.0
		if distance < len(h) {
			share = float64(h[distance]) / float64(h.Total())
		}
		sum += share
		squares += float64(share * share)
	}
	n := float64(len(games))
	return sum / n, math.Sqrt(max(0, squares/n-float64(sum/n*sum/n)))
}

// Adviser recommends the Hamming distance within which a search of a game should share statistics,
// with Huffman signatures: 2 if both numbers of the game's trials are below the thresholds, and 0
// otherwise.
//
// The paper derives the default thresholds, for trials of 250 simulations per action, from the
// thresholds 3.5 and 0.01 for real games, see [RealGames]. For trials of 500 simulations, 3.5 and
// 0.026 select the same games in its tables.
type Adviser struct {
	Mean   float64 // threshold of Figures.Mean; if zero, 2.92 is used
	Spread float64 // threshold of Figures.Spread; if zero, 0.026 is used
}

// RealGames returns the Adviser for the numbers of real games instead of trials.
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
// The trials play with cfg, except for what [Play] requires: in one goroutine, at a distance of 2
// and in a tree that is kept. If no trial game is finished in Trials.Time, the distance is 0. cfg
// and start are only read. Configure returns the same errors as Play.
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
