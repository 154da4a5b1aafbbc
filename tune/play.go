package tune

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/banyan-go/banyan/rng"
)

// job is a pair of games of a phase.
type job struct {
	phase  Phase
	number int
	Pair
}

// outcome is the result of a job.
type outcome struct {
	Score
	done bool
}

// errLate says that the time of a phase is up.
var errLate = errors.New("tune: the time is up")

// play plays jobs and returns their results in the same order. Those that the journal has are not
// played again. After the time until, no job begins; those that have begun are finished. The error
// is then errLate, and the results of the other jobs are missing: jobs begin in their order, so
// that a worker that is slow to begin leaves no gap. A negative until is over.
func (r *run) play(ctx context.Context, jobs []job, until time.Duration) ([]outcome, error) {
	results := make([]outcome, len(jobs))
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var taking sync.Mutex
	next := 0
	take := func() (i int, late bool) {
		taking.Lock()
		defer taking.Unlock()
		i = next
		next++
		return i, until < 0 || until > 0 && r.elapsed() >= until
	}
	var group sync.WaitGroup
	r.err = nil
	for range min(r.Workers, len(jobs)) {
		group.Go(func() {
			clean := false
			defer func() {
				if !clean {
					r.unclean(recover())
					cancel()
				}
			}()
			for i, late := take(); i < len(jobs); i, late = take() {
				t, err := r.playOne(inner, jobs[i], late)
				if err != nil {
					if r.fail(err); errors.Is(err, errLate) {
						continue // The journal may have later jobs.
					}
					cancel()
					break
				}
				results[i] = outcome{t, true}
			}
			clean = true
		})
	}
	group.Wait()
	if r.panicked != nil {
		panic(r.panicked)
	}
	if err := ctx.Err(); err != nil && r.err != nil {
		interrupted := fmt.Errorf("tune: interrupted after %d pairs of games: %w", r.played[PhaseSearch]+r.played[PhaseFresh], err)
		if errors.Is(r.err, err) || errors.Is(r.err, errLate) {
			return results, interrupted
		}
		return results, errors.Join(interrupted, r.err)
	}
	return results, r.err
}

// fail keeps the first error; one that is not errLate has precedence.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || errors.Is(r.err, errLate) {
		r.err = err
	}
}

// unclean keeps the value of a panic with its stack. Without a value, runtime.Goexit was called.
func (r *run) unclean(value any) {
	r.fail(errors.New("tune: the evaluator or Options.Progress ended the goroutine that called it"))
	r.mu.Lock()
	defer r.mu.Unlock()
	if value != nil && r.panicked == nil {
		r.panicked = fmt.Sprintf("tune: %v\n\n%s", value, debug.Stack())
	}
}

// playOne plays one job, unless the journal has it or it is late.
func (r *run) playOne(ctx context.Context, j job, late bool) (Score, error) {
	e, known := r.history.pairs[pairKey{j.phase, j.number}]
	if known {
		if e.A != j.A || e.B != j.B {
			return e.Score, fmt.Errorf("tune: pair %d of the journal is of %q and %q, want %q and %q: it is of another version of this search", j.number, e.A, e.B, j.A, j.B)
		}
		r.count(j, e.Score)
		return e.Score, nil
	}
	switch {
	case ctx.Err() != nil:
		return Score{}, ctx.Err()
	case late:
		return Score{}, errLate
	}
	bounded, cancel := r.bound(ctx)
	defer cancel()
	t, err := r.evaluator.Play(bounded, j.Pair)
	switch {
	case err != nil && bounded.Err() != nil && ctx.Err() == nil:
		return t, errLate
	case err != nil:
		return t, fmt.Errorf("tune: %q against %q: %w", j.A, j.B, err)
	case t.Games() == 0:
		return t, fmt.Errorf("tune: Evaluator.Play returned no games of %q against %q", j.A, j.B)
	}
	err = r.record(j, t)
	r.count(j, t)
	return t, err
}

