package tuning

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// line shows on a terminal how far a search is. Elsewhere it shows nothing.
type line struct {
	out  io.Writer // nil without a terminal
	last time.Duration
}

func newLine(errs io.Writer) *line {
	if f, ok := errs.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &line{out: errs}
	}
	return &line{}
}

// show shows the progress, twice a second at most.
func (l *line) show(p tune.Progress) {
	const pause = 500 * time.Millisecond
	if l.out == nil || p.Elapsed-l.last < pause {
		return
	}
	l.last = p.Elapsed
	fmt.Fprint(l.out, "\r\x1b[K"+describe(p))
}

func (l *line) clear() {
	if l.out != nil {
		fmt.Fprint(l.out, "\r\x1b[K")
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
		text += fmt.Sprintf(", %.2f [%.2f, %.2f] %s", p.Scores.Pairs.Mean(), low, high, p.Best)
	}
	const most = 150
	if len(text) > most {
		text = text[:most] + "..."
	}
	return text
}
