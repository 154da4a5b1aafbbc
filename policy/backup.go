package policy

// Backup says what a finished simulation is worth at each node of its path.
type Backup interface {
	// Credit writes into values[i] what the simulation counts for the player who chose the i-th action of its
	// path through the tree; the parts of a joint action follow each other. It is called once per simulation, by several workers at the same time.
	Credit(t *Trace, values []float64)
}

// PlyReader is a Backup that reads Trace.Depths, Length or Turns. The search counts them only for such a one, whose
// playouts go ply by ply, without the game's mcts.Playouter.
type PlyReader interface {
	Backup
	ReadsPlies()
}

// TurnReader is a PlyReader that needs nothing but Trace.Turns where the game counts turns (mcts.Turner). Playouts are then
// the game's, if it has some.
type TurnReader interface {
	PlyReader
	ReadsTurnsAlone()
}

// Average credits everyone with their own return, so that a node's value is the mean of the returns below it:
// the backup of UCT.
type Average struct{}

// Credit implements Backup.
func (Average) Credit(t *Trace, values []float64) {
	for i, p := range t.Movers {
		values[i] = t.Returns[p]
	}
}
