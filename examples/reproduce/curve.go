package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/banyan-go/banyan/console/match"
)

// curves returns a table that compares the curves of a plot with the published ones: in how many
// points the interval contains the published rate, the mean difference of ours and theirs, and the
// rank correlation of the points, which tells whether the curves have the same shape.
func (p page) curves(file string) (string, error) {
	i := slices.IndexFunc(plots, func(c chart) bool { return c.file == file })
	if i < 0 {
		return "", fmt.Errorf("there is no plot %q", file)
	}
	columns := []string{"curve", "points", "interval contains published", "mean difference", "rank correlation"}
	lines := []string{row(columns...), strings.Repeat("|---", len(columns)) + "|"}
	for _, c := range plots[i].curves {
		s := p.compare(c)
		if s.points == 0 {
			continue
		}
		correlation := "-"
		if !math.IsNaN(s.correlation) {
			correlation = fmt.Sprintf("%+.2f", s.correlation)
		}
		lines = append(lines, row(c.name, fmt.Sprint(s.points), fmt.Sprint(s.inside), fmt.Sprintf("%+.3f", s.difference), correlation))
	}
	return strings.Join(lines, "\n"), nil
}

// shape compares a curve with the published one.
type shape struct {
	points, inside          int
	difference, correlation float64 // NaN if there are fewer than three points
}

// compare compares the points of a curve that have both a result and a published rate.
func (p page) compare(c curve) (s shape) {
	var ours, theirs []float64
	for _, point := range c.points {
		result, ok := p.results[point.name]
		k := slices.IndexFunc(c.published, func(xy xy) bool { return xy.X == point.x })
		if !ok || k < 0 {
			continue
		}
		published := c.published[k].Y
		if low, high := result.Interval(match.Level); low <= published && published <= high {
			s.inside++
		}
		s.points++
		s.difference += result.WinRate - published
		ours, theirs = append(ours, result.WinRate), append(theirs, published)
	}
	s.difference /= float64(max(s.points, 1))
	s.correlation = math.NaN()
	if s.points > 2 {
		s.correlation = stat.Correlation(ranks(ours), ranks(theirs), nil)
	}
	return s
}

// ranks returns the place of every value in ascending order, the mean place for equal values.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	places := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			places[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return places
}
