package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/policy"
)

// DecisiveMoves plays an action that wins at once, if there is one, and otherwise what Playout
// chooses (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree
// Search Algorithms", CIG 2010). It works for every game. In the tree, it tries a winning action
// first. It plays every action on a copy of the state, so a playout takes longer by a factor of the
// number of actions, and by its square with Anti.
//
// Some games have the same playouts as functions for [WholePlayout], which are many times faster
// but leave the order of the tree alone.
//
// If the game is a [Winner], that finds the winning action instead, and with Anti every action is
// played once.
//
// A win is a return of 1 or more to the player who acts. At simultaneous moves no action wins by
// itself, so Playout chooses.
type DecisiveMoves struct {
	Playout policy.Playout // if nil, policy.Uniform{} is used

	// Anti also plays anti-decisive actions: it avoids an action that ends the game with a win of
	// another player, or after which the next player wins at once, unless all actions are like
	// that.
	Anti bool
}

// Validate implements [policy.Validator].
func (d DecisiveMoves) Validate() error {
	if v, ok := d.Playout.(policy.Validator); ok {
		return v.Validate()
	}
	return nil
}

// New implements [policy.Playout].
func (d DecisiveMoves) New(info policy.Info) (policy.Chooser, error) {
	if d.Playout == nil {
		d.Playout = policy.Uniform{}
	}
	return playout.NewDecisive(info, d.Playout, d.Anti)
}
