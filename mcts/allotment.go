package mcts

import (
	"math"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// spent returns how much of the time of Budget.Allotment is used.
func (r *run[A]) spent() time.Duration {
	if r.budget.Allotment.Ticks() {
		return time.Duration(r.simulations) * timing.Tick
	}
	return r.now.Sub(r.start)
}

// untilManaged returns after how many simulations the session wants to be asked next. On a clock of
// ticks that depends on nothing but the session. Otherwise it is its interval, or least if that is
// more.
func (r *run[A]) untilManaged(least int) int {
	switch s := r.budget.Allotment; {
	case s == nil:
		return math.MaxInt
	case s.Ticks():
		return max(1, r.manageAt-r.simulations)
	default:
		return max(least, s.Interval())
	}
}

// leastAllotment returns how many simulations are run between two questions to a session on a real
// clock, if it wants to be asked more often.
func (s *Search[S, A]) leastAllotment(r *run[A]) int {
	if s.cfg.Parallel == nil {
		return 1
	}
	return r.pace.batch()
}

// leastTicks is how many simulations several workers make between two questions to a session on a
// clock of ticks, if it wants to be asked more often.
const leastTicks = 512

// setManaged sets when the session is asked next on a clock of ticks: after its interval, and not
// later than its time is over.
func (s *Search[S, A]) setManaged(r *run[A]) {
	session := r.budget.Allotment
	if session == nil || !session.Ticks() {
		return
	}
	n := max(1, session.Interval())
	if s.cfg.Parallel != nil {
		n = max(n, leastTicks)
	}
	left := max(1, session.Planned()-r.spent())
	r.manageAt = r.simulations + int(min(time.Duration(n), left))
}

// manage asks Budget.Allotment whether the search goes on.
func (s *Search[S, A]) manage(r *run[A]) {
	if r.budget.Allotment == nil || r.simulations < r.manageAt {
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
	s.setManaged(r)
}
