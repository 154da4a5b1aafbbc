package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// reproduce plays the experiments and writes a line for each of them.
func reproduce(ctx context.Context, o options, out, errs io.Writer) error {
	workers, err := o.remote(ctx, errs)
	if err != nil {
		return err
	}
	if workers != nil {
		defer func() { _ = workers.Close() }() // its connection is not needed any more
	}
	experiments, err := o.planned()
	if err != nil {
		return err
	}
	r := newReport(out, experiments)
	suffix := ""
	if o.quick {
		suffix = "-quick"
	}
	for _, e := range experiments {
		if done, err := o.hasCell(e); done || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		file := ""
		if o.journal != "" {
			file = filepath.Join(o.journal, e.name+suffix+".jsonl")
		}
		begin := time.Now()
		p, err := e.play(ctx, file, o.workers, workers, errs)
		if err != nil {
			if ctx.Err() != nil && file != "" {
				err = fmt.Errorf("%w; the same command continues from %s", err, o.journal)
			}
			return fmt.Errorf("%s: %w", e.name, err)
		}
		r.line(e, p.summary, time.Since(begin))
		if o.store != "" {
			if err := o.put(e, p); err != nil {
				return err
			}
		}
	}
	return r.end()
}

// planned returns the experiments with the games and the budgets that the flags ask for.
func (o options) planned() (list []experiment, err error) {
	known := costs{}
	if o.quick {
		if known, err = readCosts(o.results); err != nil {
			return nil, err
		}
	}
	for _, e := range o.experiments {
		if o.quick {
			e = e.quick(known.game(e))
		}
		if o.games > 0 {
			e = e.withGames(o.games)
		}
		list = append(list, e)
	}
	return list, nil
}

// played is an experiment that has been played.
type played struct {
	summary match.Summary
	cost    float64 // of a game, in seconds of one processor
	exact   bool    // whether the cost is exact
	ratio   float64 // of the times of the players; see timeRatio
	first   firstGames
}

// play plays the experiment, by the workers of others if that is not nil. If journal is not empty,
// it continues from that file.
func (e experiment) play(ctx context.Context, journal string, workers int, others *distributed.Coordinator, errs io.Writer) (p played, err error) {
	c, err := e.contest()
	if err != nil {
		return p, err
	}
	m, err := newMeter(journal)
	if err != nil {
		return p, err
	}
	bar := match.NewProgress(e.name, len(c.Players), e.games, errs)
	defer bar.Close()
	options := c.Options
	options.Workers, options.Journal, options.Each = workers, journal, bar.Game
	if e.time != "" {
		options.Workers = 1 // games share the CPU time of the program
	}
	e.remote(c, &options, others)
	m.remote = options.Remote != nil
	records, err := c.game.Match(ctx, options)
	p.summary = c.summary(arena.Count(records, 0, 1))
	p.cost, p.exact = m.cost(records)
	p.ratio, p.first = timeRatio(records), e.first(records)
	return p, err
}

// report writes the table of results.
type report struct {
	out   io.Writer
	width int // of names
	count map[verdict]int
	lines int
	err   error // the first error of out
}

func newReport(out io.Writer, experiments []experiment) *report {
	r := &report{out: out, count: map[verdict]int{}}
	for _, e := range experiments {
		r.width = max(r.width, len(e.name))
	}
	if len(experiments) == 1 {
		e := experiments[0]
		r.printf("%s\n%s, a: %s, b: %s\n", e.source(), e.game, e.a, e.b)
		if _, own := findDeck(e.game); !own { // The tournament program has no such deck.
			r.printf("go run ./cmd/banyan match %s\n", e.command(e.games))
		}
		r.printf("\n")
	}
	r.printf("%-*s  %15s %5s %11s %8s  %-14s %9s  %-14s %5s\n", r.width, "experiment", "budget", "games", "w/d/l", "win rate", "95 %", "published", "verdict", "time")
	return r
}

func (r *report) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(r.out, format, args...); err != nil && r.err == nil {
		r.err = err
	}
}

