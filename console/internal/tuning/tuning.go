// Package tuning searches for the parameters of a player and reports what it finds.
package tuning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// Options determine what is searched and what is written.
type Options struct {
	Game      string
	Evaluator tune.Evaluator
	Parse     func(text, defaults string) (spec.Player, error)
	Space     tune.Space
	Tune      tune.Options
	Equal     string // what the players have in common: "equal time"
	Players   int    // of the game

	// Entry is the name of the game in the program, and Size the board. Rules is the sum of the
	// file of a game that is read from one. Games begin with Opening random plies.
	Entry, Size, Rules string
	Opening            int

	List bool // write the space only
	JSON bool
	Row  bool   // write the result as a row of a table in Markdown
	SVG  string // the path of a plot; empty for none
	Plot func(path, game string, r tune.Result) error
}

// Run searches and writes the result to out. If it is interrupted, it writes what it has found.
func Run(ctx context.Context, out, errs io.Writer, o Options) error {
	if o.List {
		_, err := fmt.Fprintln(out, o.Space)
		return err
	}
	line := newLine(errs)
	o.Tune.Progress = line.show
	r, err := tune.Run(ctx, o.Evaluator, o.Space, o.Tune)
	line.clear()
	if ctx.Err() != nil {
		err = hint(err, o.Tune.Journal)
	}
	switch empty := errors.Is(err, tune.ErrNoPairs); {
	case empty && o.Tune.Time == 0:
		return errors.New("the method does not begin with so few games, want more -games")
	case empty:
		return fmt.Errorf("no pair of games was finished in %v, want a longer -for", o.Tune.Time)
	case r.Pairs == 0:
		return err
	}
	return errors.Join(err, report(out, o, r))
}

// hint adds to the error of an interruption how the search continues.
func hint(err error, journal string) error {
	if err == nil {
		return nil
	}
	if journal == "" {
		return fmt.Errorf("%w; with -journal FILE, an interrupted search can be continued", err)
	}
	return fmt.Errorf("%w; the same command continues from %s", err, journal)
}

// report writes the result, and with SVG the plot. The plot comes first, as the output may not be
// read to its end.
func report(out io.Writer, o Options, r tune.Result) (err error) {
	if o.SVG != "" {
		err = o.Plot(o.SVG, o.Game, r)
	}
	write := writeText
	switch {
	case o.JSON:
		write = writeJSON
	case o.Row:
		write = writeRow
	}
	return errors.Join(err, write(out, o, r))
}

// source returns the mcts.Config of the best player in Go, or why there is none.
func source(o Options, r tune.Result) string {
	p, err := o.Parse(r.Player, "")
	if err == nil {
		var text string
		if text, err = tune.Source(p.Search); err == nil {
			return text
		}
	}
	return "// " + err.Error() + "; the text of the player stands for it."
}

// line shows how far a search is: on a terminal in one line that changes, elsewhere in a new line
// every minute.
type line struct {
	out      io.Writer
	terminal bool
	pause    time.Duration // the least time between two lines
	last     time.Duration
}

func newLine(errs io.Writer) *line {
	if cli.IsTerminal(errs) {
		return &line{out: errs, terminal: true, pause: 500 * time.Millisecond}
	}
	return &line{out: errs, pause: time.Minute}
}

// show shows the progress.
func (l *line) show(p tune.Progress) {
	if p.Elapsed-l.last < l.pause {
		return
	}
	l.last = p.Elapsed
	if l.terminal {
		fmt.Fprint(l.out, clearLine+describe(p))
	} else {
		fmt.Fprintln(l.out, describe(p))
	}
}

// clearLine moves to the beginning of the line and clears it.
const clearLine = "\r\x1b[K"

func (l *line) clear() {
	if l.terminal {
		fmt.Fprint(l.out, clearLine)
	}
}

// describe returns the progress in one line.
func describe(p tune.Progress) string {
	text := fmt.Sprintf("%v %s: %d", p.Elapsed.Round(time.Second), p.Phase, p.Pairs)
	if p.Of > 0 {
		text += fmt.Sprintf("/%d", p.Of)
	}
	text += " pairs"
	if p.Scores.Pairs.Count > 0 {
		low, high := p.Scores.Interval(match.Level)
		text += fmt.Sprintf(", %.2f [%.2f, %.2f] against %s: %s", p.Scores.Pairs.Mean(), low, high, shortened(p.Opponent, 40), p.Best)
	}
	return shortened(text, 150)
}

func shortened(text string, most int) string {
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
