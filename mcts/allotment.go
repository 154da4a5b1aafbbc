package mcts

import (
	"math"
	"time"

	"github.com/banyan-go/banyan/timing"
)

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
