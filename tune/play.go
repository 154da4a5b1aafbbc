package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/rng"
)

// locked is what the goroutines of a run share.
type locked struct {
	mu  sync.Mutex
	err error
}

// job is a pair of games of a phase.
type job struct {
	phase  Phase
	number int
	Pair
}

// outcome is the result of a job.
type outcome struct {
	arena.Tally
	done bool
}

// errLate says that the time of a phase is up.
var errLate = errors.New("tune: the time is up")

// play plays jobs and returns their results in the same order. Those that the journal has are not
// played again. After the time until, no job begins; those that have begun are finished. The error
// is then errLate, and results may be missing.
func (r *run) play(ctx context.Context, jobs []job, until time.Duration) ([]outcome, error) {
	results := make([]outcome, len(jobs))
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var group sync.WaitGroup
	r.err = nil
	for range min(r.Workers, len(jobs)) {
		group.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(jobs); i = next.Add(1) - 1 {
				t, err := r.playOne(inner, jobs[i], until)
				if err != nil {
					r.fail(err)
					if !errors.Is(err, errLate) {
						cancel()
					}
					return
				}
				results[i] = outcome{t, true}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil && r.err != nil {
		return results, fmt.Errorf("tune: interrupted after %d pairs of games: %w", r.played[PhaseSearch]+r.played[PhaseFresh], err)
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

// playOne plays one job, unless the journal has it.
func (r *run) playOne(ctx context.Context, j job, until time.Duration) (arena.Tally, error) {
	e, known := r.history.pairs[pairKey{j.phase, j.number}]
	if known {
		if e.A != j.A || e.B != j.B {
			return e.Tally, fmt.Errorf("tune: pair %d of the journal is of %q and %q, want %q and %q: it is of another version of this search", j.number, e.A, e.B, j.A, j.B)
		}
		r.count(j, e.Tally)
		return e.Tally, nil
	}
	switch {
	case ctx.Err() != nil:
		return arena.Tally{}, ctx.Err()
	case until > 0 && r.elapsed() >= until:
		return arena.Tally{}, errLate
	}
	t, err := r.evaluator.Play(ctx, j.Pair)
	if err != nil {
		return t, fmt.Errorf("tune: %q against %q: %w", j.A, j.B, err)
	}
	if t.Games() == 0 {
		return t, fmt.Errorf("tune: Evaluator.Play returned no games of %q against %q", j.A, j.B)
	}
	r.mu.Lock()
	err = r.write(entry{Phase: j.phase, Pair: j.number, A: j.A, B: j.B, Tally: t})
	r.mu.Unlock()
	r.count(j, t)
	return t, err
}

// count reports a pair that was played.
func (r *run) count(j job, t arena.Tally) {
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

// describe makes the best point of a ranking that of the progress.
func (r *run) describe(ranking []Observation) {
	if len(ranking) == 0 {
		return
	}
	r.progress.Best = r.space.Text(ranking[0].Point)
	r.progress.Opponent = r.opponent.text
	r.progress.Scores = Observed{Pairs: ranking[0].Scores}
}

// batch plays the trials of a searcher and returns their scores.
func (r *run) batch(ctx context.Context, trials []Trial) ([][]float64, error) {
	if r.history.stop == r.batches {
		return nil, errLate
	}
	var jobs []job
	number := r.played[PhaseSearch]
	for _, t := range trials {
		other := r.opponent.text
		if t.Against != nil {
			other = r.space.Text(t.Against)
		}
		for i := range t.Pairs {
			seed := derive(r.Seed, searchStream, t.Opening+i)
			jobs = append(jobs, job{PhaseSearch, number, Pair{r.space.Text(t.Point), other, seed}})
			number++
		}
	}
	results, err := r.play(ctx, jobs, r.searchTime())
	if err != nil {
		if errors.Is(err, errLate) {
			err = errors.Join(err, r.write(entry{Phase: PhaseSearch, Event: eventStop, Pair: r.batches}))
		}
		return nil, err
	}
	r.batches++
	var scores [][]float64
	for _, t := range trials {
		var list []float64
		for _, o := range results[:t.Pairs] {
			list = append(list, o.WinRate())
		}
		results = results[t.Pairs:]
		scores = append(scores, list)
	}
	return scores, nil
}

// searchTime is when the search has to end; 0 without a limit.
func (r *run) searchTime() time.Duration {
	if r.Time == 0 {
		return 0
	}
	return max(1, time.Duration(float64(r.Time)*(1-r.Fresh)))
}

// calibration is the number of pairs of games that tell how many there is time for.
const calibration = 8

// budget returns the number of pairs of games of the search. With a limit of time alone, random
// points play against the default first, and the search ignores their results.
func (r *run) budget(ctx context.Context) (int, error) {
	if r.Pairs > 0 {
		return r.Pairs - r.freshPairs(), nil
	}
	if r.history.budget > 0 {
		return r.history.budget, nil
	}
	random := rng.New(derive(r.Seed, calibrationStream, 0))
	var jobs []job
	for i := range calibration {
		p := Pair{r.space.Text(r.space.random(random)), r.Default, derive(r.Seed, calibrationStream, i+1)}
		jobs = append(jobs, job{phaseCalibration, i, p})
	}
	if _, err := r.play(ctx, jobs, r.searchTime()); err != nil {
		return 0, err
	}
	each := max(r.elapsed().Seconds(), 1e-9) / calibration // with that of an interrupted run
	n := int(math.Min((r.searchTime()-r.elapsed()).Seconds()/each, 1e9))
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(n, 1), r.write(entry{Phase: PhaseSearch, Event: eventBudget, Pair: max(n, 1)})
}
