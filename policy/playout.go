package policy

import "github.com/banyan-go/banyan/rng"

// Playout is the spec of a playout policy: what to choose from the leaf to the end of the game, and which of
// the untried actions of a tree node to try first. The search makes a live Chooser from it for every worker.
type Playout interface {
	// New returns a live policy that has learned nothing yet. An error comes out of mcts.New.
	New(info Info) (Chooser, error)
}

// Info is what a playout policy may know of the game when it is made.
type Info struct {
	Players int
	Actions int // action numbers are less than this; 0 if the game does not number its actions, which are then numbered as they appear
	State   any // what leads to the state of the game, for mcts.PlayoutFunc and mcts.Decisive
}

// Choice is one decision of a playout. The search owns it; nothing in it may be written or kept.
type Choice struct {
	Player  int       // who chooses
	Actions []int32   // numbers of the legal, or the untried, actions; never empty
	History []Ply     // what was played till now, the latest last, as in Trace.Plies
	Rand    *rng.Rand // the random stream of this worker
}

// Chooser is a live playout policy. It belongs to one worker, so it needs no lock.
type Chooser interface {
	// Choose returns an index into c.Actions; another number ends the search with an error.
	Choose(c *Choice) int
}

// Explorer is a Chooser that at times chooses uniformly, without a look at the actions. The search then draws one itself,
// which may be faster than listing them: instead of Choose it calls Explore, and Exploit where that reports false. As it does
// not look either, it calls Explore also where there is one action only, or none.
type Explorer interface {
	Chooser
	Explore(r *rng.Rand) bool
	Exploit(c *Choice) int
}

// Learner is a Chooser that learns from finished simulations.
type Learner interface {
	Chooser
	Learn(t *Trace) // called once after every simulation
}

// Ager is a Chooser that forgets, or otherwise changes, as the game goes on.
type Ager interface {
	Chooser
	Age() // called before the first simulation after a real move, or several
}

// learn lets a chooser learn if it does so at all.
func learn(c Chooser, t *Trace) {
	if l, ok := c.(Learner); ok {
		l.Learn(t)
	}
}

// age tells a chooser that a real move was made, if it wants to know.
func age(c Chooser) {
	if a, ok := c.(Ager); ok {
		a.Age()
	}
}

// Uniform chooses every action with equal probability. The search draws itself where it can, by the game's
// Playouter or Sampler.
type Uniform struct{}

// New implements Playout.
func (Uniform) New(Info) (Chooser, error) { return uniform{}, nil }

type uniform struct{}

func (uniform) Choose(c *Choice) int { return c.Rand.IntN(len(c.Actions)) }
