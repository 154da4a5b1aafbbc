// Adviser says whether it pays in a game to count boards that look alike, by trial searches:
//
//	go run ./examples/adviser -game breakthrough -size 6x6
//
// It prints how many moves such boards are apart in the tree of the game, the two figures of Uemiya and Yokoyama, and the
// Hamming distance that they advise. With -svg it also plots how the distances are spread.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "adviser: %v\n", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	game   catalog.Game
	cfg    mcts.Config
	trials mcts.Trials
	svg    string
}

// run is the program.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	o, err := parseOptions(args, errs)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	trier, ok := o.game.(catalog.Trier)
	if !ok {
		return fmt.Errorf("%s has no trials", o.game.Name())
	}
	games, err := trier.Trials(ctx, o.cfg, o.trials)
	if err != nil {
		return err
	}
	report(out, o, games)
	if o.svg != "" {
		return writePlot(o.svg, o.game.Name(), games)
	}
	return nil
}

func parseOptions(args []string, errs io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("adviser", flag.ContinueOnError)
	flags.SetOutput(errs)
	name := flags.String("game", "breakthrough", "the `game`: "+strings.Join(catalog.Names(), ", "))
	size := flags.String("size", "", "the `board`, like 6x6; if empty, the usual one")
	codes := flags.String("codes", "huffman", "the `codes` of boards: huffman, appearance, random")
	c := flags.Float64("c", 0.7, "the `constant` of UCT")
	flags.IntVar(&o.trials.Simulations, "sims", 250, "the `number` of simulations of a move, 250 or 500 in the paper")
	flags.IntVar(&o.trials.Games, "games", 10, "the `number` of trial games")
	flags.IntVar(&o.trials.Plies, "plies", 10, "the `number` of plies of each")
	flags.Uint64Var(&o.cfg.Seed, "seed", 1, "the `number` that chooses the random streams")
	flags.StringVar(&o.svg, "svg", "", "a `file` to plot the distances to")
	if err = flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("there is no use for %q", flags.Arg(0))
	}
	board := catalog.Size{}
	if *size != "" {
		if board, err = catalog.ParseSize(*size); err != nil {
			return o, fmt.Errorf("-size %s: %w", *size, err)
		}
	}
	encoders := map[string]similarity.Encoder{
		"huffman": similarity.Huffman{}, "appearance": similarity.Appearance{}, "random": similarity.Random{},
	}
	encoder, ok := encoders[*codes]
	if !ok {
		return o, fmt.Errorf("-codes %s, want huffman, appearance or random", *codes)
	}
	o.cfg.Selection = policy.UCT{C: *c}
	o.cfg.Similarity = &mcts.Similarity{Encoder: encoder, Distance: 2, KeepTree: true}
	o.game, err = catalog.Find(*name, board)
	return o, err
}

// report writes the histogram, the figures and the advice.
func report(out io.Writer, o options, games []similarity.Histogram) {
	fmt.Fprintf(out, "%s: %d trials of %d plies with %d simulations a move\n\n",
		o.game.Name(), o.trials.Games, o.trials.Plies, o.trials.Simulations)
	fmt.Fprintln(out, "moves apart   share of the similar boards")
	shares, deviations := distribution(games)
	for d, share := range shares {
		fmt.Fprintf(out, "%11d  %6.2f %%  %s\n", d, 100*share, strings.Repeat("#", int(100*share+0.5)))
	}
	figures := similarity.FiguresOf(games)
	var adviser similarity.Adviser
	if o.trials.Simulations >= 500 {
		adviser.Mean = similarity.RealGames.Mean
	}
	fmt.Fprintf(out, "\nmean distance %.2f, spread %.4f over %d distances\n", figures.Mean, figures.Spread, len(deviations))
	fmt.Fprintf(out, "advice: %s\n", adviser.Explain(figures))
}
