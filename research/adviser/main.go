// Adviser runs trial searches of a game and advises whether to use position similarity:
//
//	go run ./research/adviser -game breakthrough -size 6x6
//
// It prints how far similar positions are apart in the game tree, the two numbers of Uemiya and
// Yokoyama, and the Hamming distance that they advise. With -svg it plots the distribution, and
// with -store it stores all of this.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/research/internal/table"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// options are the parsed flags.
type options struct {
	game   bundled.Game
	cfg    mcts.Config
	trials research.Trials
	codes  string
	bits   int // of random signatures; 0 for the default
	random int // number of random games
	found  *retrievals
	svg    string
	store  string
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("adviser", err, errs)
	}
	return cli.End("adviser", advise(ctx, out, o), errs)
}

// advise plays the trials and writes what they tell.
func advise(ctx context.Context, out io.Writer, o options) error {
	games, err := o.game.Trials(ctx, o.cfg, o.trials)
	if err != nil {
		return err
	}
	stored := o.stored(games)
	if o.random > 0 {
		shape, err := o.game.Shape(o.random, o.cfg.Seed)
		if err != nil {
			return err
		}
		stored.Random = shape
	}
	if err := report(out, o, stored); err != nil {
		return err
	}
	if o.svg != "" {
		if err := writePlot(o.svg, stored); err != nil {
			return err
		}
	}
	if o.store != "" {
		return table.Put(o.store, stored)
	}
	return nil
}

const about = "Advise by trial searches whether to use position similarity: go run ./research/adviser [flags]"

var encoders = map[string]similarity.Encoder{
	"huffman": similarity.Huffman{}, "opponents": similarity.Opponents{}, "appearance": similarity.Appearance{}, "random": similarity.Random{},
}

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (o options, err error) {
	var size console.Size
	set := flag.NewFlagSet("adviser", flag.ContinueOnError)
	name := set.String("game", "breakthrough", "the `name` of the game: "+strings.Join(bundled.Names(), ", "))
	set.Func("size", "the board size as `WxH`, like 6x6 (default: the usual board of the game)", func(text string) (err error) {
		size, err = console.ParseSize(text)
		return err
	})
	set.StringVar(&o.codes, "codes", "huffman", "the `encoder` of signatures: huffman, appearance, opponents, random")
	set.IntVar(&o.bits, "bits", 0, "the `number` of bits of random signatures (default 20)")
	c := set.Float64("c", 0.7, "the `constant` of UCT")
	set.IntVar(&o.trials.Simulations, "sims", 250, "the `number` of simulations per move, 250 or 500 in the paper")
	set.IntVar(&o.trials.Games, "games", 10, "the `number` of trial games")
	set.IntVar(&o.trials.Plies, "plies", 10, "the `number` of plies of each trial game")
	set.IntVar(&o.random, "random", 0, "also play this `number` of random games and tell what they are like")
	set.Uint64Var(&o.cfg.Seed, "seed", 1, "the `number` that seeds the random streams")
	set.StringVar(&o.store, "store", "", "add a row with the figures and the distribution to this CSV `file`")
	set.StringVar(&o.svg, "svg", "", "write a plot of the distances to this `file`")
	err = cli.Parse(set, args, errs, about, "")
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w (-help lists the flags)", err)
	}
	if o.game, err = bundled.Find(*name, size); err != nil {
		return o, fmt.Errorf("-game %s: %w", *name, err)
	}
	encoder, ok := encoders[o.codes]
	if !ok {
		return o, fmt.Errorf("-codes is %q, want huffman, appearance, opponents or random", o.codes)
	}
	if o.bits != 0 {
		if o.codes != "random" || o.bits < 0 || o.bits > 64 {
			return o, fmt.Errorf("-bits is %d with -codes %s, want 1 to 64 with -codes random", o.bits, o.codes)
		}
		encoder = similarity.Random{Bits: o.bits}
	}
	o.found = &retrievals{}
	o.cfg.Selection = policy.UCT{C: *c}
	o.cfg.Similarity = &mcts.Similarity{Encoder: encoder, Distance: 2, KeepTree: true, Research: similarity.Readings{Observer: o.found}}
	return o, o.check()
}

