// Package cli holds what all programs here begin and end with: signals, flags and exit statuses.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses of a program.
const (
	Done   = 0
	Failed = 1
	Usage  = 2
)

// Main runs a program with its arguments and exits with the status it returns. The first Ctrl-C ends the context, a
// second one the program at once.
func Main(run func(ctx context.Context, args []string) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:]))
}

// Parse reads flags, and nothing beside them. Asked for help, it writes about, the flags and then more to errs and
// returns flag.ErrHelp. It prints no errors.
func Parse(set *flag.FlagSet, args []string, errs io.Writer, about, more string) error {
	err := parse(set, args, errs, about, more)
	if err == nil && set.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	return err
}

// ParseNames is Parse with other arguments, before, between and behind the flags. It returns them.
func ParseNames(set *flag.FlagSet, args []string, errs io.Writer, about, more string) (names []string, err error) {
	for {
		if err := parse(set, args, errs, about, more); err != nil || set.NArg() == 0 {
			return names, err
		}
		names = append(names, set.Arg(0))
		args = set.Args()[1:]
	}
}

func parse(set *flag.FlagSet, args []string, errs io.Writer, about, more string) error {
	set.SetOutput(io.Discard)
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(errs, about)
		set.SetOutput(errs)
		set.PrintDefaults()
		fmt.Fprint(errs, "\n", more)
	}
	return err
}

// Status returns the exit status for an error of Parse or of what the flags say, and writes to errs what is wrong.
func Status(name string, err error, errs io.Writer) int {
	if errors.Is(err, flag.ErrHelp) {
		return Done
	}
	fmt.Fprintf(errs, "%s: %v\n", name, err)
	return Usage
}
