package policy

// Backup determines the values of a finished simulation at each node of its path. A Backup that
// reads the length of simulations implements [Requirer].
type Backup interface {
	// Credit writes into values[i] what the simulation counts for the player who chose the i-th
	// action of its path through the tree; the components of a joint action follow each other. It
	// must write all of them. It is called once per simulation, and several workers may call it
	// concurrently.
	Credit(t *Trace, values []float64)
}

// Average credits every player with its own return, so that the value of a node is the mean of the
// returns below it. It is the backup of UCT.
type Average struct{}

// Credit implements [Backup].
func (Average) Credit(t *Trace, values []float64) {
	for i, p := range t.Movers {
		values[i] = t.Returns[p]
	}
}
