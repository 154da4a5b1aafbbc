package similarity

// Readings choose between readings of what the paper (Uemiya and Yokoyama, "Towards a universally
// effective utilization of board similarities in General Game Playing") leaves open. The zero value
// holds the readings that are closest to it. A search takes them in mcts.Similarity.
type Readings struct {
	// TreeOnly stores the positions of the tree, and not those of playouts. The game's own playouts
	// are then used.
	TreeOnly bool

	// StoreFirst lets a new node import statistics after its first simulation is stored, and not
	// before.
	StoreFirst bool

	// Parent is the N of the formula of UCT at a node.
	Parent ParentCount

	// Keep is the factor by which the statistics of the signature table are multiplied after a real
	// move, 0..1. If zero, 1 is used. If Forget is set, the table is emptied instead.
	Keep   float64
	Forget bool

	// Observer sees which positions a node imports from; nil in searches that are not trials.
	Observer Observer
}

// ParentCount is the number of visits that a parent has in the selection among its children.
type ParentCount int

const (
	// OwnVisits are the simulations that passed through the parent.
	OwnVisits ParentCount = iota

	// OwnImports are these and the visits that the parent has imported.
	OwnImports

	// ChildImports are the visits of all its children with those that they have imported.
	ChildImports
)

// Observer follows the simulations of a search with position similarity, as package
// similarity/research does. A search calls it from one goroutine at a time.
type Observer interface {
	Begin()                      // a simulation begins at the root
	Pass(cells []uint8)          // it goes on to a position
	Keep(signatures []uint64)    // its positions in the tree are stored
	Measure(signatures []uint64) // its new node imports from these signatures
}
