package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
)

// point is the result of a network.
type point struct {
	stored
	match.Summary
}

func plotCommand(ctx context.Context, args []string, out, errs io.Writer) error {
	c := contest{games: 200}
	var dir, svg string
	set := flag.NewFlagSet("plot", flag.ContinueOnError)
	set.StringVar(&dir, "dir", "", "the `folder` of the run")
	set.StringVar(&svg, "svg", "", "the `file` of the plot, .svg; the journals of the matches get its name and lie beside it")
	c.define(set)
	if err := cli.Parse(set, args, errs, "Plot the Elo of the networks of a run over time: go run ./examples/selfplay plot -dir FOLDER -svg FILE -sims N [flags]", spec.Usage); err != nil {
		return cli.Misuse(err)
	}
	switch {
	case dir == "":
		return cli.Misuse(errors.New("want -dir FOLDER"))
	case filepath.Ext(svg) != ".svg":
		return cli.Misuse(fmt.Errorf("-svg is %q, want a name that ends in .svg", svg))
	}
	if err := c.validate(); err != nil {
		return cli.Misuse(err)
	}
	points, err := c.playAll(ctx, dir, strings.TrimSuffix(svg, ".svg"), out, errs)
	if err != nil {
		return err
	}
	return writePlot(svg, points)
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

// writePlot plots the Elo of networks, with its interval, by the CPU time of their training on a
// logarithmic axis.
func writePlot(path string, points []point) error {
	const left, right, top, bottom = 60.0, 620.0, 50.0, 350.0
	last := len(points) - 1
	from, to := math.Log(0.9*points[0].minutes()), math.Log(1.1*points[last].minutes())
	low, high := 0.0, 0.0
	for _, p := range points {
		low, high = min(low, p.EloCI95[0]), max(high, p.EloCI95[1])
	}
	x := func(minutes float64) float64 { return left + (right-left)*(math.Log(minutes)-from)/(to-from) }
	y := func(elo float64) float64 { return bottom - (bottom-top)*(elo-low)/max(high-low, 1) }

	var b strings.Builder
	fmt.Fprintln(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" font-family="sans-serif" font-size="12">`)
	text := func(x, y float64, anchor, text string) {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
	}
	line := func(x1, y1, x2, y2 float64, color string) {
		fmt.Fprintf(&b, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, color)
	}
	text(left, 20, "start", points[0].player())
	text(left, 36, "start", points[0].B)
	text(left, 390, "start", "minutes of CPU time; Elo of a, b has 0, 95 %")
	for elo := math.Ceil(low/100) * 100; elo <= high; elo += 100 {
		line(left, y(elo), right, y(elo), "#ccc")
		text(left-5, y(elo)+4, "end", fmt.Sprint(elo))
	}
	for _, m := range []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if at := math.Log(m); from <= at && at <= to {
			line(x(m), top, x(m), bottom, "#ccc")
			text(x(m), bottom+16, "middle", fmt.Sprint(m))
		}
	}
	for i, p := range points {
		at := x(p.minutes())
		line(at, y(p.EloCI95[0]), at, y(p.EloCI95[1]), "#0072b2")
		fmt.Fprintf(&b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#0072b2\"/>\n", at, y(p.Elo))
		if i > 0 {
			line(x(points[i-1].minutes()), y(points[i-1].Elo), at, y(p.Elo), "#0072b2")
		}
	}
	fmt.Fprintln(&b, "</svg>")
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// minutes returns the CPU time of the training; a logarithmic axis has no place for 0.
func (p point) minutes() float64 { return max(p.Used.CPU.Minutes(), 1e-3) }

// player returns the player with the network, without the name of the network.
func (p point) player() string {
	text, _, _ := strings.Cut(p.A, ", generation")
	return text
}
