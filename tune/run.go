package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/internal/journal"
	"github.com/banyan-go/banyan/rng"
)

// Run searches for the player of the space that wins most against Options.Default, and lets the
// best one play fresh games against it.
//
// The search has three legs. In each of them the method plays against one opponent: at first the
// default, and later the best point so far, once it wins so much that its advantage hides
// differences between good points. Then Options.Refine continues from the best point.
//
// When ctx ends, the error wraps the context's error, and the result has the best player so far and
// the fresh games that were finished. A journal then continues the search. Other errors are
// [ErrNoPairs], errors of the evaluator, which stop the search, of invalid arguments, and of the
// journal. A panic of the evaluator or of Options.Progress is passed on to the caller of Run with
// the stack of its origin.
//
// If Options.Pairs limits the search and players count simulations, the result depends on the
// arguments only.
func Run(ctx context.Context, e Evaluator, s Space, o Options) (result Result, err error) {
	if err := errors.Join(s.Validate(), o.validate()); err != nil {
		return Result{}, err
	}
	r := &run{Options: o.withDefaults(), space: &s, evaluator: e}
	if err := e.Check(r.Default); err != nil {
		return Result{}, fmt.Errorf("tune: the default: %w", err)
	}
	if err := s.check(e.Check); err != nil {
		return Result{}, fmt.Errorf("tune: the space has a player that cannot play: %w", err)
	}
	if err := r.open(); err != nil {
		return Result{}, err
	}
	if r.file != nil {
		defer func() { err = errors.Join(err, r.file.Close()) }()
	}
	r.start = r.Now()
	err = r.search(ctx)
	if err == nil && r.played[PhaseSearch] == 0 {
		err = r.nothing()
	}
	if err == nil {
		err = r.fresh(ctx)
	}
	return r.result(), err
}

// ErrNoPairs says that a search ended before its first pair of games.
var ErrNoPairs = errors.New("tune: no pair of games was played")

// nothing returns the error for a search of which no pair was played.
func (r *run) nothing() error {
	if r.Time == 0 {
		return fmt.Errorf("%w: the method does not begin with %d pairs, want more Options.Pairs", ErrNoPairs, r.Pairs)
	}
	return fmt.Errorf("%w in %v, want more Options.Time", ErrNoPairs, r.Time)
}

// run is one call of Run.
type run struct {
	Options
	space     *Space
	evaluator Evaluator
	file      *journal.File // nil without a journal
	history   history
	start     time.Time

	opponent opponent
	elites   []Observation // against the opponent, the best one first
	until    time.Duration // when the leg has to end; 0 without a limit
	batches  int           // batches of the search that were played
	pair     int           // number of the next pair of the search
	openings int           // openings of the search that were used
	played   map[Phase]int // pairs that count
	finished int           // all pairs that were played, including the journal's
	trials   []trial       // the trials of the search that were played
	final    []outcome     // of the fresh games

	progress Progress

	mu       sync.Mutex // for what the goroutines of play share
	err      error      // of these goroutines
	panicked any        // the first panic of these goroutines, with its stack
}

// opponent is the player that the points meet.
type opponent struct {
	number int   // the default is 0
	point  Point // nil for the default
	text   string
}

// trial has the scores of a trial of the search.
type trial struct {
	Observation
	opponent int // its number
}

// The shares of the games of a search.
const (
	lastShare = 0.2
	legs      = 3
)

// search finds the elites.
func (r *run) search(ctx context.Context) error {
	r.played = map[Phase]int{}
	r.finished = len(r.history.pairs)
	r.opponent = opponent{text: r.Default}
	r.elites = []Observation{{Point: r.space.Start()}}
	r.progress = Progress{Phase: PhaseSearch, Opponent: r.Default}
	if err := r.calibrate(ctx); errors.Is(err, errLate) {
		return nil
	} else if err != nil {
		return err
	}
	for leg := range legs + 1 {
		m := r.Method
		if leg == legs {
			m = r.Refine
		}
		budget, err := r.plan(leg)
		if err != nil {
			return err
		}
		if err := r.leg(ctx, m, budget, leg); err != nil {
			return err
		}
	}
	return nil
}

// end returns how much of a number of pairs or of a time the search has used after a leg. The share
// of Options.Refine comes after the others.
func (r *run) end(whole int64, leg int) int64 {
	var last int64
	if r.lastPlays() {
		last = int64(float64(whole) * lastShare)
	}
	if leg == legs {
		return whole
	}
	return (whole - last) * int64(leg+1) / legs
}

// lastPlays reports whether Options.Refine has anything to do. SPSA moves numbers only.
func (r *run) lastPlays() bool {
	switch r.Refine.(type) {
	case NoRefine:
		return false
	case SPSA:
		return slices.ContainsFunc(r.space.Parameters, func(q Parameter) bool {
			_, ok := q.Kind.(numeric)
			return ok
		})
	}
	return true
}

