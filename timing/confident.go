package timing

import (
	"cmp"
	"fmt"
	"math"
)

// Confident stops a search when its most visited action is the best one with probability 1-Delta.
// The model is that of a bandit: the returns of every action are independent, with a mean that does
// not change. In a tree the means move while the search finds better replies, so take Delta as a
// scale and not as a frequency.
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
	Min, Max float64 // of the returns; both 0: 0 and 1
	Every    int     // simulations before and between two checks; if Every is 0, 50 is used
}

// Check implements [Rule].
func (r Confident) Check(m *Moment) Decision {
	best, ok := mostVisited(m.Children)
	count := max(m.Actions, len(m.Children))
	if !ok || m.Over() || m.Simulations < r.Interval() {
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
	size := r.Max - r.Min
	size = cmp.Or(size, 1)
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
