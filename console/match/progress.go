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
	count Running
	note  atomic.Pointer[string]
}

// Note shows a few words next to the score from now on, such as the number of workers. It may be
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
	p.count.Add(r)
	if p.bar == nil {
		return
	}
	if p.two {
		t := p.count.Tally
		low, high := t.Interval(Level)
		score := fmt.Sprintf("%s %d/%d/%d %.2f [%.2f, %.2f]", p.title, t.Wins, t.Draws, t.Losses, t.WinRate(), low, high)
		if note := p.note.Load(); note != nil {
			score += ", " + *note
		}
		p.bar.Describe(score)
	}
	_ = p.bar.Add(1) // a bar that cannot be drawn does not stop the match
}

// Running counts the results of the first of two players as games finish, in any order. In games of
// one player, the pairs count.
type Running struct {
	Tally   stats.Tally
	waiting map[int]arena.Record // by pair, for the other game of one player
}

// Add counts a game. It reports whether there is one result more.
func (c *Running) Add(r arena.Record) bool {
	games := []arena.Record{r}
	if len(r.Seats) == 1 {
		first, ok := c.waiting[r.Pair]
		if !ok {
			if c.waiting == nil {
				c.waiting = map[int]arena.Record{}
			}
			c.waiting[r.Pair] = r
			return false
		}
		delete(c.waiting, r.Pair)
		games = append(games, first)
	}
	c.Tally = c.Tally.Add(arena.Count(games, 0, 1))
	return true
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_ = p.bar.Clear()
	}
}
