package research

import "math"

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

// FiguresOf computes the figures of trial games. Games without pairs are left out. If no pairs
// remain, both figures are infinite. The standard deviation is that of the games themselves, not an
// estimate from a sample, and the distances range from 0 to the greatest that occurs: the paper
// leaves both open.
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
