// Package cli provides what the programs share: signals, flags, exit statuses and the width of the
// terminal. It is public because programs of other modules of this repository use it, and it is not
// a package of the root module because that needs the standard library only.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
)

// The exit statuses of a program.
const (
	Done   = 0
	Failed = 1
	Usage  = 2
)

// Main runs a program with its arguments and exits with the status that it returns. The first
// Ctrl-C cancels the context, a second one ends the program at once.
func Main(run func(ctx context.Context, args []string) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:]))
}

// Parse parses flags and rejects other arguments. For -help it writes about, the flags and more to
// errs, wrapped to the width of the terminal, and returns flag.ErrHelp. It does not print errors.
func Parse(set *flag.FlagSet, args []string, errs io.Writer, about, more string) error {
	err := parse(set, args, errs, about, more)
	if err == nil && set.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	return err
}

// ParseNames is Parse for programs with other arguments. They may stand before, between and after
// the flags, and ParseNames returns them.
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
		var help strings.Builder
		fmt.Fprintln(&help, about)
		set.SetOutput(&help)
		set.PrintDefaults()
		fmt.Fprint(&help, "\n", more)
		fmt.Fprint(errs, Wrap(help.String(), Width(errs)))
	}
	return err
}

// packageName matches the name that an error of a package of the library starts with.
var packageName = regexp.MustCompile(`(^|[^.\w])(?:(?:arena|distributed|gdl|ggp|kif|mcts|minimax|policy|similarity|spec|stats|timing): )+`)

// Plain returns the text of an error for a person, without the names of packages.
func Plain(err error) string { return packageName.ReplaceAllString(err.Error(), "$1") }

type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// Misuse returns an error of the arguments, with the text of err, for [End].
func Misuse(err error) error { return misuse{err} }

// Status is [End] for an error of Parse or of the values of flags.
func Status(name string, err error, errs io.Writer) int { return End(name, Misuse(err), errs) }

// End returns the exit status of a program that ends with err, which may be nil, and writes the
// error to errs. The status is Usage for an error of [Misuse], and Done after -help.
func End(name string, err error, errs io.Writer) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return Done
	}
	fmt.Fprintln(errs, Wrap(name+": "+Plain(err), Width(errs)))
	if errors.As(err, new(misuse)) {
		return Usage
	}
	return Failed
}
