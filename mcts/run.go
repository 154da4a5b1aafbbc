package mcts

import (
	"context"
	"math"
	"time"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// forcedSimulations bounds the simulations at a root with a single action. They are for its value.
const forcedSimulations = 100

// run is the state of one Run: its limits and its progress.
type run struct {
	parallel.Limits
	checks parallel.Checks // of Budget.MoveTime
	budget Budget

	watched bool          // there are interim results,
	every   time.Duration // in so much time,
	next    time.Time     // of which one is due then

	begun       int // trees that have a root
	simulations int
	inherited   int  // visits of the roots at the beginning
	limit       int  // the number of simulations at which the run ends
	limitStop   Stop // the Stop if the limit is reached
	stop        Stop
	reason      timing.Reason
	elapsed     time.Duration // of a Run that has ended
	stats       timing.Stats  // scratch of checkMoveTime

	now   time.Time
	pace  parallel.Pacer // of the readings of the clock
	paced int            // simulations before the last one

	closing time.Duration // what it takes to merge many actions at the end
	reserve float64       // the last share of the budget, in which Config.Final may end the run
	askAt   int           // when it is called next, in simulations; math.MaxInt for never
}

// begin returns the state of a new Run.
func (s *Search[S, A]) begin(ctx context.Context, b Budget, every time.Duration) *run {
	r := &run{budget: b, watched: s.yield != nil, every: every, askAt: math.MaxInt}
	r.Ctx, r.Time, r.Clock, r.Waiting = ctx, b.Time, s.cfg.Clock, &s.inspection.waiting
	r.Timed = b.Time > 0 || ctx.Done() != nil || r.watched || b.MoveTime != nil || s.inspection.used.Load()
	r.checks.MoveTime, r.checks.Several = b.MoveTime, s.cfg.Parallel != nil
	r.Deadline, _ = ctx.Deadline()
	r.Start = s.cfg.Clock()
	r.now, r.next = r.Start, r.Start.Add(every)
	if r.Brake = (&brake.Brake{}); r.Timed {
		r.Brake = brake.New(r.Expired, r.Late)
	}
	return r
}

// beginsNoMore reports whether trees that have no root yet are left out, because to begin them has
// taken half of the time. Workers may call it at once.
func (r *run) beginsNoMore() bool {
	plan := time.Duration(0)
	if a := r.budget.MoveTime; a != nil && !a.Ticks() {
		plan = a.Planned()
	}
	return r.HalfOver(plan)
}

// leastRound is the least time for which workers run before they return to the caller for an
// interim result or a check.
const leastRound = 100 * time.Microsecond

// arm sets the time at which the workers return to the caller.
func (r *run) arm() {
	var times [3]time.Time
	at := times[:0]
	if r.watched {
		at = append(at, r.now.Add(max(leastRound, r.next.Sub(r.now))))
	}
	if r.Time > 0 {
		at = append(at, r.Start.Add(r.Time-r.closing))
		if r.reserve > 0 {
			first := r.Start.Add(time.Duration((1 - r.reserve) * float64(r.Time)))
			again := max(leastRound, time.Duration(r.reserve*float64(r.Time)/64))
			at = append(at, r.now.Add(max(again, first.Sub(r.now))))
		}
	}
	r.Arm(at...)
}

// A Result of so many choices in all trees takes a time that counts, resultCost times as long as to
// list them.
const (
	manyChoices = 1000
	resultCost  = 4
)

// setLimit sets the limit of simulations. The root must be prepared.
func (s *Search[S, A]) setLimit(r *run) {
	r.limit, r.limitStop = s.visitsLeft(), StopOverflow
	if n := r.budget.Simulations; n > 0 && n <= r.limit {
		r.limit, r.limitStop = n, StopSimulations
	}
	choices := int(s.root().choicesOf(s.observing()).Count()) // as many as in every tree
	if r.Time > 0 && choices*s.begun >= manyChoices {
		before := s.cfg.Clock()
		s.choices()
		r.closing = min(resultCost*s.cfg.Clock().Sub(before), r.Time/2)
	}
	if choices == 1 && r.limit > forcedSimulations {
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
	r.begun = s.begun
	r.checks.Schedule(r.simulations)
	for _, root := range s.roots() {
		r.inherited += root.Visits()
	}
	for {
		if err := s.check(r); err != nil || r.stop != StopUnfinished {
			return err
		}
		r.arm()
		n := min(min(r.limit, r.askAt)-r.simulations, s.round)
		ran, err := s.scheduler.run(r, min(n, r.checks.Left(r.simulations, r.pace)))
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
		took := r.now.Sub(before)
		r.pace.Fit(took)
		r.Pace(took / time.Duration(max(1, r.simulations-r.paced)))
		r.paced = r.simulations
		if r.Time > 0 && r.now.Sub(r.Start) >= r.Time-r.closing {
			r.stop = StopTime
			return nil
		}
	}
	for _, w := range s.trees {
		if w.decided() {
			r.stop = StopProven
			return nil
		}
	}
	if s.checkMoveTime(r); r.stop != StopUnfinished {
		return nil
	}
	if err := s.ask(r); err != nil || r.stop != StopUnfinished {
		return err
	}
	s.inspection.serve(r)
	return s.report(r)
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
	s.line, s.scale = s.best(), s.scaleOf(s.observing())
	_, decided, err := s.pick(joined(sets), sets)
	if decided {
		r.stop = StopDecided
	}
	return err
}

// report yields an interim result if one is due.
func (s *Search[S, A]) report(r *run) error {
	if !r.watched || r.now.Before(r.next) {
		return nil
	}
	r.next = r.now.Add(r.every)
	result, err := s.result(r)
	if err == nil && !s.yield(result) {
		r.stop = stopLeft
	}
	return err
}

// checkMoveTime reports the statistics of the root to Budget.MoveTime and stops the run if it
// says so.
func (s *Search[S, A]) checkMoveTime(r *run) {
	if !r.checks.Due(r.simulations) {
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
	s.scale = s.scaleOf(player)
	if r.stats.Loss, r.stats.Win = s.scale.Low, s.win(); math.IsInf(r.stats.Win, 1) {
		r.stats.Loss = r.stats.Win // It is unknown.
	}
	r.stats.Actions = len(choices)
	r.stats.Value = s.values(r.simulations)[player]
	r.stats.Simulations, r.stats.Budget = r.simulations, r.budget.Simulations
	r.stats.Spent = r.checks.Spent(r.simulations, r.now.Sub(r.Start))
	if d := r.checks.Check(r.stats); d.Verdict == timing.Stop {
		r.stop, r.reason = StopMoveTime, d.Reason
	}
	r.checks.Schedule(r.simulations)
}
