package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

func TestCompareCurves(t *testing.T) {
	p := page{results: map[string]match.Summary{}}
	for name, wins := range map[string]int{"x": 50, "y": 60, "z": 70, "w": 80} {
		p.results[name] = match.Summary{Score: match.NewScore(stats.Tally{Wins: wins, Losses: 100 - wins})}
	}
	points := []point{{1, "x"}, {2, "y"}, {4, "z"}, {8, "w"}, {16, "missing"}}
	rising := p.compare(curve{points: points, published: []xy{{X: 1, Y: 0.55}, {X: 2, Y: 0.6}, {X: 4, Y: 0.9}, {X: 16, Y: 1}}})
	require.Equal(t, 3, rising.points)
	require.Equal(t, 2, rising.inside)
	require.InDelta(t, (-0.05+0-0.2)/3, rising.difference, 1e-12)
	require.InDelta(t, stats.Elo(0.7)/2, rising.ours, 1e-9) // the slope of three points at equal distances is the slope of the outer ones
	two := p.compare(curve{points: points, published: []xy{{X: 2, Y: 0.9}, {X: 8, Y: 0.8}}})
	require.InDelta(t, (stats.Elo(0.8)-stats.Elo(0.6))/2, two.ours, 1e-9)
	require.InDelta(t, (stats.Elo(0.8)-stats.Elo(0.9))/2, two.theirs, 1e-9)
	one := p.compare(curve{points: points, published: []xy{{X: 2, Y: 0.9}}})
	require.True(t, math.IsNaN(one.ours), "one point has no slope")
	require.Zero(t, p.compare(curve{points: points}).points)
}

func TestEloCell(t *testing.T) {
	require.Equal(t, "+35", elo(34.9))
	require.Equal(t, "-", elo(math.NaN()))
	require.Equal(t, "-", elo(math.Inf(1)))
}
