// Puct shows how to bring your own selection strategy and your own knowledge of a game to a search.
// It has PUCT with first-play urgency and progressive bias, written on the exported interfaces of
// the library, and a heuristic prior for Breakthrough. The program plays a match of one of them
// against plain UCT:
//
//	go run ./examples/puct -games 400 -sims 1000
//	go run ./examples/puct -bias
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// options are what the flags say.
type options struct {
	games, sims int
	seed        uint64
	bias        bool
	puct        PUCT
	progressive ProgressiveBias
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	var o options
	set := flag.NewFlagSet("puct", flag.ContinueOnError)
	set.IntVar(&o.games, "games", 100, "the `number` of games, two for each opening")
	set.IntVar(&o.sims, "sims", 1000, "the `number` of simulations per move")
	set.Uint64Var(&o.seed, "seed", 1, "the `seed` of the match")
	set.BoolVar(&o.bias, "bias", false, "play progressive bias in place of PUCT")
	set.Float64Var(&o.puct.C, "c", 3, "the exploration `constant` of PUCT")
	set.Float64Var(&o.puct.FPU, "fpu", 0.2, "the `reduction` of the first-play urgency of PUCT")
	set.Float64Var(&o.progressive.W, "weight", 20, "the `weight` of progressive bias")
	if err := cli.Parse(set, args, errs, "Puct plays matches of PUCT or progressive bias against UCT.", ""); err != nil {
		return cli.Status("puct", err, errs)
	}
	tally, err := match(ctx, o)
	if err == nil {
		low, high := tally.Interval(0.95)
		fmt.Fprintf(out, "%d wins, %d losses: %.3f, 95 %% interval %.3f..%.3f\n", tally.Wins, tally.Losses, tally.WinRate(), low, high)
	}
	return cli.End("puct", err, errs)
}

// match plays the strategy that o asks for against UCT and returns its results.
func match(ctx context.Context, o options) (stats.Tally, error) {
	game, err := breakthrough.New(6, 6)
	if err != nil {
		return stats.Tally{}, err
	}
	budget := mcts.Budget{Simulations: o.sims}
	records, err := arena.Match[breakthrough.State, breakthrough.Move]{
		Game: game, Start: game.Start(), Plan: arena.Plan{Pairs: (o.games + 1) / 2, OpeningPlies: 2, Seed: o.seed},
		Entrants: []arena.Entrant[breakthrough.State, breakthrough.Move]{
			arena.Searcher("prior", game, o.config(game), budget),
			arena.Searcher("uct", game, mcts.Config{}, budget),
		},
	}.Run(ctx)
	return arena.Count(records, 0, 1), err
}

// config returns the search with the strategy that o asks for. It makes playouts like the search
// that it plays against, so the prior is the only difference.
func (o options) config(game breakthrough.Game) mcts.Config {
	cfg := mcts.Config{
		Selection:  o.puct,
		Prediction: &mcts.Prediction{Source: Heuristic{game}, Playouts: 1},
	}
	if o.bias {
		o.progressive.C = policy.DefaultC
		cfg.Selection = o.progressive
	}
	return cfg
}
