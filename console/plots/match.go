package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// plotMatch plots the win rate of a, with its interval, after every game in the order of the match.
func plotMatch(path, game string, players []spec.Player, records []arena.Record) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s\na: %s\nb: %s", game, players[0], players[1])
	p.X.Label.Text, p.Y.Label.Text = "games", "win rate of a"
	p.Y.Min, p.Y.Max = 0, 1
	rate, band := running(records)
	interval, err := plotter.NewPolygon(band)
	if err != nil {
		return err
	}
	interval.Color, interval.Width = color.Gray{220}, 0
	line, err := plotter.NewLine(rate)
	if err != nil {
		return err
	}
	even := plotter.NewFunction(func(float64) float64 { return 0.5 })
	even.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(interval, plotter.NewGrid(), even, line)
	p.Legend.Add("win rate", line)
	p.Legend.Add("95 % interval", interval)
	return p.Save(16*vg.Centimeter, 10*vg.Centimeter, path)
}

// running returns the win rate after every game and the outline of its confidence band.
func running(records []arena.Record) (rate, band plotter.XYs) {
	var t stats.Tally
	var upper plotter.XYs
	for i := range records {
		t = t.Add(arena.Count(records[i:i+1], 0, 1))
		low, high := t.Interval(match.Level)
		n := float64(i + 1)
		rate = append(rate, plotter.XY{X: n, Y: t.WinRate()})
		band = append(band, plotter.XY{X: n, Y: low})
		upper = append(upper, plotter.XY{X: n, Y: high})
	}
	for i := len(upper) - 1; i >= 0; i-- {
		band = append(band, upper[i])
	}
	return rate, band
}
