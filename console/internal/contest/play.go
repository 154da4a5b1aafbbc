package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

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
		o.Elsewhere = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
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
