package tune

import (
	"context"
	"errors"
	"time"

	"github.com/banyan-go/banyan/arena/stats"
)

// Result is what a search finds.
type Result struct {
	Point  Point  // the best one
	Player string // its text; arena/spec.Parse reads it

	// Fresh are the results of Player against Options.Default in games that the search did not use.
	Fresh Observed

	Pairs   int           // pairs of games of the search
	Elapsed time.Duration // with that of earlier runs of the same journal
	Effects []Effect      // of the parameters, in the order of the space
}

// Observed are the results of pairs of games for one player.
type Observed struct {
	stats.Tally
	Pairs stats.Pairs
}

func (o Observed) add(t stats.Tally) Observed {
	return Observed{Tally: o.Add(t), Pairs: o.Pairs.Add(t.WinRate())}
}

// Interval returns the interval of the win rate for a confidence level such as 0.95, by the scores
// of pairs. Without pairs it is [0,1].
func (o Observed) Interval(level float64) (low, high float64) {
	if o.Pairs.Count == 0 {
		return 0, 1
	}
	return o.Pairs.Interval(level)
}

// freshBatch is the number of pairs of games that begin without a look at whether there is time for
// more.
const freshBatch = 64

// fresh lets the best point play against the default, in all pairs of games that the search left.
func (r *run) fresh(ctx context.Context) error {
	best := r.space.Text(r.elites[0].Point)
	most := 0 // if only time limits them
	if r.Pairs > 0 {
		most = max(1, r.Pairs-r.played[PhaseSearch])
	}
	r.progress = Progress{Phase: PhaseFresh, Of: most, Best: best, Opponent: r.Default}
	for number := 0; most == 0 || number < most; {
		n := freshBatch
		if most > 0 {
			n = min(n, most-number)
		}
		var jobs []job
		for range n {
			jobs = append(jobs, job{PhaseFresh, number, Pair{best, r.Default, derive(r.Seed, freshStream, number)}})
			number++
		}
		played, err := r.play(ctx, jobs, r.Time)
		r.final = append(r.final, played...)
		if errors.Is(err, errLate) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// result returns the best point so far with its results.
func (r *run) result() Result {
	best := r.elites[0].Point
	result := Result{
		Point: best, Player: r.space.Text(best), Pairs: r.played[PhaseSearch], Elapsed: r.elapsed(), Effects: r.effects(),
	}
	for _, o := range r.final {
		if o.done {
			result.Fresh = result.Fresh.add(o.Tally)
		}
	}
	return result
}
