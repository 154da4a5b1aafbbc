package main

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/banyan-go/banyan/research/internal/table"
)

// writePlot plots the distribution of the distances with one standard deviation up and down.
func writePlot(path string, t table.Trials) error {
	p := plot.New()
	p.Title.Text = t.Game
	p.X.Label.Text, p.Y.Label.Text = "moves apart in the tree", "share of similar positions"
	p.Y.Min = 0
	points := plotutil.ErrorPoints{XYs: make(plotter.XYs, len(t.Shares)), YErrors: make(plotter.YErrors, len(t.Shares))}
	for d, share := range t.Shares {
		points.XYs[d] = plotter.XY{X: float64(d), Y: share}
		points.YErrors[d].Low, points.YErrors[d].High = t.Deviations[d], t.Deviations[d]
	}
	if len(t.Shares) > 0 {
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
