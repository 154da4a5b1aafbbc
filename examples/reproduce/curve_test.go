package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/match"
)

func TestCompareCurves(t *testing.T) {
	p := page{results: map[string]match.Summary{}}
	for name, wins := range map[string]int{"x": 50, "y": 60, "z": 70, "w": 80} {
		p.results[name] = match.Summary{Score: match.NewScore(arena.Tally{Wins: wins, Losses: 100 - wins})}
	}
	points := []point{{1, "x"}, {2, "y"}, {3, "z"}, {4, "w"}, {5, "missing"}}
	rising := p.compare(curve{points: points, published: []xy{{X: 1, Y: 0.55}, {X: 2, Y: 0.6}, {X: 3, Y: 0.9}, {X: 5, Y: 1}}})
	require.Equal(t, 3, rising.points)
	require.Equal(t, 2, rising.inside)
	require.InDelta(t, (-0.05+0-0.2)/3, rising.difference, 1e-12)
	require.InDelta(t, 1, rising.correlation, 1e-12)
	falling := p.compare(curve{points: points, published: []xy{{X: 1, Y: 0.9}, {X: 2, Y: 0.8}, {X: 3, Y: 0.7}}})
	require.InDelta(t, -1, falling.correlation, 1e-12)
	two := p.compare(curve{points: points, published: []xy{{X: 1, Y: 0.9}, {X: 2, Y: 0.8}}})
	require.True(t, math.IsNaN(two.correlation), "two points have no shape")
	require.Zero(t, p.compare(curve{points: points}).points)
}

func TestRanks(t *testing.T) {
	require.Equal(t, []float64{1, 0, 2.5, 2.5}, ranks([]float64{0.3, 0.1, 0.5, 0.5}))
}
