package tuning

import (
	"fmt"
	"io"
	"time"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// line shows how far a search is: on a terminal in one line that changes, elsewhere in a line of
// its own every minute.
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