// record writes a pair that was played to the journal.
func (r *run) record(j job, t Score) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished++
	return r.write(entry{Phase: j.phase, Pair: j.number, A: j.A, B: j.B, Score: t})
}

// bound returns a context for a pair of games. It ends some time after the context of the whole
// search, in case the pair is never played.
func (r *run) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Time == 0 {
		return ctx, func() {}
	}
	const grace = 10 * time.Second
	return context.WithTimeout(ctx, max(0, r.Time-r.elapsed())+max(grace, r.Time/10))
}

// count reports a pair that was played.
func (r *run) count(j job, t Score) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.played[j.phase]++
	r.progress.Pairs, r.progress.Elapsed = r.played[j.phase], r.elapsed()
	if j.phase == PhaseFresh {
		r.progress.Scores = r.progress.Scores.add(t)
	}
	if r.Progress != nil {
		r.Progress(r.progress)
	}
}

// describe reports the best point of a ranking in the progress.
func (r *run) describe(ranking []Observation) {
	if len(ranking) == 0 {
		return
	}
	best := ranking[0]
	r.progress.Best, r.progress.Opponent = r.space.Text(best.Point), r.opponent.text
	if best.Against != nil {
		r.progress.Opponent = r.space.Text(best.Against)
	}
	r.progress.Scores = PairScores{Pairs: best.Scores}
}

// batch plays the trials of a searcher and returns their scores. With errLate, the scores of each
// trial end where the first pair is missing.
func (r *run) batch(ctx context.Context, trials []Trial, leg int) ([][]float64, error) {
	var jobs []job
	for _, t := range trials {
		other := r.opponent.text
		if t.Against != nil {
			other = r.space.Text(t.Against)
		}
		for i := range t.Pairs {
			seed := derive(r.Seed, searchStream, t.Opening+i)
			jobs = append(jobs, job{PhaseSearch, r.pair, Pair{r.space.Text(t.Point), other, seed}})
			r.pair++
		}
	}
	until := r.until
	stop, known := r.history.stops[leg]
	stopped := known && stop == r.batches
	if stopped {
		until = -1 // What was finished is in the journal.
	}
	results, err := r.play(ctx, jobs, until)
	switch late := errors.Is(err, errLate); {
	case err != nil && !late:
		return nil, err
	case late && !stopped:
		if failed := r.stop(leg); failed != nil {
			return nil, failed
		}
	case !late:
		r.batches++
	}
	var scores [][]float64
	for _, t := range trials {
		var list []float64
		for _, o := range results[:t.Pairs] {
			if !o.done {
				break
			}
			list = append(list, o.WinRate())
		}
		results = results[t.Pairs:]
		scores = append(scores, list)
	}
	return scores, err
}

// stop writes to the journal that the time of a leg was up.
func (r *run) stop(leg int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.write(entry{Phase: PhaseSearch, Event: eventStop, Leg: leg, Pair: r.batches})
}

// searchTime is when the search has to end; 0 without a limit.
func (r *run) searchTime() time.Duration {
	if r.Time == 0 {
		return 0
	}
	return max(1, time.Duration(float64(r.Time)*(1-r.Fresh)))
}

// calibration is the number of pairs of games that measure how long one takes, unless more are
// played at once.
const calibration = 8

// calibrate lets random points play against the default if there is a limit of time alone, as many
// at once as the method will. The search ignores their results.
func (r *run) calibrate(ctx context.Context) error {
	if r.Pairs > 0 || len(r.history.budgets) > 0 {
		return nil
	}
	random := rng.New(derive(r.Seed, calibrationStream, 0))
	var jobs []job
	atOnce := r.atOnce(r.Method)
	for i := range max(calibration, atOnce) {
		p := Pair{r.space.Text(r.space.random(random)), r.Default, derive(r.Seed, calibrationStream, i+1)}
		jobs = append(jobs, job{phaseCalibration, i, p})
	}
	for batch := range slices.Chunk(jobs, atOnce) {
		if _, err := r.play(ctx, batch, r.searchTime()); err != nil {
			return err
		}
	}
	return nil
}
