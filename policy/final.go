package policy

import (
	"fmt"
	"math"
)

// Child is what a Final sees of an action at the root.
type Child struct {
	Visits int
	Mean   float64 // of the returns to the player who chooses; 0 without visits
}

// Final chooses the answer among the actions at the root (Chaslot, "Monte-Carlo Tree Search", thesis, 2010,
// section 3.4, compares the four below: with enough simulations they hardly differ, with few MaxChild is weak).
//
// Pick returns an index into children, which has at least one element with visits. It reports false if it
// would rather see more simulations; the index must be valid all the same. It must not keep the slice.
type Final interface {
	Pick(children []Child) (index int, decided bool)
}

// Waiter is a Final that may report that it is undecided. The search stops early for it, when it is decided at
// last, but never late: Reserve is the share of the budget, in [0,1], that is spent only while it is not.
type Waiter interface {
	Final
	Reserve() float64
}

// RobustChild picks the action with the most visits; among equals the one with the higher mean, then the first.
type RobustChild struct{}

// Pick implements Final.
func (RobustChild) Pick(children []Child) (int, bool) {
	return argmax(children, func(c Child) (float64, float64) { return float64(c.Visits), c.Mean }), true
}

// MaxChild picks the action with the highest mean, among equals the one with more visits, then the first. A high
// mean of few visits is noise, which makes it the weakest of these rules when simulations are few.
type MaxChild struct{}

// Pick implements Final.
func (MaxChild) Pick(children []Child) (int, bool) {
	return argmax(children, func(c Child) (float64, float64) {
		if c.Visits == 0 {
			return math.Inf(-1), 0
		}
		return c.Mean, float64(c.Visits)
	}), true
}

// MaxRobustChild picks the action that has both the most visits and the highest mean. While there is none, it is
// undecided and the search goes on, to the end of its budget at most, where the robust child is taken (Coulom,
// "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006).
type MaxRobustChild struct {
	// Held is the share of the budget that is spent only while no action is both; if 0, 1/3. The search ends
	// after the rest of its budget where one is.
	Held float64
}

// Validate implements Validator.
func (m MaxRobustChild) Validate() error {
	if !(m.Held >= 0 && m.Held < 1) {
		return fmt.Errorf("policy: MaxRobustChild.Held is %v, want 0 <= Held < 1", m.Held)
	}
	return nil
}

// Reserve implements Waiter.
func (m MaxRobustChild) Reserve() float64 {
	if m.Held == 0 {
		return 1.0 / 3
	}
	return m.Held
}

// Pick implements Final.
func (MaxRobustChild) Pick(children []Child) (int, bool) {
	robust, _ := RobustChild{}.Pick(children)
	best, _ := MaxChild{}.Pick(children)
	return robust, children[robust].Mean >= children[best].Mean
}

// SecureChild picks the action with the greatest lower confidence bound
//
//	Mean - A / sqrt(Visits)
//
// (Chaslot's thesis, section 3.4.4, prints a plus, which would make it an upper bound; the text and Browne et
// al., "A Survey of Monte Carlo Tree Search Methods", 2012, section 3.1, say lower).
type SecureChild struct {
	A float64 // if 0, 2 for returns in [0,1], the thesis' 4 for returns in [-1,1]

	// MinShare is the share of the most visited action's visits that an action needs to be picked, since a
	// bound of few visits is noise; if 0, 0.1.
	MinShare float64
}

// Validate implements Validator.
func (f SecureChild) Validate() error {
	if !(f.A >= 0) || math.IsInf(f.A, 1) {
		return fmt.Errorf("policy: SecureChild.A is %v, want a finite number >= 0", f.A)
	}
	if !(f.MinShare >= 0 && f.MinShare <= 1) {
		return fmt.Errorf("policy: SecureChild.MinShare is %v, want 0..1", f.MinShare)
	}
	return nil
}

// Pick implements Final.
func (f SecureChild) Pick(children []Child) (int, bool) {
	a, share := f.A, f.MinShare
	if a == 0 {
		a = 2
	}
	if share == 0 {
		share = 0.1
	}
	robust, _ := RobustChild{}.Pick(children)
	least := max(1, share*float64(children[robust].Visits))
	return argmax(children, func(c Child) (float64, float64) {
		if float64(c.Visits) < least {
			return math.Inf(-1), 0
		}
		return c.Mean - a/math.Sqrt(float64(c.Visits)), float64(c.Visits)
	}), true
}

// argmax returns the index of the child with the greatest key, the second number deciding between equals, and
// the first of children equal in both.
func argmax(children []Child, key func(Child) (float64, float64)) int {
	best := 0
	first, second := key(children[0])
	for i, c := range children[1:] {
		if f, s := key(c); f > first || f == first && s > second {
			best, first, second = i+1, f, s
		}
	}
	return best
}
