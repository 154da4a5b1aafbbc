package policy

import "github.com/banyan-go/banyan/rng"

// Playout is the spec of a playout policy: which action to play from the leaf to the end of the
// game, and which untried action of a tree node to try first. The search makes a live [Chooser]
// from it for every worker.
type Playout interface {
	// New returns a live policy that has learned nothing yet. The search calls it once for each
	// worker, and again for every Reset. mcts.New returns its error.
	New(info Info) (Chooser, error)
}

// Info is what a playout policy may know of the game when it is made.
type Info struct {
	Players int // number of players

	// Actions is the number of action numbers, which are less than it. It is zero if the game does
	// not number its actions; they are then numbered in the order in which they appear.
	Actions int

	// State gives access to states, for mcts.PlayoutFunc and mcts.DecisiveMoves. It is opaque to
	// others.
	State any
}

// Choice is one decision of a playout. The search owns it; nothing in it may be written or kept.
type Choice struct {
	Player  int       // who chooses
	Actions []int32   // numbers of the legal or, in the tree, the untried actions; never empty
	History []Ply     // what was played before, the latest last, as in Trace.Plies
	Rand    *rng.Rand // the random stream of the simulation
}

// Chooser is a live playout policy. It belongs to one worker, so it needs no lock. Workers that
// share a tree learn from the same simulations, so what a [Learner] has learned should depend on
// the calls of Learn and Decay only, and not on its own choices.
type Chooser interface {
	// Choose returns an index into c.Actions; another number ends the search with an error.
	Choose(c *Choice) int
}

// Explorer is a Chooser that explores with a fixed probability, which means that it chooses
// uniformly without looking at the actions. The search decides itself when to explore, and then
// draws an action, which may be faster than listing them. Otherwise it calls Exploit. Choose, which
// other policies such as [Mix] call, must choose with the same probabilities.
type Explorer interface {
	Chooser
	ExploreProbability() float64 // 0..1; is called once
	Exploit(c *Choice) int
}

// ScoreChooser is an Explorer that exploits by choosing the action with the highest score, a random
// one among ties. A game may then play to the end by the scores alone (mcts.ScorePlayouter).
type ScoreChooser interface {
	Explorer

	// Scores returns the scores by player and action number, or false if Exploit looks at more. It
	// is called before every playout if Info.Actions is known. The scores of all these actions are
	// numbers. The search reads them until the next call of Learn or Decay.
	Scores() (scores [][]float32, ok bool)
}

// Proposer is a Chooser that knows some actions by which it would choose from any list. If the
// search can check whether a single action is legal (mcts.IndexLister), it asks for these first,
// and lists all actions only if none of them is legal.
type Proposer interface {
	Chooser

	// AppendProposals appends action numbers to dst. c.Actions is empty. Choose must choose the
	// first of them that is in its c.Actions; if none is, it must choose as Fallback does.
	AppendProposals(dst []int32, c *Choice) []int32

	Fallback() Chooser // is called once
}

// Learner is a Chooser that learns from finished simulations.
type Learner interface {
	Chooser
	Learn(t *Trace) // called once after every simulation of the tree
}

// Decayer is a Chooser that discounts what it has learned as the game continues.
type Decayer interface {
	Chooser

	// Decay is called before the first simulation after real moves. plies is the number of calls of
	// Search.Advance since the simulations before, or 1 if the search was given another root
	// without Advance.
	Decay(plies int)
}

// learn shows a simulation to a chooser, if it learns.
func learn(c Chooser, t *Trace) {
	if l, ok := c.(Learner); ok {
		l.Learn(t)
	}
}

// decay tells a chooser that real moves were made, if it decays.
func decay(c Chooser, plies int) {
	if d, ok := c.(Decayer); ok {
		d.Decay(plies)
	}
}

// Uniform chooses every action with equal probability. The search draws actions itself if it can,
// by the game's Playouter or Sampler.
type Uniform struct{}

// New implements [Playout].
func (Uniform) New(Info) (Chooser, error) { return uniform{}, nil }

type uniform struct{}

func (uniform) Choose(c *Choice) int { return c.Rand.IntN(len(c.Actions)) }

// ExploreProbability and Exploit implement [Explorer].
func (uniform) ExploreProbability() float64 { return 1 }
func (u uniform) Exploit(c *Choice) int     { return u.Choose(c) }
