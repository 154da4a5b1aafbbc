package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// curves returns a table that compares the curves of a plot with the published ones: in how many
// points the interval contains the published rate, the mean difference of ours and theirs, and the
// slope of both curves in Elo for each doubling of the parameter.
func (p page) curves(file string) (string, error) {
	i := slices.IndexFunc(plots, func(c chart) bool { return c.file == file })
	if i < 0 {
		return "", fmt.Errorf("there is no plot %q", file)
	}
	columns := []string{"curve", "points", "interval contains published", "mean difference", "Elo per doubling", "published"}
	lines := heading(columns)
	for _, c := range plots[i].curves {
		s := p.compare(c)
		if s.points == 0 {
			continue
		}
		lines = append(lines, row(c.name, fmt.Sprint(s.points), fmt.Sprint(s.inside), fmt.Sprintf("%+.3f", s.difference),
			elo(s.ours), elo(s.theirs)))
	}
	return strings.Join(lines, "\n"), nil
}

// shape compares a curve with the published one.
type shape struct {
	points, inside int
	difference     float64
	ours, theirs   float64 // Elo per doubling of the parameter; NaN if there are fewer than two points
}

// compare compares the points of a curve that have both a result and a published rate.
func (p page) compare(c curve) (s shape) {
	var doublings, ours, theirs []float64
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
		doublings = append(doublings, math.Log2(point.x))
		ours, theirs = append(ours, stats.Elo(result.WinRate)), append(theirs, stats.Elo(published))
	}
	s.difference /= float64(max(s.points, 1))
	s.ours, s.theirs = math.NaN(), math.NaN()
	if s.points > 1 {
		_, s.ours = stat.LinearRegression(doublings, ours, nil, false)
		_, s.theirs = stat.LinearRegression(doublings, theirs, nil, false)
	}
	return s
}

// elo returns a difference in Elo as a cell of a table.
func elo(difference float64) string {
	if math.IsNaN(difference) || math.IsInf(difference, 0) {
		return "-"
	}
	return fmt.Sprintf("%+.0f", difference)
}
