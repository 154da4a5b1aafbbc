package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/console/match"
)

// A figure in a sentence is not typed but comes from the results: {{wins "NAME"}} is the win rate
// with its interval, and the page cannot be written if the sentence around it no longer holds,
// because the interval does not lie above 1/2. A figure without a result is -.

// wins returns the figure of experiments that the first player wins.
func (p page) wins(names ...string) (string, error) {
	return p.figure("wins", func(low, _ float64) bool { return low > 0.5 }, names)
}

// loses returns the figure of experiments that the first player loses.
func (p page) loses(names ...string) (string, error) {
	return p.figure("loses", func(_, high float64) bool { return high < 0.5 }, names)
}

// level returns the figure of experiments that do not show which player is stronger.
func (p page) level(names ...string) (string, error) {
	return p.figure("is level", func(low, high float64) bool { return low <= 0.5 && high >= 0.5 }, names)
}

// rate returns the figure of experiments.
func (p page) rate(names ...string) (string, error) {
	return p.figure("", func(float64, float64) bool { return true }, names)
}

// figure returns a win rate with its interval, or the least and the greatest rate of several
// experiments. A name may be a pattern, or the key of a group with a claim on its mean, which has a
// figure of its own. holds tests what a sentence says with a verb about the interval of each.
func (p page) figure(verb string, holds func(low, high float64) bool, names []string) (string, error) {
	var found []measured
	for _, name := range names {
		list, err := p.measured(name)
		if err != nil {
			return "", err
		}
		found = append(found, list...)
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
	rates := make([]float64, len(found))
	for i, m := range found {
		rates[i] = m.rate
	}
	return fmt.Sprintf("%.3f to %.3f", slices.Min(rates), slices.Max(rates)), nil
}

// measured is a win rate with its interval.
type measured struct {
	name            string
	rate, low, high float64
}

// measured returns the results of the experiments that match a name, or the mean of a group.
func (p page) measured(name string) (list []measured, err error) {
	if g, err := find(name); err == nil && g.mean != (published{}) {
		if m := p.mean(g); m.games > 0 {
			list = append(list, measured{name, m.rate, m.low, m.high})
		}
		return list, nil
	}
	experiments, err := matching(name)
	for _, e := range experiments {
		if s, ok := p.results[e.name]; ok {
			low, high := s.Interval(match.Level)
			list = append(list, measured{e.name, s.WinRate, low, high})
		}
	}
	return list, err
}

// ratio returns how many times the rate of b is in that of a.
func (p page) ratio(a, b string) (string, error) {
	for _, name := range []string{a, b} {
		if found, err := matching(name); err != nil || len(found) != 1 {
			return "", fmt.Errorf("%q is not the name of one experiment", name)
		}
	}
	x, y := p.results[a], p.results[b]
	if x.Games == 0 || y.WinRate == 0 {
		return "-", nil
	}
	return fmt.Sprintf("%.1f", x.WinRate/y.WinRate), nil
}

// games returns the number of games of an experiment.
func (p page) games(name string) (string, error) {
	found, err := matching(name)
	if err != nil {
		return "", err
	}
	return thousands(found[0].games), nil
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
	found, err := matching(name)
	switch {
	case err != nil:
		return "", err
	case len(found) != 1:
		return "", fmt.Errorf("%q is not the name of one experiment", name)
	case found[0].published == published{}:
		return "", fmt.Errorf("nothing is published for %s", name)
	}
	return found[0].published.String(), nil
}
