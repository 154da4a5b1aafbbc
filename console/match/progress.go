package match

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/schollz/progressbar/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/cli"
)

// Progress shows the running score on a terminal. Elsewhere it shows nothing.
type Progress struct {
	bar   *progressbar.ProgressBar // nil without a terminal
	title string                   // precedes the score in a match of two players
	two   bool
	tally stats.Tally
	note  atomic.Pointer[string]
}

// Note shows a few words beside the score from now on, such as the number of workers. It may be
// called by any goroutine.
func (p *Progress) Note(text string) { p.note.Store(&text) }

// NewProgress returns a Progress for a match of that many players and games.
func NewProgress(title string, players, games int, errs io.Writer) *Progress {
	p := &Progress{title: title, two: players == 2}
	if cli.IsTerminal(errs) {
		p.bar = progressbar.NewOptions(games, progressbar.OptionSetWriter(errs), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	}
	return p
}

// Game counts a finished game.
func (p *Progress) Game(r arena.Record) {
	p.tally = p.tally.Add(arena.Count([]arena.Record{r}, 0, 1))
	if p.bar == nil {
		return
	}
	if p.two {
		low, high := p.tally.Interval(Level)
		score := fmt.Sprintf("%s %d/%d/%d %.2f [%.2f, %.2f]", p.title, p.tally.Wins, p.tally.Draws, p.tally.Losses, p.tally.WinRate(), low, high)
		if note := p.note.Load(); note != nil {
			score += ", " + *note
		}
		p.bar.Describe(score)
	}
	_ = p.bar.Add(1) // a bar that cannot be drawn does not stop the match
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_ = p.bar.Clear()
	}
}
