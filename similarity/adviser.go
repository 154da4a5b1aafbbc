package similarity

import (
	"fmt"
	"math"
)

// Histogram counts, for one game of trial searches, the boards that were found to look alike by how far they are apart in the
// tree of the game: element d is how many were d moves away from the node that took them over, up to their last common
// position and down again.
type Histogram []int

// Total returns how many boards there are.
func (h Histogram) Total() (n int) {
	for _, k := range h {
		n += k
	}
	return n
}

// Figures are what trials of a game say about it (section 5.2 of the paper). Boards that look alike help where they are close
// together in the tree, and where that is so in all games.
type Figures struct {
	Mean   float64 // distance in the tree, over the boards of all games
	Spread float64 // of the share of boards at a distance: its standard deviation over the games, as a mean over the distances
}

// FiguresOf computes the figures of trial games. Games in which no boards were found do not count; without any, both
// figures are infinite. The standard deviation is that of the games themselves, and the distances go from 0 to the
// greatest that was met: the paper does not say.
func FiguresOf(games []Histogram) Figures {
	boards, moves := 0, 0
	for _, h := range games {
		for d, n := range h {
			boards += n
			moves += d * n
		}
	}
	if boards == 0 {
		return Figures{math.Inf(1), math.Inf(1)}
	}
	_, deviations := Distribution(games)
	spread := 0.0
	for _, d := range deviations {
		spread += d
	}
	return Figures{Mean: float64(moves) / float64(boards), Spread: spread / float64(len(deviations))}
}

// Distribution returns the mean over the games of the share of boards at each distance, from 0 to the greatest that was met, and
// the standard deviation of that share. Games in which no boards were found do not count.
func Distribution(games []Histogram) (shares, deviations []float64) {
	var found []Histogram
	longest := 0
	for _, h := range games {
		if h.Total() == 0 {
			continue
		}
		found = append(found, h)
		for d, n := range h {
			if n > 0 {
				longest = max(longest, d+1)
			}
		}
	}
	for d := range longest {
		mean, deviation := shareAt(found, d)
		shares, deviations = append(shares, mean), append(deviations, deviation)
	}
	return shares, deviations
}

// shareAt returns the mean and the standard deviation of the share of boards at a distance.
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

// Adviser says whether a search of a game should count boards at a Hamming distance of up to 2, with Huffman codes, or
// equal ones alone: 2 if both figures of its trials are below the thresholds.
//
// The paper derives the thresholds of the zero Adviser, for trials of 250 simulations a move, from 3.5 and 0.01 for
// real games, which are those of RealGames. For trials of 500 simulations, 3.5 and 0.026 select the same games in its tables.
type Adviser struct {
	Mean   float64 // if 0, 2.92
	Spread float64 // if 0, 0.026
}

// RealGames returns the Adviser for figures of real games and not of trials.
func RealGames() Adviser { return Adviser{Mean: 3.5, Spread: 0.01} }

// Distance returns 2 or 0.
func (a Adviser) Distance(f Figures) int {
	a = a.withDefaults()
	if f.Mean < a.Mean && f.Spread < a.Spread {
		return 2
	}
	return 0
}

func (a Adviser) withDefaults() Adviser {
	if a.Mean == 0 {
		a.Mean = 2.92
	}
	if a.Spread == 0 {
		a.Spread = 0.026
	}
	return a
}

// Explain says what Distance returns and why, in a sentence.
func (a Adviser) Explain(f Figures) string {
	a = a.withDefaults()
	reason := "both are below the thresholds"
	switch far, wide := !(f.Mean < a.Mean), !(f.Spread < a.Spread); {
	case far && wide:
		reason = "neither is below its threshold"
	case far:
		reason = "similar boards are too far away"
	case wide:
		reason = "similar boards are not where they are in all games"
	}
	return fmt.Sprintf("distance %d: mean %.2f (threshold %.2f), spread %.4f (threshold %.4f): %s",
		a.Distance(f), f.Mean, a.Mean, f.Spread, a.Spread, reason)
}
