package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/examples/internal/catalog"
)

// result is what was played.
type result struct {
	records []arena.Record
	seconds float64 // of this run of the program
	verdict *arena.Verdict
}

// play plays the match. With an error, the result has the games that were finished.
func play(ctx context.Context, o options, errs io.Writer) (result, error) {
	start := time.Now()
	bar := newProgress(o, errs)
	defer bar.close()
	var r result
	var pairs arena.Pairs
	options := catalog.Options{
		Players: o.players, Names: o.names, Pairs: o.pairs, Opening: o.opening, Seed: o.seed, Workers: o.workers, Clock: o.clock,
		Journal: o.journal, Each: bar.game,
	}
	if o.sprt != nil {
		options.Stop = func(pair []arena.Record) bool {
			pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
			v := o.sprt.Test(pairs)
			r.verdict = &v
			return v.Decision != arena.Undecided
		}
	}
	var err error
	r.records, err = o.game.Match(ctx, options)
	r.seconds = time.Since(start).Seconds()
	if ctx.Err() != nil && o.journal != "" {
		err = fmt.Errorf("%w; the same command goes on from %s", err, o.journal)
	}
	return r, err
}

// progress shows the running score on a terminal, and nothing elsewhere.
type progress struct {
	bar     *progressbar.ProgressBar // nil: no terminal
	players int
	tally   arena.Tally
}

func newProgress(o options, errs io.Writer) *progress {
	p := &progress{players: len(o.players)}
	if f, ok := errs.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		n := len(o.players)
		games := o.pairs * len(arena.Seatings(o.game.Players())) * n * (n - 1) / 2
		p.bar = progressbar.NewOptions(games, progressbar.OptionSetWriter(errs), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	}
	return p
}

// game counts a finished game.
func (p *progress) game(r arena.Record) {
	p.tally = p.tally.Add(arena.Count([]arena.Record{r}, 0, 1))
	if p.bar == nil {
		return
	}
	if p.players == 2 {
		low, high := p.tally.Interval(0.95)
		p.bar.Describe(fmt.Sprintf("a %d/%d/%d %.2f [%.2f, %.2f]", p.tally.Wins, p.tally.Draws, p.tally.Losses, p.tally.WinRate(), low, high))
	}
	_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop
}

func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_ = p.bar.Clear()
	}
}
