package timing

import "time"

// Stats is what a search reports while it runs.
type Stats struct {
	Children []Child // actions at the root in any order; those without visits may be missing
	Actions  int     // number of legal actions at the root; 0 if unknown
	Value    float64 // mean of the root for the player who chooses there

	// Loss and Win are the returns of a loss and a win, for rules that ask how likely a win is. If
	// they are equal and not 0, they are unknown; both 0 stand for 0 and 1.
	Loss, Win float64

	// Simulations counts the simulations of this search only. The visits of a reused tree are part
	// of Children and of every comparison, but they say nothing about the speed.
	Simulations int

	Budget int           // most simulations of this search; 0 if they are not limited
	Spent  time.Duration // time spent on this move so far
}

// Child is an action at the root.
type Child struct {
	Visits int
	Mean   float64 // mean return for the player who chooses; 0 without visits
}

// Moment is the state on which a [Rule] decides: the search, and the time it has.
type Moment struct {
	Stats
	Regular time.Duration // time of the move without extensions
	Planned time.Duration // time of the move with the extensions so far
	Limit   time.Duration // longest time of the move
	Saves   bool          // unused time remains available for later moves
	Loops   int           // extensions granted to this rule so far
}

// chance returns a mean on the scale on which 0 is a loss and 1 a win, or false if these are
// unknown.
func (s *Stats) chance(mean float64) (float64, bool) {
	switch {
	case s.Loss != s.Win:
		return (mean - s.Loss) / (s.Win - s.Loss), true
	case s.Win == 0:
		return mean, true
	}
	return 0, false
}

// Over reports whether the planned time is used up.
func (m *Moment) Over() bool { return m.Spent >= m.Planned }

// Rule decides while a search runs whether it should stop early, and when its time is over, whether
// it should be extended. Check depends only on m and must neither modify nor retain it. It returns
// the zero Decision, Continue, if the rule does not apply. Several goroutines may call it at the
// same time, with different Moments.
//
// A [Planner] asks its rules in order; the first Decision that is not Continue counts. When the
// time is over, a rule that has returned Continue once is not asked again. With Behind before
// Unstable, this is Algorithm 1 of Huang, Coulom and Lin 2010.
//
// Two more methods are optional: [Planner.Validate] calls Validate() error, and [Planner.Interval]
// calls Interval() int.
type Rule interface {
	Check(m *Moment) Decision
}

// Factorer is a [Rule] that multiplies the regular time of every move by a factor of at least 1,
// because it expects to save the difference.
type Factorer interface {
	Rule
	Factor() float64
}

// Decision is the result of a [Rule] or of [MoveTime.Check].
type Decision struct {
	Verdict Verdict
	By      time.Duration // additional time, if Verdict is Extend
	Reason  Reason        // set if Verdict is not Continue
}

// Verdict is the decision whether a search continues.
type Verdict int

// The verdicts.
const (
	Continue Verdict = iota // the search continues
	Stop                    // the search ends now
	Extend                  // the search continues and has more time
)

// String returns the verdict in one word.
func (v Verdict) String() string { return word(int(v), "continue", "stop", "extend") }

// Reason is the reason why a search stops or is extended.
type Reason int

// The reasons of decisions.
const (
	ReasonNone         Reason = iota // the search continues
	ReasonTime                       // the regular time is over
	ReasonClock                      // the time is over, and the clock cut the plan or a rule
	ReasonEarly                      // EarlyStop
	ReasonUnassailable               // Unassailable
	ReasonSureWin                    // SureWin
	ReasonForced                     // OnlyAction
	ReasonUnstable                   // Unstable
	ReasonBehind                     // Behind
	ReasonClose                      // Close
	ReasonConfident                  // Confident
	ReasonCustom                     // this and greater values are for rules of other packages
)

// String returns the reason in a word or two.
func (r Reason) String() string {
	return word(int(r), "none", "time", "clock", "early stop", "unassailable", "sure win", "only action", "unstable", "behind",
		"close", "confident", "custom")
}

// word returns word number i, or the last one.
func word(i int, words ...string) string {
	if i < 0 {
		return "unknown"
	}
	return words[min(i, len(words)-1)]
}
