package main

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/banyan-go/banyan/similarity/research"
)

// writePlot plots the distribution of the distances with one standard deviation up and down.
func writePlot(path, game string, games []research.Histogram) error {
	p := plot.New()
	p.Title.Text = game
	p.X.Label.Text, p.Y.Label.Text = "moves apart in the tree", "share of similar positions"
	p.Y.Min = 0
	shares, deviations := research.Distribution(games)
	points := plotutil.ErrorPoints{XYs: make(plotter.XYs, len(shares)), YErrors: make(plotter.YErrors, len(shares))}
	for d, share := range shares {
		points.XYs[d] = plotter.XY{X: float64(d), Y: share}
		points.YErrors[d].Low, points.YErrors[d].High = deviations[d], deviations[d]
	}
	if len(shares) > 0 {
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		bars, err := plotter.NewYErrorBars(points)
		if err != nil {
			return err
		}
		p.Add(plotter.NewGrid(), line, dots, bars)
	}
	return p.Save(16*vg.Centimeter, 10*vg.Centimeter, path)
}
