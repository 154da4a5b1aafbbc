package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// mean is the mean of the win rates of a group, in which every game has the same weight.
type mean struct {
	games     int // results, one for each game
	rate      float64
	low, high float64 // the normal approximation of the 95 % interval
	published published
}

// mean returns the mean of a group with a claim on it, over the games of the paper. The mean of
// other groups, or of one without all results, is the zero mean.
func (p page) mean(g group) mean {
	if g.mean == (published{}) {
		return mean{}
	}
	m := p.meanOf(slices.DeleteFunc(g.experiments(), func(e experiment) bool {
		return len(g.meanGames) > 0 && !slices.Contains(g.meanGames, e.game)
	}))
	if m.games > 0 {
		m.published = g.mean
	}
	return m
}

// meanOf returns the mean of experiments, or the zero mean if one of them has no result.
func (p page) meanOf(list []experiment) (m mean) {
	sum, variance := 0.0, 0.0
	for _, e := range list {
		s, ok := p.results[e.name]
		if !ok {
			return mean{}
		}
		sum += s.WinRate
		variance += squaredError(s.Tally)
		m.games++
	}
	m.rate = sum / float64(m.games)
	half := stats.Quantile(match.Level) * math.Sqrt(variance) / float64(m.games)
	m.low, m.high = m.rate-half, m.rate+half
	return m
}

// difference returns the difference of two win rates, and half of the width of its 95 % interval.
func difference(a, b stats.Tally) (gap, half float64) {
	return a.WinRate() - b.WinRate(), stats.Quantile(match.Level) * math.Sqrt(squaredError(a)+squaredError(b))
}

// squaredError returns the square of the standard error of a win rate.
func squaredError(t stats.Tally) float64 {
	n := float64(t.Games())
	square := (float64(t.Wins) + float64(t.Draws)/4) / n
	return (square - t.WinRate()*t.WinRate()) / n
}

// verdict compares the mean with the published one.
func (m mean) verdict() verdict { return compare(m.published, m.low, m.high) }

// String returns the mean in the form of a cell.
func (m mean) String() string {
	if m.published == (published{}) {
		return short(m.rate, m.low, m.high)
	}
	return fmt.Sprintf("%s (%s: %s)", short(m.rate, m.low, m.high), m.published, m.verdict())
}
