package timing

import (
	"cmp"
	"fmt"
	"math"
)

// EarlyStop stops a search when the rest of its time can hardly change the most visited action:
//
//	P * n * left/spent < v1 - v2
//
// where n is the number of simulations made in the time spent, left is the rest of the planned
// time, and v1 and v2 are the greatest numbers of visits of two actions (Baier and Winands 2016,
// equation 9; STOP). n counts only the simulations of this search; v1 and v2 include the visits of
// a reused tree. F lengthens all regular times in order to spend in advance the time that will be
// saved.
//
// The zero value is STOP-A. It never changes the action that would be the most visited at the end
// of the planned time, provided that the speed of the search is constant, as it is with ticks.
// STOP-B has a factor F in addition. If the clock does not save time for later moves, the rule does
// nothing.
//
// Published (F, P): Connect Four 5, 0.9; Breakthrough 6x6 1.67, 0.3; Othello 1.25, 0.9; Catch the
// Lion 5, 0.2; Go 13x13 2.5, 0.4; Go 19x19 2.2, 0.45. F of STOP-B in the same order: 5, 1.25, 1.25,
// 1.67, and 2 for Go 13x13. They were tuned at 20 to 900 seconds per game. With few simulations the
// rule saves less, and a high F uses up the clock in the opening.
type EarlyStop struct {
	P     float64 // share of the remaining simulations for the second action; if P is 0, 1 is used
	F     float64 // factor of the regular time, at least 1; if F is 0, 1 is used
	Every int     // simulations before and between two checks; if Every is 0, 50 is used
}

// StopA returns STOP-A, which only saves time.
func StopA() EarlyStop { return EarlyStop{P: 1, F: 1} }

// StopB returns STOP-B, which is as safe as STOP-A and spends the saved time in advance.
func StopB(f float64) EarlyStop { return EarlyStop{P: 1, F: f} }

// Check implements [Rule].
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

// Factor implements [Factorer].
func (r EarlyStop) Factor() float64 { return cmp.Or(r.F, 1) }

// Interval returns the number of simulations between two checks: Every or its default.
func (r EarlyStop) Interval() int {
	if r.Every <= 0 {
		return 50
	}
	return r.Every
}

// Validate returns an error that names the first invalid field.
func (r EarlyStop) Validate() error {
	return cmp.Or(within("EarlyStop.P", r.P, 0, 1), within("EarlyStop.F", r.F, 1, math.MaxFloat64))
}

// Unassailable stops a search with a budget of simulations when the rest of the budget can hardly
// change the most visited action: when P * (Budget-Simulations) < v1 - v2. It stops even if the
// clock does not save time.
type Unassailable struct {
	P float64 // if P is 0, 1 is used, so that the most visited action cannot change
}

// Check implements [Rule].
func (r Unassailable) Check(m *Moment) Decision {
	coming := m.Budget - m.Simulations
	if m.Budget > 0 && coming >= 0 && cmp.Or(r.P, 1)*float64(coming) < float64(lead(m.Children)) {
		return Decision{Verdict: Stop, Reason: ReasonUnassailable}
	}
	return Decision{}
}

// Validate returns an error if P is invalid.
func (r Unassailable) Validate() error { return within("Unassailable.P", r.P, 0, 1) }

// SureWin stops a search when its most visited action almost certainly wins, and so saves time. A
// win is Stats.Win. If it is unknown, or if the clock does not save time for later moves, the rule
// does nothing.
type SureWin struct {
	V      float64 // least mean of the most visited action, where 0 is a loss and 1 a win; if V is 0, 0.99 is used
	Visits int     // least visits of that action; if Visits is 0, 1000 is used
}

// Check implements [Rule].
func (r SureWin) Check(m *Moment) Decision {
	visits := r.Visits
	if visits <= 0 {
		visits = 1000
	}
	best, ok := mostVisited(m.Children)
	value, known := m.chance(best.Mean)
	if ok && known && m.Saves && best.Visits >= visits && value >= cmp.Or(r.V, 0.99) {
		return Decision{Verdict: Stop, Reason: ReasonSureWin}
	}
	return Decision{}
}

