package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// chart is a plot of win rates against a parameter.
type chart struct {
	file   string
	title  string
	x      string  // the label of the parameter
	log    bool    // whether the axis of the parameter is logarithmic
	low    float64 // the win rate at the bottom
	high   float64 // the win rate at the top
	curves []curve
}

// curve is a series of results by the value of the parameter.
type curve struct {
	name      string
	points    []point
	published []xy // the curve of the paper, in the same color; nil for none
}

// xy is a published point.
type xy = plotter.XY

// point names the experiment for a value. It is not drawn without a result.
type point struct {
	x    float64
	name string
}

// plots are the plots of the page.
var plots = []chart{
	{
		file: "nst-budget.svg", title: "NST against MAST with Gibbs, Breakthrough 6x6", x: "simulations for an action", log: true,
		low: 0.4, high: 1,
		curves: []curve{nstBudgets("0.1"), nstBudgets("0.2"), nstBudgets("0.4")},
	},
	parallelChart("nogo", "Hollow NoGo"),
	parallelChart("c4", "Connect Four"),
	{
		file: "stop-factor.svg", title: "STOP against expected moves, Connect Four", x: "factor f",
		low: 0.4, high: 0.75,
		curves: []curve{
			{name: "40,000 ticks", points: factors("40000")},
			{name: "150,000 ticks", points: factors("150000")},
			{name: "1,290,000 ticks", points: []point{{5, "time-c4-stop"}}},
		},
	},
	{
		file: "magic-trees.svg", title: "Magic against the expert", x: "determinizations", log: true,
		low: 0.1, high: 0.6,
		curves: []curve{
			{name: "10,000 simulations in all", points: treePoints("magic-1-expert", "magic-2-expert", "magic-5-expert", "magic-10-expert",
				"magic-20-expert", "magic-40x250-expert", "magic-100-expert", "magic-200-expert", "magic-500-expert")},
			{name: "1,000 simulations in all", points: treePoints("magic-1x1000-expert", "magic-2x500-expert", "magic-5x200-expert",
				"magic-10x100-expert", "magic-20x50-expert", "magic-40x25-expert")},
		},
	},
	scanPlot("bt6"), scanPlot("c4"),
}

// treePoints returns the points of experiments with 1, 2, 5, 10, 20, 40, 100, 200 and 500
// determinizations.
func treePoints(names ...string) (points []point) {
	for i, name := range names {
		points = append(points, point{[]float64{1, 2, 5, 10, 20, 40, 100, 200, 500}[i], name})
	}
	return points
}

// nstBudgets returns the curve of NST with an epsilon.
func nstBudgets(epsilon string) curve {
	c := curve{name: "epsilon " + epsilon}
	for _, n := range []int{1000, 3000, 10000, 30000} {
		c.points = append(c.points, point{float64(n), fmt.Sprintf("nst-gibbs-%d-e%s", n, epsilon)})
	}
	return c
}

// parallelChart compares the gains of parallel searches in a game with the published gains.
func parallelChart(short, title string) chart {
	root, leaf, tree, serial := curve{name: "root"}, curve{name: "leaf"}, curve{name: "tree"}, curve{name: "serial"}
	for _, p := range chaslot {
		n := float64(p.threads)
		add := func(c *curve, published float64) {
			c.points = append(c.points, point{n, fmt.Sprintf("%s-%s-%d", short, c.name, p.threads)})
			if published > 0 {
				c.published = append(c.published, xy{X: n, Y: head(published)})
			}
		}
		add(&root, p.root)
		add(&leaf, p.leaf)
		add(&tree, p.tree)
		add(&serial, 0)
	}
	return chart{
		file: "parallel-" + short + ".svg", title: "Threads that cost no time, " + title + " (dashed: published, 13x13 Go)",
		x: "threads, or thousands of simulations of the serial search", log: true, low: 0.4, high: 1, curves: []curve{root, leaf, tree, serial},
	}
}

// factors returns the points of STOP on a clock of that number of ticks.
func factors(ticks string) (points []point) {
	for _, f := range []float64{1, 1.5, 2.5, 5} {
		points = append(points, point{f, fmt.Sprintf("time-c4-%s-f%v", ticks, f)})
	}
	return points
}

// results holds the results of a curve in the form of package plotter.
type results struct {
	plotter.XYs
	plotter.YErrors
}

// draw writes a plot to a file.
func (p page) draw(c chart, path string) error {
	canvas := plot.New()
	canvas.Title.Text, canvas.X.Label.Text, canvas.Y.Label.Text = c.title, c.x, "win rate, 95 %"
	canvas.Y.Min, canvas.Y.Max = c.low, c.high
	canvas.X.Tick.Marker, canvas.Y.Tick.Marker = c.numbers(), tenths
	if c.log {
		canvas.X.Scale = plot.LogScale{}
	}
	even := plotter.NewFunction(func(float64) float64 { return 0.5 })
	even.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
	canvas.Add(plotter.NewGrid(), even)
	for i, curve := range c.curves {
		if err := p.add(canvas, curve, colors[i%len(colors)]); err != nil {
			return err
		}
	}
	canvas.Legend.Top, canvas.Legend.Left, canvas.Legend.Padding = true, true, vg.Millimeter
	return canvas.Save(14*vg.Centimeter, 9*vg.Centimeter, path)
}

// drawable reports whether there is a result in a plot.
func (p page) drawable(c chart) bool {
	return slices.ContainsFunc(c.curves, func(c curve) bool {
		return slices.ContainsFunc(c.points, func(at point) bool { _, ok := p.results[at.name]; return ok })
	})
}

// numbers places the ticks at the values of the first curve.
func (c chart) numbers() plot.ConstantTicks {
	var values []float64
	for _, p := range c.curves[0].points {
		values = append(values, p.x)
	}
	return ticks(values...)
}

// tenths places the ticks of win rates.
var tenths = ticks(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)

// ticks places the ticks at values.
func ticks(values ...float64) (list plot.ConstantTicks) {
	for _, v := range values {
		list = append(list, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return list
}

// colors can be distinguished with any color vision (M. Okabe and K. Ito, Color Universal Design,
// 2008).
var colors = []color.RGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}}

// add draws a curve with its intervals.
func (p page) add(canvas *plot.Plot, c curve, color color.RGBA) error {
	var r results
	for _, point := range c.points {
		s, ok := p.results[point.name]
		if !ok {
			continue
		}
		low, high := s.Interval(match.Level)
		r.XYs = append(r.XYs, plotter.XY{X: point.x, Y: s.WinRate})
		r.YErrors = append(r.YErrors, struct{ Low, High float64 }{s.WinRate - low, high - s.WinRate})
	}
	if len(r.XYs) == 0 {
		return nil
	}
	if c.published != nil {
		dashed, err := plotter.NewLine(plotter.XYs(c.published))
		if err != nil {
			return err
		}
		dashed.Color, dashed.Dashes = color, []vg.Length{vg.Points(2), vg.Points(2)}
		canvas.Add(dashed)
	}
	line, dots, err := plotter.NewLinePoints(r.XYs)
	if err != nil {
		return err
	}
	bars, err := plotter.NewYErrorBars(r)
	if err != nil {
		return err
	}
	line.Color, dots.Color, dots.Shape, bars.Color = color, color, draw.CircleGlyph{}, color
	canvas.Add(line, dots, bars)
	canvas.Legend.Add(c.name, line, dots)
	return nil
}

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
