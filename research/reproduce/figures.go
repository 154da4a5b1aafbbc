package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// A number in a sentence is not typed but comes from the results: {{wins "NAME"}} is the win rate
// with its interval, and the page cannot be written if the sentence around it no longer holds,
// because the interval does not lie above 1/2. A number without a result is -.

// wins returns the rate of experiments that the first player wins.
func (p page) wins(names ...string) (string, error) {
	return p.rates("wins", func(low, _ float64) bool { return low > 0.5 }, names)
}

// loses returns the rate of experiments that the first player loses.
func (p page) loses(names ...string) (string, error) {
	return p.rates("loses", func(_, high float64) bool { return high < 0.5 }, names)
}

// noWins returns the rate of experiments that do not show that the first player wins.
func (p page) noWins(names ...string) (string, error) {
	return p.rates("is not shown to win", func(low, _ float64) bool { return low <= 0.5 }, names)
}

// level returns the rate of experiments that show that the players are level.
func (p page) level(names ...string) (string, error) {
	return p.rates("is level", func(low, high float64) bool { return low <= 0.5 && high >= 0.5 && high-low <= levelWidth }, names)
}

// undecided returns the rate of experiments that do not show which player is stronger.
func (p page) undecided(names ...string) (string, error) {
	return p.rates("is not shown to win or lose", func(low, high float64) bool { return low <= 0.5 && high >= 0.5 }, names)
}

// rate returns the rate of experiments.
func (p page) rate(names ...string) (string, error) {
	return p.rates("", func(float64, float64) bool { return true }, names)
}

// rates returns a win rate with its interval, or the least and the greatest rate of several
// experiments. A name may be a pattern, or "mean" and a pattern for the mean of all that match, or
// the key of a group with a claim on its mean. holds tests what a sentence says with a verb about
// the interval of each.
func (p page) rates(verb string, holds func(low, high float64) bool, names []string) (string, error) {
	found, err := p.allMeasured(names)
	if err != nil {
		return "", err
	}
	for _, m := range found {
		if !holds(m.low, m.high) {
			return "", fmt.Errorf("the page says that the first player of %s %s: it has %s", m.name, verb, short(m.rate, m.low, m.high))
		}
	}
	switch len(found) {
	case 0:
		return "-", nil
	case 1:
		return short(found[0].rate, found[0].low, found[0].high), nil
	}
	low, high := extremes(found)
	return fmt.Sprintf("%.3f to %.3f", low, high), nil
}

// extremes returns the least and the greatest of one or more rates.
func extremes(found []measured) (low, high float64) {
	low, high = found[0].rate, found[0].rate
	for _, m := range found {
		low, high = min(low, m.rate), max(high, m.rate)
	}
	return low, high
}

// measured is a win rate with its interval.
type measured struct {
	name            string
	rate, low, high float64
}

// allMeasured returns the results of the experiments that some names of rates stand for.
func (p page) allMeasured(names []string) (found []measured, err error) {
	for _, name := range names {
		list, err := p.measured(name)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	return found, nil
}

// measured returns the results of the experiments that a name of rates stands for, or their mean.
func (p page) measured(name string) (list []measured, err error) {
	mean := func(m mean) []measured {
		if m.games == 0 {
			return nil
		}
		return []measured{{name, m.rate, m.low, m.high}}
	}
	if g, err := find(name); err == nil && g.mean != (published{}) {
		return mean(p.mean(g)), nil
	}
	pattern, averaged := strings.CutPrefix(name, "mean ")
	experiments, err := matching(pattern)
	if averaged {
		return mean(p.meanOf(experiments)), err
	}
	for _, e := range experiments {
		if s, ok := p.results[e.name]; ok {
			low, high := s.Interval(match.Level)
			list = append(list, measured{e.name, s.WinRate, low, high})
		}
	}
	return list, err
}

// one returns the experiment of a name, which must be the name of one experiment, and its result.
func (p page) one(name string) (e experiment, s match.Summary, err error) {
	found, err := matching(name)
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%q is not the name of one experiment", name)
	}
	if err != nil {
		return e, s, err
	}
	return found[0], p.results[name], nil
}

// two returns the results of two experiments.
func (p page) two(a, b string) (x, y match.Summary, err error) {
	_, x, errA := p.one(a)
	_, y, errB := p.one(b)
	return x, y, cmp.Or(errA, errB)
}

// ratio returns the rate of a as a multiple of the rate of b.
func (p page) ratio(a, b string) (string, error) {
	x, y, err := p.two(a, b)
	if err != nil {
		return "", err
	}
	if x.Games == 0 || y.WinRate == 0 {
		return "-", nil
	}
	return fmt.Sprintf("%.1f", x.WinRate/y.WinRate), nil
}

// more returns the difference of the rates of a and b with its 95 % interval. It is an error if the
// interval does not lie above 0, because the sentence says that a has more.
func (p page) more(a, b string) (string, error) {
	x, y, err := p.two(a, b)
	if err != nil {
		return "", err
	}
	if x.Games == 0 || y.Games == 0 {
		return "-", nil
	}
	gap, half := difference(x.Tally, y.Tally)
	if gap <= half {
		return "", fmt.Errorf("the page says that the first player of %s has more than that of %s: they have %.3f and %.3f", a, b, x.WinRate, y.WinRate)
	}
	return short(gap, gap-half, gap+half), nil
}

// share returns the win rate of the first player, or the least and the greatest of several
// experiments, with two digits.
func (p page) share(names ...string) (string, error) {
	found, err := p.allMeasured(names)
	if err != nil || len(found) == 0 {
		return "-", err
	}
	low, high := extremes(found)
	from, to := fmt.Sprintf("%.2f", low), fmt.Sprintf("%.2f", high)
	if from == to {
		return from, nil
	}
	return from + " to " + to, nil
}

// games returns the number of games of a result, or of an experiment that has none.
func (p page) games(name string) (string, error) {
	e, s, err := p.one(name)
	if err != nil {
		return "", err
	}
	return thousands(cmp.Or(s.Games, e.games)), nil
}

// thousands returns a number below a million with a comma before the last three digits.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// quoted returns what a paper reports for an experiment.
func (p page) quoted(name string) (string, error) {
	e, _, err := p.one(name)
	switch {
	case err != nil:
		return "", err
	case e.published == published{}:
		return "", fmt.Errorf("nothing is published for %s", name)
	}
	return e.published.String(), nil
}

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
