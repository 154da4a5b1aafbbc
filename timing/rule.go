package timing

import "time"

// Stats is what a search tells of itself while it runs.
type Stats struct {
	Children []Child // the actions of the root, in any order; those without visits may be missing
	Actions  int     // legal actions at the root; 0 if it is not told
	Value    float64 // mean at the root, to the player who chooses there

	// Simulations are those of this search. Visits that its tree has from an earlier search are in Children and
	// count in every comparison, but not here: they say nothing of the speed.
	Simulations int

	Budget int           // simulations that this search may make; 0 if they are not limited
	Spent  time.Duration // on this move so far
}

// Child is what a rule sees of an action at the root. It has the fields of policy.Child.
type Child struct {
	Visits int
	Mean   float64 // of the returns to the player who chooses; 0 without visits
}

// Moment is what a Rule is asked about: the search, and the time it has.
type Moment struct {
	Stats
	Regular time.Duration // what the move had at first
	Planned time.Duration // what it has now, with the extensions so far
	Limit   time.Duration // what it can have at most
	Saves   bool          // time that is not used is there for later moves
	Loops   int           // extensions that this rule has been granted
}

// Over reports whether the planned time is used up.
func (m *Moment) Over() bool { return m.Spent >= m.Planned }

// Rule is asked while the search runs whether it should stop early, and, when its time is over, whether it should go
// on. Check depends on m alone, keeps nothing of it, and answers Continue where the rule has nothing to say.
//
// The rules of a Manager are asked in their order and the first that does not say Continue decides. When the time is
// over, a rule that has declined once is not asked again: with Behind before Unstable this is Algorithm 1 of Huang,
// Coulom and Lin 2010.
type Rule interface {
	Check(m *Moment) Decision
}

// Factorer is a Rule that makes the regular time of every move longer, by a factor of at least 1, because it
// expects to save as much.
type Factorer interface {
	Rule
	Factor() float64
}

// Decision is what the search should do.
type Decision struct {
	Verdict Verdict
	By      time.Duration // how much longer, if Verdict is Extend
	Reason  Reason        // why, if Verdict is not Continue
}

// Verdict is what a Decision says.
type Verdict int

// The verdicts.
const (
	Continue Verdict = iota // the search goes on
	Stop                    // it ends now
	Extend                  // it goes on, and has got more time
)

// String returns the verdict in a word.
func (v Verdict) String() string { return word(int(v), "continue", "stop", "extend") }

// Reason says why a search stops or goes on.
type Reason int

// The reasons for decisions.
const (
	ReasonNone         Reason = iota // nothing happens
	ReasonTime                       // the regular time is over
	ReasonClock                      // the time is over, and the clock granted less than plan and rules wanted
	ReasonEarly                      // EarlyStop
	ReasonUnassailable               // Unassailable
	ReasonSureWin                    // SureWin
	ReasonForced                     // OnlyAction
	ReasonUnstable                   // Unstable
	ReasonBehind                     // Behind
	ReasonClose                      // Close
	ReasonCustom                     // this and all above it: rules of other packages
)

// String returns the reason in a word or two.
func (r Reason) String() string {
	return word(int(r), "none", "time", "clock", "early stop", "unassailable", "sure win", "only action", "unstable", "behind",
		"close", "custom")
}

// word returns the word of a number.
func word(i int, words ...string) string {
	if i < 0 {
		return "unknown"
	}
	return words[min(i, len(words)-1)]
}
