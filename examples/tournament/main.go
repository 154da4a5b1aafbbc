// Tournament plays matches between two or more players and reports, with confidence intervals,
// which player is stronger:
//
//	go run ./examples/tournament -game breakthrough -a playout=mast -b playout=uniform -time 10ms
//
// Games are played in pairs: both games of a pair start with the same random opening, with the
// seats swapped. With -time the players are compared at equal time. With -sims the match is
// reproducible, but a player whose simulations are slower uses more time, so the output shows the
// simulations per second and the time per move of every player. With -cpu all times are CPU time of
// the program, so that a match at equal time may run beside other programs.
//
// With -json the result is one JSON object. With -journal an interrupted tournament continues where
// it stopped. The flag -help lists the flags and explains the text form of a player.
package main

import (
	"context"
	"errors"
	"fmt"
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
		return cli.Status("tournament", err, errs)
	}
	result, err := play(ctx, o, errs)
	if err != nil {
		fmt.Fprintf(errs, "tournament: %s\n", cli.Plain(err))
	}
	if len(result.records) > 0 {
		err = errors.Join(err, report(out, errs, o, result))
	}
	if err != nil {
		return cli.Failed
	}
	return cli.Done
}

// report writes the result and, with -svg, the plot.
func report(out, errs io.Writer, o options, r result) error {
	write := writeTable
	switch {
	case o.fit:
		write = writeFit
	case o.json:
		write = writeJSON
	}
	err := write(out, o, r)
	if o.svg != "" {
		err = errors.Join(err, writePlot(o.svg, o, r))
	}
	if err != nil {
		fmt.Fprintf(errs, "tournament: %s\n", cli.Plain(err))
	}
	return err
}
