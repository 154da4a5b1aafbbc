package policy

import "github.com/banyan-go/banyan/rng"

// Switcher is a policy that plays each simulation by one of several choosers, as [Adaptive] does.
// The search asks once before every simulation, and the chooser that is drawn makes the whole
// playout as fast as it would by itself. Choose determines the order in which untried actions of
// the tree are tried.
//
// This holds for a Switcher that is Config.Playout. Inside another policy, such as [Mix], it is an
// ordinary [Chooser].
type Switcher interface {
	Learner

	// Choosers returns the choosers, at least one. It is called once. They must not be Switchers.
	// The search calls Learn and Decay of the Switcher only, which must pass them on.
	Choosers() []Chooser

	// Draw returns the index of the chooser of the next simulation. It must not change the
	// Switcher. Trace.Chooser tells Learn later which one it was; many simulations may run at a
	// time, including the simulations of other workers.
	Draw(r *rng.Rand) int
}
