package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
)

// point is the result of a network.
type point struct {
	stored
	match.Summary
}

func plotCommand(ctx context.Context, args []string, out, errs io.Writer) (usage bool, err error) {
	c := contest{games: 200}
	var dir, svg string
	set := flag.NewFlagSet("plot", flag.ContinueOnError)
	set.StringVar(&dir, "dir", "", "the `folder` of the run")
	set.StringVar(&svg, "svg", "", "the `file` of the plot, .svg or .png; the journals of the matches get its name and lie beside it")
	c.define(set)
	if err := cli.Parse(set, args, errs, "Plot the Elo of the networks of a run over time: go run ./examples/selfplay plot -dir FOLDER -svg FILE -sims N [flags]", spec.Usage); err != nil {
		return true, err
	}
	extension := filepath.Ext(svg)
	switch {
	case dir == "":
		return true, errors.New("want -dir FOLDER")
	case extension != ".svg" && extension != ".png":
		return true, fmt.Errorf("-svg is %q, want a name that ends in .svg or .png", svg)
	}
	if err := c.validate(); err != nil {
		return true, err
	}
	points, err := c.playAll(ctx, dir, strings.TrimSuffix(svg, extension), out, errs)
	if err != nil {
		return false, err
	}
	return false, writePlot(svg, points)
}

// playAll plays the matches of all networks of a run, in the order of their generations, and writes
// a line for each.
func (c *contest) playAll(ctx context.Context, dir, journals string, out, errs io.Writer) (points []point, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "net-*.gob")) // sorted
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no networks", dir)
	}
	for _, path := range paths {
		n, err := readNetwork(path)
		if err != nil {
			return nil, err
		}
		s, err := c.play(ctx, n.name(), n.network(), fmt.Sprintf("%s-%05d.jsonl", journals, n.Generation), errs)
		if err != nil {
			return nil, err
		}
		points = append(points, point{n, s})
		fmt.Fprintf(out, "generation %5d, %6.1f min of CPU time: %d wins, %d draws, %d losses, %.3f [%.3f, %.3f], Elo %+.0f [%+.0f, %+.0f]\n",
			n.Generation, n.Used.CPU.Minutes(), s.Wins, s.Draws, s.Losses, s.WinRate, s.WinRateCI95[0], s.WinRateCI95[1],
			s.Elo, s.EloCI95[0], s.EloCI95[1])
	}
	return points, nil
}

// writePlot plots the Elo of networks, with its interval, by the CPU time of their training.
func writePlot(path string, points []point) error {
	p := plot.New()
	p.Title.Text = points[0].player() + "\n" + points[0].B
	p.X.Label.Text, p.Y.Label.Text = "minutes of CPU time", "Elo of a, b has 0; 95 %"
	p.X.Scale, p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogScale{}, minutes, plot.TickerFunc(hundreds)
	line, bars := plotter.XYs{}, intervals{}
	for _, at := range points {
		x := max(at.Used.CPU.Minutes(), 1e-3)
		line = append(line, plotter.XY{X: x, Y: at.Elo})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{at.Elo - at.EloCI95[0], at.EloCI95[1] - at.Elo})
	}
	bars.XYs = line
	curve, dots, err := plotter.NewLinePoints(line)
	if err != nil {
		return err
	}
	errorBars, err := plotter.NewYErrorBars(bars)
	if err != nil {
		return err
	}
	even := plotter.NewFunction(func(float64) float64 { return 0 })
	even.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
	blue := color.RGBA{0, 114, 178, 255}
	curve.Color, dots.Color, errorBars.Color = blue, blue, blue
	p.Add(plotter.NewGrid(), even, curve, dots, errorBars)
	p.X.Min, p.X.Max = 0.9*line[0].X, 1.1*line[len(line)-1].X
	return p.Save(16*vg.Centimeter, 10*vg.Centimeter, path)
}

// hundreds places the ticks of Elo.
func hundreds(low, high float64) (ticks []plot.Tick) {
	for v := math.Ceil(low/100) * 100; v <= high; v += 100 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}

// player returns the player with the network, without the name of the network.
func (p point) player() string {
	text, _, _ := strings.Cut(p.A, ", generation")
	return text
}

// intervals are points with error bars in the form of package plotter.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

// minutes places the ticks of a logarithmic axis of time.
var minutes = plot.ConstantTicks{
	{Value: 0.1, Label: "0.1"},
	{Value: 0.2, Label: "0.2"},
	{Value: 0.5, Label: "0.5"},
	{Value: 1, Label: "1"},
	{Value: 2, Label: "2"},
	{Value: 5, Label: "5"},
	{Value: 10, Label: "10"},
	{Value: 20, Label: "20"},
	{Value: 50, Label: "50"},
	{Value: 100, Label: "100"},
	{Value: 200, Label: "200"},
	{Value: 500, Label: "500"},
}
