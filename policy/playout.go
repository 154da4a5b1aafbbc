package policy

import "github.com/banyan-go/banyan/rng"

// Playout is the spec of a playout policy: what to choose from the leaf to the end of the game, and which of
// the untried actions of a tree node to try first. The search makes a live Chooser from it for every worker.
type Playout interface {
	New(Info) Chooser
}

// Info is what a playout policy may know of the game when it is made.
type Info struct {
	Players int
	Actions int // action numbers are less than this; 0 if the game does not number its actions
}

// Choice is one decision of a playout. The search owns it; nothing in it may be kept.
type Choice struct {
	Player  int       // who chooses
	Actions []int32   // numbers of the legal, or the untried, actions; never empty
	Rand    *rng.Rand // the random stream of this worker
}

// Chooser is a live playout policy. It belongs to one worker, so it needs no lock.
type Chooser interface {
	// Choose returns an index into c.Actions; another number ends the search with an error.
	Choose(c *Choice) int
}

// Uniform chooses every action with equal probability. The search draws itself where it can, by the game's
// Playouter or Sampler.
type Uniform struct{}

// New implements Playout.
func (Uniform) New(Info) Chooser { return uniform{} }

type uniform struct{}

func (uniform) Choose(c *Choice) int { return c.Rand.IntN(len(c.Actions)) }
