package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/plotter"
)

// A point has the rate at equal simulations and the rate at equal time of a method in a game.
func TestEqualPairs(t *testing.T) {
	p := resultsOf(map[string]int{
		"strength-puct-bt6": 96, "strength-puct-time-bt6": 92, "strength-puct-c4": 70, "strength-grave-c5": 97, "strength-grave-time-c5": 39,
		"strength-graph-time-points": 60, "strength-graph-points": 80,
	})
	labels, points := p.equalPairs()
	require.Equal(t, []string{"`selection=puct`", "`selection=grave`"}, labels)
	require.Equal(t, plotter.XYs{{X: 0.96, Y: 0.92}}, points["`selection=puct`"])
	require.Equal(t, plotter.XYs{{X: 0.97, Y: 0.39}}, points["`selection=grave`"])
}
