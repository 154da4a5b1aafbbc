package mcts

import (
	"context"
	"math"
	"time"

	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// forcedSimulations bounds the simulations at a root with a single action. They are for its value.
const forcedSimulations = 100

// run is the state of one Run: its limits and its progress.
type run struct {
	parallel.Limits
	budget Budget
	watch  *watcher // nil without interim results

	simulations int
	inherited   int  // visits of the roots at the beginning
	limit       int  // the number of simulations at which the run ends
	limitStop   Stop // the Stop if the limit is reached
	stop        Stop
	reason      timing.Reason
	stats       timing.Stats // scratch of checkAllotment
	checkAt     int          // the number of simulations at the next check of Budget.Allotment, on a clock of ticks

	now  time.Time
	pace parallel.Pace // of the readings of the clock

	reserve float64 // the last share of the budget, in which Config.Final may end the run
	askAt   int     // the number of simulations at which it is asked next; math.MaxInt for never
}

// begin returns the state of a new Run.
func (s *Search[S, A]) begin(ctx context.Context, b Budget, watch *watcher) *run {
	r := &run{budget: b, watch: watch, askAt: math.MaxInt}
	r.Ctx, r.Time, r.Clock, r.Waiting = ctx, b.Time, s.cfg.Clock, &s.inspection.waiting
	r.Timed = b.Time > 0 || ctx.Done() != nil || watch != nil || b.Allotment != nil || s.inspection.used.Load()
	r.Deadline, r.HasDeadline = ctx.Deadline()
	r.Start = s.cfg.Clock()
	r.now = r.Start
	if watch != nil {
		watch.next = r.Start.Add(watch.every)
	}
	return r
}

// leastRound is the least time for which workers run before they return to the caller for an
// interim result or a check.
const leastRound = 100 * time.Microsecond

// arm sets the time at which the workers return to the caller.
func (r *run) arm() {
	var times [3]time.Time
	at := times[:0]
	if r.watch != nil {
		at = append(at, later(r.watch.next, r.now.Add(leastRound)))
	}
	if r.Time > 0 {
		at = append(at, r.Start.Add(r.Time))
		if r.reserve > 0 {
			first := r.Start.Add(time.Duration((1 - r.reserve) * float64(r.Time)))
			again := max(leastRound, time.Duration(r.reserve*float64(r.Time)/64))
			at = append(at, later(first, r.now.Add(again)))
		}
	}
	r.Arm(at...)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// setLimit sets the limit of simulations. The root must be prepared.
func (s *Search[S, A]) setLimit(r *run) {
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
func (s *Search[S, A]) loop(r *run) error {
	s.setLimit(r)
	s.scheduleCheck(r)
	for _, root := range s.roots() {
		r.inherited += root.Visits()
	}
	for {
		if err := s.check(r); err != nil || r.stop != StopUnfinished {
			return err
		}
		r.arm()
		n := min(min(r.limit, r.askAt)-r.simulations, s.round)
		ran, err := s.scheduler.run(r, min(n, r.untilCheck(s.leastInterval(r))))
		if err != nil {
			return err
		}
		r.simulations += ran
	}
}

// check sets r.stop if a limit is reached. Otherwise it yields an interim result if one is due.
func (s *Search[S, A]) check(r *run) error {
	switch {
	case r.Expired():
		r.stop = StopContext
		return nil
	case r.simulations == r.limit:
		r.stop = r.limitStop
		return nil
	case r.simulations == 0:
		return nil
	}
	if r.Timed {
		before := r.now
		r.now = s.cfg.Clock()
		r.pace.Fit(r.now.Sub(before))
		if r.Time > 0 && r.now.Sub(r.Start) >= r.Time {
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
		if w.decided() {
			return true
		}
	}
	return false
}

// ask stops the run if Config.Final has decided. It does so only in the reserve of a
// [policy.Deferring].
func (s *Search[S, A]) ask(r *run) error {
	late := r.simulations >= r.askAt
	if r.Time > 0 && r.reserve > 0 {
		late = late || float64(r.now.Sub(r.Start)) >= (1-r.reserve)*float64(r.Time)
	}
	if !late {
		return nil
	}
	if r.simulations >= r.askAt {
		r.askAt = r.simulations + max(1, int(r.reserve*float64(r.limit))/64)
	}
	sets := s.sets(s.observing())
	_, decided, err := s.pick(joined(sets), sets)
	if decided {
		r.stop = StopDecided
	}
	return err
}

// report yields an interim result if one is due.
func (s *Search[S, A]) report(r *run) error {
	if r.watch == nil || r.now.Before(r.watch.next) {
		return nil
	}
	r.watch.next = r.now.Add(r.watch.every)
	result, err := s.result(r)
	if err == nil && !s.yield(result) {
		r.stop = stopLeft
	}
	return err
}

// spent returns how much of the time of Budget.Allotment is used. On a clock of ticks, a simulation
// is a tick.
func (r *run) spent() time.Duration {
	if r.budget.Allotment.Ticks() {
		return time.Duration(r.simulations) * timing.Tick
	}
	return r.now.Sub(r.Start)
}

// untilCheck returns the number of simulations until the allotment is checked next. On a clock of
// ticks it depends on the allotment only. On a real clock it is the interval of the allotment, but
// not below least.
func (r *run) untilCheck(least int) int {
	switch a := r.budget.Allotment; {
	case a == nil:
		return math.MaxInt
	case a.Ticks():
		return max(1, r.checkAt-r.simulations)
	default:
		return max(least, a.Interval())
	}
}

// leastInterval returns the least number of simulations between two checks on a real clock.
func (s *Search[S, A]) leastInterval(r *run) int {
	if s.cfg.Parallel == nil {
		return 1
	}
	return r.pace.Batch()
}

// leastTicks is the least number of simulations of several workers between two checks on a clock of
// ticks.
const leastTicks = 512

// scheduleCheck sets when the allotment is checked next on a clock of ticks: after its interval, or
// when its planned time is over if that is earlier.
func (s *Search[S, A]) scheduleCheck(r *run) {
	allotment := r.budget.Allotment
	if allotment == nil || !allotment.Ticks() {
		return
	}
	n := max(1, allotment.Interval())
	if s.cfg.Parallel != nil {
		n = max(n, leastTicks)
	}
	left := max(1, allotment.Planned()-r.spent())
	r.checkAt = r.simulations + int(min(time.Duration(n), left))
}

// checkAllotment reports the statistics of the root to Budget.Allotment and stops the run if it
// says so.
func (s *Search[S, A]) checkAllotment(r *run) {
	if r.budget.Allotment == nil || r.simulations < r.checkAt {
		return
	}
	r.stats.Children = r.stats.Children[:0]
	choices := s.choices()
	for _, c := range choices {
		r.stats.Children = append(r.stats.Children, timing.Child{Visits: c.Visits, Mean: c.Mean})
	}
	player, _ := s.root().Player()
	if player < 0 {
		player = s.player
	}
	r.stats.Actions = len(choices)
	r.stats.Value = s.values(r.simulations)[player]
	r.stats.Simulations, r.stats.Budget = r.simulations, r.budget.Simulations
	r.stats.Spent = r.spent()
	if d := r.budget.Allotment.Check(r.stats); d.Verdict == timing.Stop {
		r.stop, r.reason = StopAllotment, d.Reason
	}
	s.scheduleCheck(r)
}
