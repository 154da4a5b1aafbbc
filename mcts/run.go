package mcts

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// forcedSimulations bounds the simulations at a root with a single action. They are for its value.
const forcedSimulations = 100

// run is the state of one Run: its limits and its progress.
type run[A any] struct {
	ctx context.Context

	// deadline is that of ctx. It is checked against the clock as well, because on a single
	// processor the search may delay the timer of ctx.
	deadline    time.Time
	hasDeadline bool

	budget Budget
	watch  *watcher[A] // nil without interim results

	simulations int
	inherited   int  // visits of the roots at the beginning
	limit       int  // the number of simulations at which the run ends
	limitStop   Stop // the Stop if the limit is reached
	stop        Stop
	reason      timing.Reason
	stats       timing.Stats // scratch of checkAllotment
	checkAt     int          // the number of simulations at the next check of Budget.Allotment, on a clock of ticks

	start time.Time
	now   time.Time
	timed bool // a limit or an interim result depends on the clock
	pace  pace // of the readings of the clock

	clock  func() time.Time
	signal stopSignal // of several workers

	waiting *atomic.Int32 // calls of Inspect

	reserve float64 // the last share of the budget, in which Config.Final may end the run
	askAt   int     // the number of simulations at which it is asked next; math.MaxInt for never
}

// The clock is read, and the context is checked, between batches of simulations that take about
// this long together. A tenth of a millisecond is short for a budget of time and long for reading
// the clock.
const (
	shortBatch = 50 * time.Microsecond
	longBatch  = 200 * time.Microsecond
	maxBatch   = 1 << 12
)

// pace adapts the number of simulations in a batch. The zero value begins with one.
type pace struct{ doublings int }

func (p *pace) batch() int { return 1 << p.doublings }

// fit adapts the batch size to the time that the last batch took.
func (p *pace) fit(took time.Duration) {
	switch {
	case took < shortBatch && p.batch() < maxBatch:
		p.doublings++
	case took > longBatch && p.doublings > 0:
		p.doublings--
	}
}

// begin returns the state of a new Run.
func (s *Search[S, A]) begin(ctx context.Context, b Budget, watch *watcher[A]) *run[A] {
	r := &run[A]{ctx: ctx, budget: b, watch: watch, askAt: math.MaxInt, clock: s.cfg.Clock, waiting: &s.inspection.waiting}
	r.timed = b.Time > 0 || ctx.Done() != nil || watch != nil || b.Allotment != nil || s.inspection.used.Load()
	r.deadline, r.hasDeadline = ctx.Deadline()
	r.start = s.cfg.Clock()
	r.now = r.start
	if watch != nil {
		watch.next = r.start.Add(watch.every)
	}
	return r
}

// setLimit sets the limit of simulations. The root must be prepared.
func (s *Search[S, A]) setLimit(r *run[A]) {
	r.limit, r.limitStop = s.visitsLeft(), StopOverflow
	if n := r.budget.Simulations; n > 0 && n <= r.limit {
		r.limit, r.limitStop = n, StopSimulations
	}
	if len(s.choices()) == 1 && r.limit > forcedSimulations {
		r.limit, r.limitStop = forcedSimulations, StopForced
	}
	if f, ok := s.cfg.Final.(policy.Deferring); ok {
		r.reserve = f.Reserve()
		if r.limitStop == StopSimulations {
			r.askAt = max(1, r.limit-int(r.reserve*float64(r.limit)))
		}
	}
}

// loop runs simulations until a limit is reached.
func (s *Search[S, A]) loop(r *run[A]) error {
	s.setLimit(r)
	s.scheduleCheck(r)
	for _, root := range s.roots() {
		r.inherited += root.Visits()
	}
	for {
		if err := s.check(r); err != nil || r.stop != StopUnfinished {
			return err
		}
		r.armSignal()
		n := min(min(r.limit, r.askAt)-r.simulations, s.round)
		ran, err := s.scheduler.run(r, min(n, r.untilCheck(s.leastInterval(r))))
		if err != nil {
			return err
		}
		r.simulations += ran
	}
}

// check sets r.stop if a limit is reached. Otherwise it yields an interim result if one is due.
func (s *Search[S, A]) check(r *run[A]) error {
	switch {
	case r.expired():
		r.stop = StopContext
		return nil
	case r.simulations == r.limit:
		r.stop = r.limitStop
		return nil
	case r.simulations == 0:
		return nil
	}
	if r.timed {
		before := r.now
		r.now = s.cfg.Clock()
		r.pace.fit(r.now.Sub(before))
		if r.budget.Time > 0 && r.now.Sub(r.start) >= r.budget.Time {
			r.stop = StopTime
			return nil
		}
	}
	if s.isDecided() {
		r.stop = StopProven
		return nil
	}
	if s.checkAllotment(r); r.stop != StopUnfinished {
		return nil
	}
	if err := s.ask(r); err != nil || r.stop != StopUnfinished {
		return err
	}
	s.inspection.serve(r)
	return s.report(r)
}

// isDecided reports whether one of the trees knows which action of the root is best.
func (s *Search[S, A]) isDecided() bool {
	for _, w := range s.trees {
		if w.decided {
			return true
		}
	}
	return false
}

// expired reports whether the context is done.
func (r *run[A]) expired() bool {
	return r.ctx.Err() != nil || r.hasDeadline && !time.Now().Before(r.deadline)
}

// ask stops the run if Config.Final has decided. It does so only in the reserve of a
// [policy.Deferring].
func (s *Search[S, A]) ask(r *run[A]) error {
	late := r.simulations >= r.askAt
	if r.budget.Time > 0 && r.reserve > 0 {
		late = late || float64(r.now.Sub(r.start)) >= (1-r.reserve)*float64(r.budget.Time)
	}
	if !late {
		return nil
	}
	if r.simulations >= r.askAt {
		r.askAt = r.simulations + max(1, int(r.reserve*float64(r.limit))/64)
	}
	_, decided, err := s.pick(s.choices())
	if decided {
		r.stop = StopDecided
	}
	return err
}

// report yields an interim result if one is due.
func (s *Search[S, A]) report(r *run[A]) error {
	if r.watch == nil || r.now.Before(r.watch.next) {
		return nil
	}
	r.watch.next = r.now.Add(r.watch.every)
	result, err := s.result(r)
	if err == nil && !r.watch.yield(result) {
		r.stop = stopLeft
	}
	return err
}
