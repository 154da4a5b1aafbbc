package timing

import (
	"cmp"
	"math"
)

// EarlyStop ends a search when what is left of its time can hardly change the most visited action: when
//
//	P * n * left/spent < v1 - v2
//
// where n simulations were made in the time spent, left is what is left of the planned time, and v1 and v2 are the most
// visits of two actions (Baier and Winands 2016, equation 9; STOP). n counts the simulations of this search only;
// v1 and v2 count inherited visits too. F makes all regular times longer, to hand out what is saved.
//
// The zero value is STOP-A, which cannot change the most visited action that the search would have at the end of its planned
// time, as long as the speed lasts; with ticks it does. STOP-B is F alone. Where time cannot be saved for later moves,
// the rule does nothing.
//
// Published (F, P): Connect Four 5, 0.9; Breakthrough 6x6 1.67, 0.3; Othello 1.25, 0.9; Catch the Lion 5, 0.2; Go 13x13
// 2.5, 0.4, Go 19x19 2.2, 0.45. F of STOP-B: 5, 1.25, 1.25, 1.67, and Go 13x13 2. They were tuned at 20 to 900 seconds a
// game; with few simulations less is saved, and a high F spends the clock in the opening.
type EarlyStop struct {
	P     float64 // share of the coming simulations that could go to the second; if 0, 1, all
	F     float64 // factor of the regular time, at least 1; if 0, 1
	Every int     // simulations between two questions, and before the first; if 0, 50
}

// StopA returns STOP-A: it only saves time.
func StopA() EarlyStop { return EarlyStop{P: 1, F: 1} }

// StopB returns STOP-B: safe like STOP-A, but it hands the saved time out in advance.
func StopB(f float64) EarlyStop { return EarlyStop{P: 1, F: f} }

// Check implements Rule.
func (r EarlyStop) Check(m *Moment) Decision {
	if !m.Saves || m.Over() || m.Spent <= 0 || m.Simulations < r.Interval() {
		return Decision{}
	}
	coming := float64(m.Simulations) * float64(m.Planned-m.Spent) / float64(m.Spent)
	if float64(cmp.Or(r.P, 1)*coming) < float64(lead(m.Children)) {
		return Decision{Verdict: Stop, Reason: ReasonEarly}
	}
	return Decision{}
}

// Factor implements Factorer.
func (r EarlyStop) Factor() float64 { return cmp.Or(r.F, 1) }

// Interval returns Every, or its default.
func (r EarlyStop) Interval() int {
	if r.Every <= 0 {
		return 50
	}
	return r.Every
}

// Validate names the field that makes no sense.
func (r EarlyStop) Validate() error {
	if err := within("EarlyStop.P", r.P, 0, 1); err != nil {
		return err
	}
	return within("EarlyStop.F", r.F, 1, math.MaxFloat64)
}

// Unassailable ends a search with a budget of simulations when what is left of the budget can hardly change the most
// visited action: P * (Budget-Simulations) < v1 - v2. It stops whether or not time is saved by that.
type Unassailable struct {
	P float64 // if 0, 1, with which the most visited action cannot change
}

// Check implements Rule.
func (r Unassailable) Check(m *Moment) Decision {
	coming := m.Budget - m.Simulations
	if m.Budget > 0 && coming >= 0 && cmp.Or(r.P, 1)*float64(coming) < float64(lead(m.Children)) {
		return Decision{Verdict: Stop, Reason: ReasonUnassailable}
	}
	return Decision{}
}

// Validate names the field that makes no sense.
func (r Unassailable) Validate() error { return within("Unassailable.P", r.P, 0, 1) }

// SureWin ends a search when the most visited action is as good as won, to save time for nothing: where the
// returns of a win are 1.
type SureWin struct {
	V      float64 // mean of the most visited action; if 0, 0.99
	Visits int     // that the action must have; if 0, 1000
}

// Check implements Rule.
func (r SureWin) Check(m *Moment) Decision {
	visits := r.Visits
	if visits <= 0 {
		visits = 1000
	}
	best, ok := mostVisited(m.Children)
	if ok && m.Saves && best.Visits >= visits && best.Mean >= cmp.Or(r.V, 0.99) {
		return Decision{Verdict: Stop, Reason: ReasonSureWin}
	}
	return Decision{}
}

// Validate names the field that makes no sense.
func (r SureWin) Validate() error { return within("SureWin.V", r.V, -math.MaxFloat64, math.MaxFloat64) }

// OnlyAction ends a search where there is nothing to choose.
type OnlyAction struct {
	Simulations int // made all the same, for a value of the position; if 0, 1
}

// Check implements Rule.
func (r OnlyAction) Check(m *Moment) Decision {
	if m.Actions == 1 && m.Simulations >= max(r.Simulations, 1) {
		return Decision{Verdict: Stop, Reason: ReasonForced}
	}
	return Decision{}
}

// mostVisited returns the child with the most visits, and among those the one with the highest mean.
func mostVisited(children []Child) (best Child, ok bool) {
	for _, c := range children {
		if c.Visits > best.Visits || c.Visits == best.Visits && c.Visits > 0 && c.Mean > best.Mean {
			best = c
		}
	}
	return best, best.Visits > 0
}

// mostTwo returns the two greatest numbers of visits.
func mostTwo(children []Child) (first, second int) {
	for _, c := range children {
		switch {
		case c.Visits > first:
			first, second = c.Visits, first
		case c.Visits > second:
			second = c.Visits
		}
	}
	return first, second
}

// lead returns by how many visits the most visited action is ahead.
func lead(children []Child) int {
	first, second := mostTwo(children)
	return first - second
}