// Validate returns an error if V is invalid.
func (r SureWin) Validate() error { return within("SureWin.V", r.V, -math.MaxFloat64, math.MaxFloat64) }

// OnlyAction stops a search if there is only one action.
type OnlyAction struct {
	Simulations int // run before the stop; if Simulations is 0, 1 is used
}

// Check implements [Rule].
func (r OnlyAction) Check(m *Moment) Decision {
	if m.Actions == 1 && m.Simulations >= max(r.Simulations, 1) {
		return Decision{Verdict: Stop, Reason: ReasonForced}
	}
	return Decision{}
}

// mostVisited returns the child with the most visits. Among several it returns the one with the
// highest mean.
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

// lead returns the difference between the two greatest numbers of visits.
func lead(children []Child) int {
	first, second := mostTwo(children)
	return first - second
}

// Confident stops a search when its most visited action is the best one with probability 1-Delta.
// The model is a bandit: the returns of every action are independent, with a mean that does not
// change. In a tree the means move while the search finds better replies, so take Delta as a scale
// and not as a frequency.
//
// The mean of an action with n visits, of K, is within
//
//	r = (Max-Min) * sqrt(ln(pi^2 * K * n^2 / (3*Delta)) / (2n))
//
// of its expectation, for all actions and at all times together with probability 1-Delta: that is
// Hoeffding's bound, with an error of 6*Delta/(pi^2*K*n^2) for an action and n, as in the action
// elimination of Even-Dar, Mannor and Mansour ("Action Elimination and Stopping Conditions", 2006).
// The search stops if the least value of the most visited action is at least the greatest one of
// every other. It stops even if the clock does not save time.
type Confident struct {
	Delta    float64 // probability of an error; if Delta is 0, 0.05 is used
	Min, Max float64 // of the returns; both 0: Stats.Loss and Win; if unknown, the rule does nothing
	Every    int     // simulations before and between two checks; if Every is 0, 50 is used
}

// Check implements [Rule].
func (r Confident) Check(m *Moment) Decision {
	best, ok := mostVisited(m.Children)
	count := max(m.Actions, len(m.Children))
	if r.Min == 0 && r.Max == 0 {
		r.Min, r.Max = m.Loss, m.Win
	}
	if !ok || m.Over() || m.Simulations < r.Interval() || r.Min == r.Max && r.Max != 0 {
		return Decision{}
	}
	visited, least := 0, best.Mean-r.radius(best.Visits, count)
	isBest := false // best was seen; another action may equal it
	for _, c := range m.Children {
		if c.Visits > 0 {
			visited++
		}
		if !isBest && c == best {
			isBest = true
		} else if c.Visits > 0 && c.Mean+r.radius(c.Visits, count) > least {
			return Decision{}
		}
	}
	if visited < count {
		return Decision{}
	}
	return Decision{Verdict: Stop, Reason: ReasonConfident}
}

// radius returns how far the mean of an action with so many visits may be from its expectation.
func (r Confident) radius(visits, actions int) float64 {
	n := float64(visits)
	size := cmp.Or(r.Max-r.Min, 1)
	log := math.Log(math.Pi * math.Pi * float64(actions) * n * n / (3 * cmp.Or(r.Delta, 0.05)))
	return size * math.Sqrt(log/(2*n))
}

// Interval returns the number of simulations between two checks: Every or its default.
func (r Confident) Interval() int { return EarlyStop{Every: r.Every}.Interval() }

// Validate returns an error that names the first invalid field.
func (r Confident) Validate() error {
	if !(r.Delta >= 0 && r.Delta < 1) {
		return fmt.Errorf("timing: Confident.Delta is %v, want 0 <= Delta < 1", r.Delta)
	}
	if r.Min == 0 && r.Max == 0 {
		return nil
	}
	if !(r.Min < r.Max) || math.IsInf(r.Max-r.Min, 0) {
		return fmt.Errorf("timing: Confident.Min is %v and Max is %v, want two finite numbers, the first below the second", r.Min, r.Max)
	}
	return nil
}
