// Reproduce plays experiments of the papers and compares the results with the published ones:
//
//	go run ./research/reproduce -list
//	go run ./research/reproduce mast-uniform-bt6
//	go run ./research/reproduce -quick 'time-c4-*' final-max-c4-100
//	go run ./research/reproduce -quick all
//	go run ./research/reproduce -journal games -store new published
//
// An experiment is a match of two players, and a row of the tables in this folder; experiments.go
// explains how to add one. Seeds are fixed and budgets count simulations, so a match has the same
// games on every machine, unless players have CPU time or share a tree. With -journal an
// interrupted experiment continues where it stopped.
//
// The last command plays the experiments for which a paper reports a result, and takes a night on
// two processors. The others, which are controls and further questions, take another night.
//
// With -quick an experiment takes half a second: it has fewer games, and long budgets are
// shortened. So few games show only large effects. For a smaller effect the verdict is usually
// inconclusive.
//
// What a game costs, in seconds of one processor, is stored next to the results when an experiment
// is played with -store. -cost measures it for experiments that have no cost yet.
//
// With -nats the games are played by the workers at a NATS server, such as those that
// "banyan worker -nats URL" starts; docs/cluster.md describes how. Experiments with CPU time are
// played here.
//
// # Verdicts
//
// The verdict compares the published win rate with the Wilson 95 % interval of the measured one. A
// published rate within 0.02 of 1/2 counts as level.
//
//	agrees          the interval contains the published rate and lies on the same side of 1/2, or
//	                the published rate is level and the interval contains it and is at most 0.1 wide
//	same direction  the interval lies on the same side of 1/2 as the published rate, and does not
//	                contain it
//	inconclusive    the interval contains both 1/2 and the published rate, but the games are too few
//	                to tell them apart, or to show that players are level
//	smaller         the interval contains 1/2 and not the published rate: if there is an effect, it
//	                is smaller than published
//	contradicts     the interval lies on the other side of 1/2, or the published rate is level and
//	                the interval does not contain it
//	-               nothing is published
//
// If a paper says better or worse without a number, every rate on that side counts as published.
//
// # The pages
//
// The pages with numbers, such as docs/results/README.md, and the plots are generated from stored
// results and the templates in the folder pages:
//
//	go run ./research/reproduce -store research/reproduce/results NAME
//	go run ./research/reproduce -write .
package main

import (
	"context"
	"io"
	"os"

	"github.com/banyan-go/banyan/console/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("reproduce", err, errs)
	}
	switch {
	case o.list:
		err = writeList(out, o.results)
	case o.write != "":
		err = writePages(o.write, o.results, errs)
	case o.cost:
		err = measure(ctx, o, out)
	default:
		err = reproduce(ctx, o, out, errs)
	}
	return cli.End("reproduce", err, errs)
}