// plan returns the number of pairs of games of a leg, and sets when its time is up. With a limit of
// time alone, all pairs so far determine how many there is time for. The more of them a method
// plays at once, the more there are.
func (r *run) plan(leg int) (pairs int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Pairs > 0 {
		whole := r.Pairs - max(1, int(float64(r.Pairs)*r.Fresh))
		r.until, r.progress.Of = r.searchTime(), whole
		used := r.end(int64(whole), leg)
		if leg > 0 {
			used -= r.end(int64(whole), leg-1)
		}
		return int(used), nil
	}
	r.until = time.Duration(r.end(int64(r.searchTime()), leg))
	elapsed := r.elapsed()
	each := max(elapsed.Seconds(), 1e-9) / float64(max(1, r.finished))
	r.progress.Of = int(math.Min(r.searchTime().Seconds()/each, mostPairs))
	if pairs, known := r.history.budgets[leg]; known {
		return pairs, nil
	}
	if leg == legs {
		each *= float64(r.atOnce(r.Method)) / float64(r.atOnce(r.Refine))
	}
	pairs = int(math.Min(max(0, (r.until-elapsed).Seconds())/each, mostPairs))
	return pairs, r.write(entry{Phase: PhaseSearch, Event: eventBudget, Leg: leg, Pair: pairs})
}

// atOnce returns how many pairs of games a method plays at the same time, by its first batch.
func (r *run) atOnce(m Method) int {
	const budget = 1000
	return min(r.Workers, max(1, total(m.Start(r.task(budget)).Next())))
}

// task returns what a method has to do now.
func (r *run) task(budget int) Task {
	t := Task{Space: r.space, Budget: budget, Opening: r.openings}
	for _, o := range r.elites {
		t.Elites = append(t.Elites, o.Point)
	}
	for _, o := range r.trials {
		if o.opponent == r.opponent.number {
			t.History = append(t.History, o.Observation)
		}
	}
	return t
}

// mostPairs is the greatest number of pairs of games of a search.
const mostPairs = 1e9

// leg lets a method search with a budget, until its time is up.
func (r *run) leg(ctx context.Context, m Method, budget, number int) error {
	if budget == 0 {
		return nil
	}
	t := r.task(budget)
	t.Seed = derive(r.Seed, methodStream, number)
	s := m.Start(t)
	reported := false
	for trials := s.Next(); len(trials) > 0; trials = s.Next() {
		scores, err := r.batch(ctx, trials, number)
		late := errors.Is(err, errLate)
		if err != nil && !late {
			if reported {
				r.choose(s.Ranking())
			}
			return err
		}
		s.Report(scores)
		reported = true
		r.note(trials, scores)
		if late {
			break
		}
		if r.Progress != nil {
			r.describe(s.Ranking())
		}
	}
	if !reported {
		return nil
	}
	r.choose(s.Ranking())
	r.promote()
	return nil
}

// choose makes a ranking the elites. A point that is the opponent itself stays the best one unless
// another point is ahead of it.
func (r *run) choose(ranking []Observation) {
	switch {
	case len(ranking) == 0:
	case ranking[0].Against != nil: // it has won against the best one
		r.elites = append(ranking[:1:1], r.elites...)
	case r.opponent.point != nil && pessimistic(ranking[0].Scores) <= 0.5:
		r.elites = append([]Observation{{Point: r.opponent.point}}, ranking...)
	default:
		r.elites = ranking
	}
}

// promoted is the least lower end of the 95 % interval of the score of a point that becomes the
// opponent. It is a threshold, not a confidence: the search selected the point by the same scores.
const promoted = 0.6

// promote makes the best point the opponent if it wins much.
func (r *run) promote() {
	best := r.elites[0]
	if best.Against != nil {
		return
	}
	if low, _ := best.Scores.Interval(0.95); best.Scores.Count == 0 || low < promoted {
		return
	}
	r.opponent = opponent{number: r.opponent.number + 1, point: best.Point, text: r.space.Text(best.Point)}
	r.elites[0].Scores = stats.Pairs{}
}

// note keeps what the trials of a batch tell.
func (r *run) note(trials []Trial, scores [][]float64) {
	for i, t := range trials {
		r.openings = max(r.openings, t.Opening+t.Pairs)
		if t.Against != nil || len(scores[i]) == 0 {
			continue
		}
		r.trials = append(r.trials, trial{Observation{Point: t.Point, Scores: sum(scores[i])}, r.opponent.number})
	}
}

// The random sequences that are derived from the seed.
const (
	methodStream = iota
	searchStream
	freshStream
	calibrationStream
)

// derive returns a seed. Seeds of different streams and numbers are independent.
func derive(seed uint64, stream, number int) uint64 {
	return rng.New(rng.New(rng.New(seed).Uint64()+uint64(stream)).Uint64() + uint64(number)).Uint64()
}

func (r *run) elapsed() time.Duration {
	return time.Duration(r.history.at*float64(time.Second)) + r.Now().Sub(r.start)
}
