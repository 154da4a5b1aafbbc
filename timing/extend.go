package timing

import (
	"cmp"
	"math"
)

// Unstable extends the search by F times the regular time while the most visited action does not
// have the highest mean (Huang, Coulom, Lin 2010, unstable evaluation; UNST, and with more Loops
// UNST-L, of Baier and Winands 2016).
//
// Published F: 19x19 Go 0.5; 13x13 Go 1.5; Connect Four and Breakthrough 0.75; Othello and Catch
// the Lion 0.5. With loops (F, Loops): 13x13 Go 0.75, 2; Connect Four 1, 2; Breakthrough 1, 3;
// Othello 0.5, 4; Catch the Lion 0.75, 2.
type Unstable struct {
	F     float64 // if F is 0, 0.5 is used
	Loops int     // most extensions; if Loops is 0, 1 is used
}

// Check implements [Rule].
func (r Unstable) Check(m *Moment) Decision {
	if best, ok := mostVisited(m.Children); ok && best.Mean < highestMean(m.Children) {
		return m.extend(ReasonUnstable, cmp.Or(r.F, 0.5), r.Loops)
	}
	return Decision{}
}

// Validate returns an error if F is invalid.
func (r Unstable) Validate() error { return within("Unstable.F", r.F, 0, math.MaxFloat64) }

// Behind extends the search by F times the regular time while the player is losing: while the mean
// of the most visited action is below V (BEHIND, and with more Loops BEHIND-L, of Baier and Winands
// 2016), or the mean of the root (Huang, Coulom, Lin 2010), where a loss is 0 and a win 1. If these
// are unknown, the rule does nothing; see Stats.Win.
//
// Published (F, V): 19x19 Go, by the root, 1, 0.4; 13x13 Go 0.5, 0.6 (by the root 0.75, 0.6);
// Connect Four 1.5, 0.6; Breakthrough 1, 0.5; Othello 0.5, 0.5; Catch the Lion 0.75, 0.4. With
// loops (F, V, Loops): 13x13 Go 0.25, 0.6, 2; Connect Four 0.75, 0.6, 3; Breakthrough 0.25, 0.5, 3;
// Othello 0.5, 0.4, 4; Catch the Lion 0.25, 0.3, 3.
type Behind struct {
	F     float64 // if F is 0, 1 is used
	V     float64 // if V is 0, 0.4 is used
	Loops int     // most extensions; if Loops is 0, 1 is used
	Root  bool    // compare the root's mean instead of the most visited action's
}

// Check implements [Rule].
func (r Behind) Check(m *Moment) Decision {
	best, ok := mostVisited(m.Children)
	value := best.Mean
	if r.Root {
		value = m.Value
	}
	value, known := m.chance(value)
	if ok && known && value < cmp.Or(r.V, 0.4) {
		return m.extend(ReasonBehind, cmp.Or(r.F, 1), r.Loops)
	}
	return Decision{}
}

// Validate returns an error that names the first invalid field.
func (r Behind) Validate() error {
	return cmp.Or(within("Behind.F", r.F, 0, math.MaxFloat64), within("Behind.V", r.V, -math.MaxFloat64, math.MaxFloat64))
}

// Close extends the search by F times the regular time while two actions have nearly the same
// number of visits: while (v1-v2)/v1 < D, where v1 and v2 are the greatest numbers of visits of two
// actions (CLOSE, and with more Loops CLOSE-L, of Baier and Winands 2016, who do not print their
// formula of the relative difference).
//
// Published (F, D): 13x13 Go 1.5, 0.4; Connect Four 1.5, 0.8; Breakthrough 0.5, 0.3; Othello 1,
// 0.2; Catch the Lion 1, 0.7. With loops (F, D, Loops): 13x13 Go 0.5, 0.5, 4; Connect Four 0.75,
// 0.8, 3; Breakthrough 0.5, 0.3, 2; Othello 0.25, 0.5, 4; Catch the Lion 0.5, 0.7, 3.
type Close struct {
	F     float64 // if F is 0, 0.5 is used
	D     float64 // if D is 0, 0.5 is used
	Loops int     // most extensions; if Loops is 0, 1 is used
}

// Check implements [Rule].
func (r Close) Check(m *Moment) Decision {
	first, second := mostTwo(m.Children)
	if float64(first-second) < cmp.Or(r.D, 0.5)*float64(first) {
		return m.extend(ReasonClose, cmp.Or(r.F, 0.5), r.Loops)
	}
	return Decision{}
}

// Validate returns an error that names the first invalid field.
func (r Close) Validate() error {
	return cmp.Or(within("Close.F", r.F, 0, math.MaxFloat64), within("Close.D", r.D, 0, 1))
}

// extend returns an extension by factor times the regular time if the time is over and the rule has
// been granted fewer than loops extensions.
func (m *Moment) extend(reason Reason, factor float64, loops int) Decision {
	if !m.Over() || m.Loops >= max(loops, 1) {
		return Decision{}
	}
	return Decision{Verdict: Extend, By: times(m.Regular, factor), Reason: reason}
}

// highestMean returns the highest mean of the children that have visits.
func highestMean(children []Child) float64 {
	highest := math.Inf(-1)
	for _, c := range children {
		if c.Visits > 0 {
			highest = max(highest, c.Mean)
		}
	}
	return highest
}
