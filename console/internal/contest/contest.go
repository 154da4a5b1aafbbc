// Package contest plays a match between players in text form and reports which is stronger.
package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/console/match"
)

// Game is a game that plays matches.
type Game interface {
	Name() string
	Players() int
	Match(ctx context.Context, o match.Options) ([]arena.Record, error)
	Choices(r arena.Record) ([]int, error)
}

// Options determine what is played and what is written.
type Options struct {
	match.Options // without Elsewhere, Each and Stop
	Game          Game

	// Remote plays the games instead of Workers; nil for here. What it tells is for a person.
	Remote Remote

	SeesAll []bool // by player: it looks at what is hidden from it

	JSON bool
	Fit  bool
	SPRT *stats.SPRT // nil without a sequential test
	SVG  string
	Plot func(path, game string, players []spec.Player, records []arena.Record) error

	// Record is the path of the games in text form; empty for none. They say that they were played
	// in the game Entry, on the board Size.
	Record, Entry, Size string
}

// Remote plays pairs as arena.Plan.Remote does, in other processes. It calls tell, from any
// goroutine, with the state of these processes in a few words.
type Remote func(ctx context.Context, tell func(state string), pairs []int, finished func(games []arena.Record) (more bool)) error

// pairings returns every two players that meet.
func (o Options) pairings() (list [][2]int) {
	for b := range o.Players {
		for a := range b {
			if a == 0 || !o.Gauntlet {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}

// Run plays the match and writes its result to out. If it fails, it writes the result of the games
// that finished before.
func Run(ctx context.Context, out, errs io.Writer, o Options) error {
	r, err := play(ctx, o, errs)
	if len(r.records) == 0 {
		return err
	}
	return errors.Join(err, report(out, o, r))
}

// report writes the result, with SVG the plot, and with Record the games. The files come first, as
// the output may not be read to its end.
func report(out io.Writer, o Options, r result) (err error) {
	if o.SVG != "" {
		err = o.Plot(o.SVG, o.Game.Name(), o.Players, r.records)
	}
	if o.Record != "" {
		err = errors.Join(err, writeRecord(o, r))
	}
	write := writeTable
	switch {
	case o.Fit:
		write = writeFit
	case o.JSON:
		write = writeJSON
	}
	return errors.Join(err, write(out, o, r))
}

// result is the outcome of a match.
type result struct {
	records []arena.Record
	speeds  []speed // of the players
	seconds float64 // of this run of the program
	verdict *stats.SPRTResult
}

// play plays the match. If it fails, the result has the games that were finished before.
func play(ctx context.Context, o Options, errs io.Writer) (result, error) {
	start := time.Now()
	n := len(o.Players)
	bar := match.NewProgress("a", n, o.Pairs*len(arena.Seatings(o.Game.Players()))*len(o.pairings()), errs)
	defer bar.Close()
	var r result
	var pairs stats.Pairs
	o.Each = bar.Game
	if o.Remote != nil {
		o.Plan.Remote = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
			return o.Remote(ctx, bar.Note, pairs, finished)
		}
	}
	if o.SPRT != nil {
		o.Stop = func(pair []arena.Record) bool {
			pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
			v := o.SPRT.Test(pairs)
			r.verdict = &v
			return v.Conclusion != stats.Undecided
		}
	}
	var err error
	r.records, err = o.Game.Match(ctx, o.Options)
	r.seconds = time.Since(start).Seconds()
	if ctx.Err() != nil && o.Journal != "" {
		err = fmt.Errorf("%w; the same command continues from %s", err, o.Journal)
	}
	var measured error
	r.speeds, measured = measure(o.Game, r.records, n)
	return r, errors.Join(err, measured)
}

// writeRecord writes the games in text form. The text depends on nothing but the match.
func writeRecord(o Options, r result) (err error) {
	f, err := os.Create(o.Record)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var games []record.Game
	for _, played := range r.records {
		games = append(games, recorded(o, played))
	}
	return record.Write(f, games)
}

// recorded returns a game in the form of a record.
func recorded(o Options, r arena.Record) record.Game {
	g := record.Game{
		Name: o.Entry, Size: o.Size, Number: r.Game + 1, MatchSeed: o.Seed, Seed: r.Seed, Opening: len(r.Opening), Result: r.Returns,
		End: record.ByRules, Plies: slices.Concat(r.Opening, r.Actions),
	}
	for _, player := range r.Seats {
		g.Players = append(g.Players, o.Players[player].String())
	}
	switch {
	case r.Cut:
		g.End = record.ByPlies
	case r.Timeout:
		g.End = record.ByTime
	}
	return g
}
