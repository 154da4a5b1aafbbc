package policy

// Ply is one action that a player played.
type Ply struct {
	Action int32 // its number
	Player int16 // whose it was

	// Joint is where the ply stands in a joint action, of which all players played a part at the same time: 0 for
	// the first, then 1 and so on, in order of players. It is 0 where one player moved alone.
	Joint uint16
}

// Trace is a finished simulation. The search owns it; nothing in it may be written or kept.
type Trace struct {
	// Movers are who chose the actions in the tree, from the root on: 0 for an outcome of chance, and all players, in
	// their order, for a joint action. They are there for a Backup only.
	Movers  []int32
	Returns []float64 // the result of every player

	// Depths are how many plies the actions of Movers are from the root: 1 for the first. The parts of a joint action have the same,
	// and an outcome of chance is a ply. Length is the number of plies, and Turns of turns, from the root to the end of the
	// simulation: where the game is no mcts.Turner, the same. All three are there for a PlyReader only.
	Depths []int32
	Length int
	Turns  int

	// Plies are the actions of all players in the order of play: the last few before the root, those in the tree,
	// which begin at index Root, and those of the playout, which begin at index Leaf. Outcomes of chance and passes
	// (mcts.Passer) are left out. It is kept for a Learner only.
	Plies      []Ply
	Root, Leaf int
}
