package policy

import "github.com/banyan-go/banyan/rng"

// Stats are the statistics of one child, as a Selection sees them.
type Stats struct {
	Mean   float32 // what the child was worth to the player who chooses, averaged over Visits
	Visits uint32
}

// Node is a node of the tree from the point of view of the one who chooses there. The search owns it and
// everything it refers to; nothing in it may be written or kept.
type Node struct {
	Player   int       // who chooses, 0..NumPlayers-1
	Visits   uint32    // simulations that reached the node
	Children []Stats   // the actions tried so far, in the order of their first trial; never empty
	Squares  []float64 // sums of the squared returns per child, for a SquareReader; else nil
	// Available is, per child, how many simulations could have chosen it, for an AvailabilityReader where not every action is there
	// every time (mcts.InformationSet); else nil. Children are then those that are there this time.
	Available []uint32

	Weighted []float64 // sums of the returns per child, each divided by its probability, for a Drawer; else nil
	Rand     *rng.Rand // the random stream of this worker
}

// Selection chooses the child that a simulation walks to, at a node whose actions have all been tried (or some
// of them, where the tree is full).
//
// Select is called once per node and simulation and returns an index into n.Children; another number ends the
// search with an error. It must depend on nothing but n, and several workers may call it at the same time.
// Ties go to the child tried first: the order of trial is the playout policy's choice, random by default, so
// that no action is favoured by its place in the list.
type Selection interface {
	Select(n *Node) int
}

// SquareReader is a Selection that reads Node.Squares. The search keeps that column, eight bytes per child, only
// for such a one.
type SquareReader interface {
	Selection
	ReadsSquares()
}

// AvailabilityReader is a Selection that reads Node.Available where that is not nil.
type AvailabilityReader interface {
	Selection
	ReadsAvailability()
}

// Drawer is a Selection that draws a child at random, and says how probable that was, like those that learn to mix
// their actions. The search calls Draw in place of Select and keeps Node.Weighted, eight bytes per child, only for such
// a one: there every return is divided by the probability with which its child was drawn, so that the sums estimate what
// each child would have got in all simulations. The first trial of n actions, one each, counts as n draws of 1/n.
type Drawer interface {
	Selection
	Draw(n *Node) (index int, probability float64)
}

// Validator is any strategy that can tell whether its parameters make sense. A search asks when it is made.
type Validator interface {
	Validate() error
}

// validate asks a strategy that is part of another one, nil too, whether its parameters make sense.
func validate(strategy any) error {
	if v, ok := strategy.(Validator); ok {
		return v.Validate()
	}
	return nil
}
