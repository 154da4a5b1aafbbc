// Reproduce plays the experiments of the papers, and says whether they come out as published:
//
//	go run ./examples/reproduce -list
//	go run ./examples/reproduce mast-uniform-bt6
//	go run ./examples/reproduce -quick 'time-c4-*' final-max-c4-100
//	go run ./examples/reproduce -quick all
//
// An experiment is a match of two players, and a row of the tables in this folder; experiments.go says how to add one.
// Seeds are fixed and budgets count simulations, so a match gives the same games everywhere. With -journal an
// interrupted experiment goes on where it was.
//
// With -quick there are fewer games, and long budgets are shortened, so that an experiment takes a few seconds. So few
// games show great effects only, and for the others the verdict is that there is none.
//
// # Verdicts
//
// The verdict compares the published win rate with the Wilson 95 % interval of the measured one. A published rate
// within 0.02 of 1/2 counts as level.
//
//	agrees          the interval holds the published rate; and unless that is level, it lies on the same side of 1/2
//	same direction  the interval lies on the same side of 1/2 as the published rate, and does not hold it
//	no effect       the published rate is not level, and the interval holds 1/2: so many games show no effect
//	contradicts     the interval lies on the other side of 1/2; or the published rate is level, and not in it
//	-               nothing is published
//
// Some papers say better or worse, and give no figure. Every rate on that side is then the published one.
//
// # The page of results
//
// docs/RESULTS.md and its plots are made from the folder results and the template results.md.tmpl:
//
//	go run ./examples/reproduce -json examples/reproduce/results NAME
//	go run ./examples/reproduce -write docs/RESULTS.md
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/banyan-go/banyan/examples/internal/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run is the program, and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("reproduce", err, errs)
	}
	switch {
	case o.list:
		err = writeList(out)
	case o.write != "":
		err = writePage(o.write, o.results)
	default:
		err = reproduce(ctx, o, out, errs)
	}
	if err != nil {
		fmt.Fprintf(errs, "reproduce: %v\n", err)
		return cli.Failed
	}
	return cli.Done
}