// check finds errors before the trials, whose results would be lost.
func (o options) check() error {
	if o.random < 0 {
		return fmt.Errorf("-random is %d, want 0 or more", o.random)
	}
	for _, f := range []struct {
		name string
		n    int
	}{{"sims", o.trials.Simulations}, {"games", o.trials.Games}, {"plies", o.trials.Plies}} {
		if f.n < 1 {
			return fmt.Errorf("-%s is %d, want 1 or more", f.name, f.n)
		}
	}
	if o.svg != "" && filepath.Ext(o.svg) != ".svg" {
		return fmt.Errorf("-svg is %q, want a name that ends in .svg", o.svg)
	}
	for _, f := range []struct{ flag, file string }{{"svg", o.svg}, {"store", o.store}} {
		if f.file == "" {
			continue
		}
		if _, err := os.Stat(filepath.Dir(f.file)); err != nil {
			return fmt.Errorf("-%s: %w", f.flag, err)
		}
	}
	return nil
}

// retrievals is an observer that counts what new nodes find.
type retrievals struct{ lookups, hits, positions int }

func (*retrievals) Begin()        {}
func (*retrievals) Pass([]uint8)  {}
func (*retrievals) Keep([]uint64) {}

func (r *retrievals) Measure(signatures []uint64) {
	r.lookups++
	r.hits += min(1, len(signatures))
	r.positions += len(signatures)
}

// stored returns the row that -store adds.
func (o options) stored(games []research.Histogram) table.Trials {
	figures := research.FiguresOf(games)
	shares, deviations := research.Distribution(games)
	lookups := float64(max(1, o.found.lookups))
	codes := o.codes
	if o.bits > 0 {
		codes += fmt.Sprint(o.bits)
	}
	return table.Trials{
		Name: fmt.Sprintf("%s %s %d %d", o.game.Name(), codes, o.trials.Simulations, o.trials.Plies),
		Bits: o.bits, Hits: float64(o.found.hits) / lookups, Found: float64(o.found.positions) / lookups,
		Game: o.game.Name(), Codes: o.codes, Simulations: o.trials.Simulations, Games: o.trials.Games, Plies: o.trials.Plies,
		Seed: o.cfg.Seed, Mean: figures.Mean, Spread: figures.Spread, Shares: shares, Deviations: deviations,
		Advice: research.ForTrials(o.trials.Simulations).Distance(figures),
	}
}

// report writes the histogram, the numbers and the advice, and what random games are like.
func report(to io.Writer, o options, t table.Trials) error {
	out := &strings.Builder{}
	fmt.Fprintf(out, "%s: %d trials of %d plies with %d simulations a move\n\n", t.Game, t.Games, t.Plies, t.Simulations)
	if o.random > 0 {
		fmt.Fprintf(out, "%d random games: %.1f plies, %d kinds of pieces, another number of pieces after %.0f %% of the plies, at most %.1f actions\n\n",
			o.random, t.Random.Plies, t.Random.Kinds, 100*t.Random.Changes, t.Random.Width)
	}
	fmt.Fprintln(out, "moves apart   share of similar positions")
	for d, share := range t.Shares {
		fmt.Fprintf(out, "%11d  %6.2f %%  %s\n", d, 100*share, strings.Repeat("#", int(100*share+0.5)))
	}
	fmt.Fprintf(out, "\na new node imports from %.1f positions; %.0f %% of them from at least one\n", t.Found, 100*t.Hits)
	fmt.Fprintf(out, "\nmean distance %.2f, spread %.4f over %d distances\n", t.Mean, t.Spread, len(t.Deviations))
	fmt.Fprintf(out, "advice: %s\n", research.ForTrials(t.Simulations).Explain(research.Figures{Mean: t.Mean, Spread: t.Spread}))
	_, err := io.WriteString(to, out.String())
	return err
}

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