// line writes the result of an experiment.
func (r *report) line(e experiment, s match.Summary, took time.Duration) {
	v := judge(e.published, s.Tally)
	r.count[v]++
	r.lines++
	r.printf("%-*s  %15s %5d %11s %8.3f  %.3f to %.3f %9s  %-14s %4.0fs\n", r.width, e.name, e.budget(), s.Games,
		fmt.Sprintf("%d/%d/%d", s.Wins, s.Draws, s.Losses), s.WinRate, s.WinRateCI95[0], s.WinRateCI95[1], e.published, v, took.Seconds())
}

// end writes the number of each verdict.
func (r *report) end() error {
	if r.lines > 1 {
		var parts []string
		for _, v := range verdicts {
			parts = append(parts, fmt.Sprintf("%d %s", r.count[v], v))
		}
		r.printf("\n%d experiments: %s; %d without a published result.\n", r.lines, strings.Join(parts, ", "), r.count[unpublished])
	}
	return r.err
}

// source returns the claim and its source.
func (e experiment) source() string {
	text := cmp.Or(e.paper.text, "not from a paper")
	if e.paper.setting != "" {
		text += "; " + e.paper.setting
	}
	return e.claim + "\n(" + text + ")"
}

// writeList lists the experiments, with the stored results in a folder.
func writeList(out io.Writer, results string) error {
	stored, err := readPage(results)
	if err != nil {
		return err
	}
	known := stored.costs
	list := all()
	r := &report{out: out}
	for _, e := range list {
		r.width = max(r.width, len(e.name))
	}
	source, played := "", 0
	for _, e := range list {
		if s := string(e.topic) + ": " + e.source(); s != source {
			source = s
			r.printf("\n%s\n\n  %-*s  %-16s %15s %5s %9s %6s %7s\n", s, r.width, "name", "game", "budget", "games", "published", "result", "minutes")
		}
		result := "-"
		if s, ok := stored.results[e.name]; ok {
			result = fmt.Sprintf("%.3f", s.WinRate)
			played++
		}
		r.printf("  %-*s  %-16s %15s %5d %9s %6s %7s\n", r.width, e.name, e.game, e.budget(), e.games, e.published, result, minutes(known.total(e)))
	}
	fromPapers, err := matching("published")
	if err != nil {
		return err
	}
	r.grids(stored, known)
	r.printf("\n%d experiments, %d without a result; all take %.1f hours on two processors, with the grids.\n"+
		"For %d of them a paper reports a result (published selects these); they take %.1f hours.\n"+
		"Budgets are simulations or CPU time per move, or ticks per game, and minutes are measured, on two processors.\n",
		len(list), len(list)-played, (known.sum(list) + known.sum(cells())).Hours(), len(fromPapers), known.sum(fromPapers).Hours())
	return r.err
}

// remote returns the coordinator of the workers that play the experiments, or nil if this program
// does.
func (o options) remote(ctx context.Context, errs io.Writer) (*distributed.Coordinator, error) {
	if o.address.URL == "" {
		return nil, nil //nolint:nilnil // the program plays by itself
	}
	return distributed.Cluster{Address: o.address, Queue: o.queue, Notice: func(text string) {
		fmt.Fprintf(errs, "reproduce: %s\n", text)
	}}.Connect(ctx)
}

// remote lets the workers of a coordinator play the experiment. Those with CPU time are played
// here, because the time is measured in this process, and so are experiments with decks that
// workers do not have.
func (e experiment) remote(c contest, o *match.Options, workers *distributed.Coordinator) {
	if _, own := findDeck(e.game); workers == nil || own || e.time != "" {
		return
	}
	b := distributed.Batch{OpeningPlies: c.OpeningPlies, Seed: c.Seed, Clock: match.ClockText(c.Clock), Rules: c.Rules}
	b.Game, b.Size, _ = strings.Cut(e.game, " ")
	for _, p := range c.Players {
		b.Players = append(b.Players, p.String())
	}
	o.Remote = distributed.Remote(workers, b)
}
