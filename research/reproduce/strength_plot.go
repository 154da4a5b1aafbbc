package main

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// costPlot is the file of the plot of what methods gain at equal simulations and at equal time. A
// method that is below the diagonal loses a part of its gain to its cost.
const costPlot = "strength-cost.svg"

// atEqualTime is the part of a name that a match at equal time has, and its match at equal
// simulations has not.
const atEqualTime = "-time-"

// drawCosts draws a point for each pair of matches: one color and shape for a method, whose label
// they have in common.
func (p page) drawCosts(path string) error {
	canvas := plot.New()
	canvas.Title.Text, canvas.X.Label.Text, canvas.Y.Label.Text = "Win rates against the default search", "1,000 simulations per action", "20 ms per action"
	canvas.X.Min, canvas.X.Max, canvas.Y.Min, canvas.Y.Max = 0, 1, 0, 1
	canvas.X.Tick.Marker, canvas.Y.Tick.Marker = tenths, tenths
	diagonal := plotter.NewFunction(func(x float64) float64 { return x })
	diagonal.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
	canvas.Add(plotter.NewGrid(), diagonal)
	labels, points := p.equalPairs()
	for i, label := range labels {
		dots, err := plotter.NewScatter(points[label])
		if err != nil {
			return err
		}
		dots.Color, dots.Radius = colors[i%len(colors)], vg.Points(3)
		switch i / len(colors) {
		case 0:
			dots.Shape = draw.CircleGlyph{}
		case 1:
			dots.Shape = draw.BoxGlyph{}
		default:
			dots.Shape = draw.PyramidGlyph{}
		}
		canvas.Add(dots)
		canvas.Legend.Add(strings.Trim(label, "`"), dots)
	}
	canvas.Legend.Top, canvas.Legend.Left, canvas.Legend.Padding = true, true, vg.Millimeter
	return canvas.Save(14*vg.Centimeter, 11*vg.Centimeter, path)
}

// equalPairs returns the labels of the methods with matches at equal simulations and at equal time,
// in the order of the experiments, and a point for each such pair of the same players.
func (p page) equalPairs() (labels []string, points map[string]plotter.XYs) {
	points = map[string]plotter.XYs{}
	list := all()
	for _, e := range list {
		if e.topic != strength || e.b != "mcts" || !strings.Contains(e.name, atEqualTime) {
			continue
		}
		name := strings.Replace(e.name, atEqualTime, "-", 1)
		same := func(other experiment) bool { return other.name == name && other.a == e.a && other.b == e.b }
		short, found := p.results[e.name]
		equal, also := p.results[name]
		if !found || !also || !slices.ContainsFunc(list, same) {
			continue
		}
		if !slices.Contains(labels, e.label) {
			labels = append(labels, e.label)
		}
		points[e.label] = append(points[e.label], plotter.XY{X: equal.WinRate, Y: short.WinRate})
	}
	return labels, points
}
