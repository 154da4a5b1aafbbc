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

// Explorer is a Chooser that sometimes chooses uniformly, without looking at the actions. The
// search then draws an action itself, which may be faster than listing them: instead of Choose it
// calls Explore, and Exploit if that reports false. Explore must report true with the probability
// with which Choose would choose uniformly. It is called before the number of actions is known,
// which may be one, or zero at the end of the game.
type Explorer interface {
	Chooser
	Explore(r *rng.Rand) bool
	Exploit(c *Choice) int
}

// Learner is a Chooser that learns from finished simulations.
type Learner interface {
	Chooser
	Learn(t *Trace) // called once after every simulation of the tree
}

// Decayer is a Chooser that discounts what it has learned as the game goes on.
type Decayer interface {
	Chooser
	Decay() // called before the first simulation after one or several real moves
}

// learn shows a simulation to a chooser, if it learns.
func learn(c Chooser, t *Trace) {
	if l, ok := c.(Learner); ok {
		l.Learn(t)
	}
}

// decay tells a chooser that a real move was made, if it decays.
func decay(c Chooser) {
	if d, ok := c.(Decayer); ok {
		d.Decay()
	}
}

// Uniform chooses every action with equal probability. The search draws actions itself if it can,
// by the game's Playouter or Sampler.
type Uniform struct{}

// New implements [Playout].
func (Uniform) New(Info) (Chooser, error) { return uniform{}, nil }

type uniform struct{}

func (uniform) Choose(c *Choice) int { return c.Rand.IntN(len(c.Actions)) }

// Explore and Exploit implement [Explorer].
func (uniform) Explore(*rng.Rand) bool  { return true }
func (u uniform) Exploit(c *Choice) int { return u.Choose(c) }
