package policy

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// Candidates are what a Final chooses among: the actions of the root. The search owns them; nothing
// in them may be written or kept.
type Candidates struct {
	Children []Child // at least one has visits

	// Best is the index of the child with which the best simulation begins that the search has made
	// from this root, if it has one player and no chance; otherwise it is -1. See [BestLine].
	Best int

	// Unit is what the constants of a rule, which are meant for returns in [0,1], are multiples of;
	// see Node.Unit. Zero stands for 1.
	Unit float64

	// Rand is for rules that choose at random. It is the same stream whenever the same search asks
	// at the same root after the same simulations, another one at the next root, and it differs
	// from the stream of the simulations.
	Rand *rng.Rand
}

// Child is what a Final sees of an action at the root.
type Child struct {
	Action int32   // its number; see Info.Actions. It is -1 if the game does not number its actions
	Visits int     // simulations, imported visits not included
	Mean   float64 // of the returns to the player who chooses; 0 without visits
	Prior  float64 // 0 if the search has no source of priors

	// NoisyPrior is the prior that a [Perturber] has put in the place of Prior; 0 without one.
	NoisyPrior float64

	// Lower and Upper bound the value of the action to the player who chooses. They are equal if
	// the action is known to end the game, and infinite if nothing is known.
	Lower, Upper float64
}

// Final chooses the final action among the actions at the root. Chaslot ("Monte-Carlo Tree Search",
// thesis, 2010, section 3.4) compares [RobustChild], [MaxChild], [MaxRobustChild] and
// [SecureChild]: with enough simulations they hardly differ, and with few MaxChild is weak.
//
// Pick returns an index into c.Children. It reports false if more simulations may change its
// choice; the index must be valid all the same.
type Final interface {
	Pick(c *Candidates) (index int, decided bool)
}

// Deferring is a Final that may report that it is undecided. Reserve is the share of the budget, in
// [0,1], that is spent only while Pick is undecided: the search stops as soon as the rest is spent
// and Pick is decided. It never exceeds the budget.
type Deferring interface {
	Final
	Reserve() float64
}

// RobustChild picks the action with the most visits; among equals the one with the higher mean,
// then the first.
type RobustChild struct{}

// Pick implements [Final].
func (RobustChild) Pick(c *Candidates) (int, bool) { return robust(c.Children), true }

func robust(children []Child) int {
	return argmax(children, func(c Child) (float64, float64) { return float64(c.Visits), c.Mean })
}

// MaxChild picks the action with the highest mean; among equals the one with more visits, then the
// first. A high mean of few visits is noise, which makes it the weakest of these rules when
// simulations are few.
type MaxChild struct{}

// Pick implements [Final].
func (MaxChild) Pick(c *Candidates) (int, bool) { return highest(c.Children), true }

func highest(children []Child) int {
	return argmax(children, func(c Child) (float64, float64) {
		if c.Visits == 0 {
			return math.Inf(-1), 0
		}
		return c.Mean, float64(c.Visits)
	})
}

// MaxRobustChild picks the action that has both the most visits and the highest mean. While there
// is none, it is undecided and the search continues, to the end of its budget at most, where the
// robust child is taken (Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree
// Search", 2006).
type MaxRobustChild struct {
	// Held is the share of the budget that is spent only while no action has both. If zero, 1/3 is
	// used. The search ends after the rest of its budget if an action has both.
	Held float64
}

// Validate implements [Validator].
func (m MaxRobustChild) Validate() error {
	if !(m.Held >= 0 && m.Held < 1) {
		return fmt.Errorf("policy: MaxRobustChild.Held is %v, want 0 <= Held < 1", m.Held)
	}
	return nil
}

// Reserve implements [Deferring].
func (m MaxRobustChild) Reserve() float64 {
	if m.Held == 0 {
		return 1.0 / 3
	}
	return m.Held
}

// Pick implements [Final].
func (MaxRobustChild) Pick(c *Candidates) (int, bool) {
	index := robust(c.Children)
	return index, c.Children[index].Mean >= c.Children[highest(c.Children)].Mean
}

// SecureChild picks the action with the greatest lower confidence bound
//
//	Mean - A / sqrt(Visits)
//
// (Chaslot's thesis, section 3.4.4, prints a plus, which would make it an upper bound; the text and
// Browne et al., "A Survey of Monte Carlo Tree Search Methods", 2012, section 3.1, say lower).
type SecureChild struct {
	// A is for returns in [0,1], and is multiplied by Candidates.Unit for others. If zero, 2 is
	// used: the thesis' 4 for returns in [-1,1].
	A float64

	// MinShare is the share of the most visited action's visits that an action needs to be picked,
	// as a bound of few visits is noise. If zero, 0.1 is used.
	MinShare float64
}

// Validate implements [Validator].
func (f SecureChild) Validate() error {
	if !(f.A >= 0) || math.IsInf(f.A, 1) {
		return fmt.Errorf("policy: SecureChild.A is %v, want a finite number >= 0", f.A)
	}
	if !(f.MinShare >= 0 && f.MinShare <= 1) {
		return fmt.Errorf("policy: SecureChild.MinShare is %v, want 0..1", f.MinShare)
	}
	return nil
}

// Pick implements [Final].
func (f SecureChild) Pick(c *Candidates) (int, bool) {
	a, share := f.A, f.MinShare
	if a == 0 {
		a = 2
	}
	if share == 0 {
		share = 0.1
	}
	a *= cmp.Or(c.Unit, 1)
	least := max(1, share*float64(c.Children[robust(c.Children)].Visits))
	return argmax(c.Children, func(c Child) (float64, float64) {
		if float64(c.Visits) < least {
			return math.Inf(-1), 0
		}
		return c.Mean - a/math.Sqrt(float64(c.Visits)), float64(c.Visits)
	}), true
}

// BestLine picks the action with which the best simulation from this root begins, so that a player
// that is followed by Advance does at least as well as the best simulation of all moves. It is the
// rule of single-player Monte Carlo tree search (Schadd, Winands, van den Herik, Chaslot and
// Uiterwijk, "Single-Player Monte-Carlo Tree Search", CG 2008), and the default for games of one
// player without chance. Without such a simulation it picks the robust child.
type BestLine struct{}

// Pick implements [Final].
func (BestLine) Pick(c *Candidates) (int, bool) {
	if uint(c.Best) < uint(len(c.Children)) {
		return c.Best, true
	}
	return robust(c.Children), true
}

// argmax returns the index of the child with the greatest key. The second number decides between
// equals, and the first child is taken of those that are equal in both.
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
