package mcts

import (
	"math"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// spent returns how much of the time of Budget.Session is used.
func (r *run[A]) spent() time.Duration {
	if r.budget.Session.Ticks() {
		return time.Duration(r.simulations) * timing.Tick
	}
	return r.now.Sub(r.start)
}

// untilManaged returns after how many simulations the session wants to be asked next: at its interval, or after least
// if that is more, and on a clock of ticks not later than its time is over.
func (r *run[A]) untilManaged(least int) int {
	s := r.budget.Session
	if s == nil {
		return math.MaxInt
	}
	n := max(least, s.Interval())
	if s.Ticks() {
		n = int(min(time.Duration(n), max(1, s.Planned()-r.spent())))
	}
	return n
}

// manage asks Budget.Session whether the search goes on.
func (s *Search[S, A]) manage(r *run[A]) {
	if r.budget.Session == nil {
		return
	}
	r.stats.Children = r.stats.Children[:0]
	choices := s.choices()
	for _, c := range choices {
		r.stats.Children = append(r.stats.Children, timing.Child{Visits: c.Visits, Mean: c.Mean})
	}
	player, _ := s.root().Player()
	if player < 0 {
		player = s.cfg.Player
	}
	r.stats.Actions = len(choices)
	r.stats.Value = s.values(r.simulations)[player]
	r.stats.Simulations, r.stats.Budget = r.simulations, r.budget.Simulations
	r.stats.Spent = r.spent()
	if d := r.budget.Session.Check(r.stats); d.Verdict == timing.Stop {
		r.stop, r.reason = StopSession, d.Reason
	}
}
