package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/console/match"
)

// result is the outcome of a match.
type result struct {
	records []arena.Record
	speeds  []speed // of the players
	seconds float64 // of this run of the program
	verdict *arena.SPRTResult
}

// play plays the match. If it fails, the result has the games that were finished before.
func play(ctx context.Context, o options, errs io.Writer) (result, error) {
	start := time.Now()
	n := len(o.players)
	bar := match.NewProgress("a", n, o.pairs*len(arena.Seatings(o.game.Players()))*n*(n-1)/2, errs)
	defer bar.Close()
	var r result
	var pairs arena.Pairs
	options := bundled.Options{
		Players: o.players, Names: o.names, Pairs: o.pairs, Opening: o.opening, Seed: o.seed, Workers: o.workers, Clock: o.clock, Now: o.now,
		Journal: o.journal, Each: bar.Game,
	}
	if o.sprt != nil {
		options.Stop = func(pair []arena.Record) bool {
			pairs = pairs.Add(arena.Count(pair, 0, 1).WinRate())
			v := o.sprt.Test(pairs)
			r.verdict = &v
			return v.Conclusion != arena.Undecided
		}
	}
	var err error
	r.records, err = o.game.Match(ctx, options)
	r.seconds = time.Since(start).Seconds()
	if ctx.Err() != nil && o.journal != "" {
		err = fmt.Errorf("%w; the same command continues from %s", err, o.journal)
	}
	var measured error
	r.speeds, measured = measure(o.game, r.records, n)
	return r, errors.Join(err, measured)
}
