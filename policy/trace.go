package policy

import "github.com/banyan-go/banyan/game"

// Ply is an action of a player, by its number.
type Ply = game.Ply

// Trace describes a finished simulation. The search owns it; a strategy must neither modify nor
// retain any part of it.
type Trace struct {
	// Movers are the players who chose the actions on the path through the tree, from the root on.
	// The mover of an outcome of chance is 0. A joint action has one element per player, in the
	// order of the players. Movers are set only for a [Backup].
	Movers  []int32
	Returns []float64 // the return of every player

	// Gains are the returns on a scale for constants that are meant for returns in [0,1], for a
	// [Learner]. They are the returns themselves as long as all are in [0,1] and the unit
	// (Node.Unit) is 1. Otherwise a unit is a difference of 1, and 1 is the greatest return of the
	// player, as declared, or so far but at most two units above the mean.
	Gains []float64

	// Depths are the depths of these actions in plies: 1 for an action at the root. The components
	// of a joint action have the same depth, and an outcome of chance is a ply. Length is the
	// number of plies from the root to the end of the simulation. Turns is the number of turns,
	// which equals Length unless the game is an mcts.TurnCounter. All three are set for a [Backup]
	// with [NeedDepths]; with [NeedTurns], only Turns is.
	Depths []int32
	Length int
	Turns  int

	// Plies are the actions of all players in order of play: the last few before the root, the
	// plies in the tree, which begin at index Root, and the plies of the playout, which begin at
	// index Leaf. Outcomes of chance and passes (mcts.Passer) are left out. Plies are set only for
	// a [Learner].
	Plies      []Ply
	Root, Leaf int

	// Chooser is 1 more than the index of the chooser that a [Switcher] took for the simulation. It
	// is 0 if the policy is not a Switcher.
	Chooser int
}

// gains returns Gains, or the returns of a trace that has none.
func (t *Trace) gains() []float64 {
	if t.Gains == nil {
		return t.Returns
	}
	return t.Gains
}
