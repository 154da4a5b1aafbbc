// Package plots lets the program of a game draw plots, by the flag -svg of match and tune:
//
//	func main() { console.Main(mygame.Game{}, plots.Output) }
//
//	go run . match -a playout=mast -b playout=uniform -time 10ms -svg rate.svg
//	go run . tune -time 20ms -for 1h -svg parameters.svg
//
// It links a library for plots, with its fonts.
package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/internal/tuning"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// Output draws the running win rate of a match, and the effect of each parameter in a search.
var Output = console.Plots{Match: plotMatch, Tune: plotTune}

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

// running returns the win rate after every result and the outline of its confidence band.
func running(records []arena.Record) (rate, band plotter.XYs) {
	var count match.Running
	var upper plotter.XYs
	for _, r := range records {
		if !count.Add(r) {
			continue
		}
		t := count.Tally
		low, high := t.Interval(match.Level)
		n := float64(t.Games())
		rate = append(rate, plotter.XY{X: n, Y: t.WinRate()})
		band = append(band, plotter.XY{X: n, Y: low})
		upper = append(upper, plotter.XY{X: n, Y: high})
	}
	slices.Reverse(upper)
	return rate, append(band, upper...)
}

// plotTune plots what the values of the parameters won against the default, a row for each, with
// their intervals. The parameters with the greatest effects are at the top.
func plotTune(path, game string, r tune.Result) error {
	p := plot.New()
	low, high := r.Fresh.Interval(match.Level)
	p.Title.Text = fmt.Sprintf("%s\n%s\nfresh games: %.3f [%.3f, %.3f]", game, r.Player, r.Fresh.Pairs.Mean(), low, high)
	p.X.Label.Text = "win rate against the default in the search, 95 %"
	p.X.Min, p.X.Max = 0, 1
	rows := rowsOf(r.Effects)
	points, names := intervals{}, []string{}
	for i, row := range rows {
		names = append(names, row.name)
		low, high := row.scores.Interval(match.Level)
		mean := row.scores.Mean()
		points.XYs = append(points.XYs, plotter.XY{X: mean, Y: float64(i)})
		points.XErrors = append(points.XErrors, struct{ Low, High float64 }{low - mean, high - mean})
	}
	p.NominalY(names...)
	if len(rows) > 0 {
		dots, err := plotter.NewScatter(points.XYs)
		if err != nil {
			return err
		}
		dots.Shape = draw.CircleGlyph{}
		bars, err := plotter.NewXErrorBars(points)
		if err != nil {
			return err
		}
		even, err := plotter.NewLine(plotter.XYs{{X: 0.5, Y: -0.5}, {X: 0.5, Y: float64(len(rows)) - 0.5}})
		if err != nil {
			return err
		}
		even.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(plotter.NewGrid(), even, bars, dots)
	}
	return p.Save(16*vg.Centimeter, vg.Length(4+0.6*float64(len(rows)))*vg.Centimeter, path)
}

// intervals are means with their intervals.
type intervals struct {
	plotter.XYs
	plotter.XErrors
}

// rowsOf returns the rows of the plot from the bottom to the top.
func rowsOf(effects []tune.Effect) (rows []row) {
	effects = slices.Clone(effects)
	slices.SortStableFunc(effects, func(a, b tune.Effect) int {
		return cmp.Compare(a.Worth(tuning.LeastEffect), b.Worth(tuning.LeastEffect))
	})
	for _, e := range effects {
		for _, v := range slices.Backward(e.Values) {
			rows = append(rows, row{e.Parameter + "=" + v.Name, v.Scores})
		}
	}
	return rows
}

// row is a value of a parameter.
type row struct {
	name   string
	scores stats.Pairs
}
