package tune

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/banyan-go/banyan/arena/stats"
)

// Result is what a search finds.
type Result struct {
	Point  Point  // the best one
	Player string // its text; arena/spec.Parse reads it

	// Fresh are the results of Player against Options.Default in games that the search did not use.
	Fresh PairScores

	Pairs   int           // pairs of games of the search
	Elapsed time.Duration // with earlier runs of the same journal
	Effects []Effect      // of the parameters, in the order of the space
}

// PairScores are the results of pairs of games for one player.
type PairScores struct {
	stats.Tally
	Pairs   stats.Pairs
	Returns stats.Returns // of the player and of its opponent
}

func (o PairScores) add(s Score) PairScores {
	return PairScores{o.Add(s.Tally), o.Pairs.Add(s.WinRate()), o.Returns.Add(s.Returns[0], s.Returns[1])}
}

// Interval returns the interval of the win rate for a confidence level such as 0.95, by the scores
// of pairs. Without pairs it is [0,1].
func (o PairScores) Interval(level float64) (low, high float64) {
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
			result.Fresh = result.Fresh.add(o.Score)
		}
	}
	return result
}

// Effect is the effect of the values of a parameter: the scores against Options.Default of all
// points with that value. A search plays more games with good points, so the other parameters are
// not the same on average: an effect is a hint, not a measurement.
type Effect struct {
	Parameter string
	Values    []Value // those that were played, in the order of the range
}

// Value is a value of a parameter, or a part of its range.
type Value struct {
	Name   string
	Scores stats.Pairs
}

// Worth returns how far the greatest mean of a value with at least that many pairs of games is
// above the least one. It is 0 for fewer than two such values.
func (e Effect) Worth(pairs int) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range e.Values {
		if v.Scores.Count >= pairs {
			low, high = min(low, v.Scores.Mean()), max(high, v.Scores.Mean())
		}
	}
	return max(0, high-low)
}

// effects returns the effects of the parameters in the games against the default.
func (r *run) effects() []Effect {
	var effects []Effect
	for i, q := range r.space.Parameters {
		bins := make([]stats.Pairs, q.Kind.levels())
		for _, o := range r.trials {
			if o.opponent == 0 && r.space.holds(i, o.Point) {
				at := q.Kind.level(o.Point[i])
				bins[at] = join(bins[at], o.Scores)
			}
		}
		e := Effect{Parameter: q.Name}
		for at, scores := range bins {
			if scores.Count > 0 {
				e.Values = append(e.Values, Value{name(q.Kind, at), scores})
			}
		}
		effects = append(effects, e)
	}
	return effects
}

// name returns the name of a level: an alternative, a whole number, or the middle of a part of a
// range.
func name(k Kind, level int) string {
	if c, ok := k.(Choice); ok {
		return c[level].Name
	}
	return number(k.onGrid(level))
}
