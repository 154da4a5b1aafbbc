package policy

// Ply is one action played by one player.
type Ply struct {
	Action int32 // action number
	Player int16 // the player who played it

	// Joint is the index of the ply among the components of a joint action: 0 for the first, then 1
	// and so on, in order of players. It is 0 if one player moved alone.
	Joint uint16
}

// Trace describes a finished simulation. The search owns it; a strategy must not modify or retain
// anything in it.
type Trace struct {
	// Movers are the players who chose the actions of the path through the tree, from the root on.
	// For an outcome of chance, the mover is 0. A joint action has one element per player, in order
	// of players. Movers are set for a Backup only.
	Movers  []int32
	Returns []float64 // the return of every player

	// Depths are the depths of the actions of Movers in plies: 1 for an action at the root. The
	// components of a joint action have the same depth, and an outcome of chance is a ply. Length
	// is the number of plies from the root to the end of the simulation, and Turns the number of
	// turns, which is the same unless the game is an mcts.TurnCounter. They are set for a Backup
	// with [NeedDepths]; for one with [NeedTurns], only Turns is.
	Depths []int32
	Length int
	Turns  int

	// Plies are the actions of all players in order of play: the last few before the root, those in
	// the tree, which start at index Root, and those of the playout, which start at index Leaf.
	// Outcomes of chance and passes (mcts.Passer) are left out. They are set for a Learner only.
	Plies      []Ply
	Root, Leaf int
}
