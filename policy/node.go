package policy

import "github.com/banyan-go/banyan/rng"

// Stats are the statistics of one child, as a Selection sees them.
type Stats struct {
	// Mean is the mean of the backed-up returns for the player who chooses. Unless all returns are
	// in [0,1], it is relative to an origin that is the same for all of this player's nodes.
	Mean   float32
	Visits uint32 // virtual and imported visits included
}

// Node is a node of the tree from the point of view of the player who chooses there. The search
// owns it and everything it refers to; nothing in it may be written or kept.
//
// The slices have one element per child, in the same order. Those below Children are nil unless the
// strategy [Needs] them.
type Node struct {
	Player int    // who chooses, 0..NumPlayers-1
	Depth  int    // plies from the root to the node; the root has depth 0
	Visits uint32 // simulations that reached the node

	// Unit is what the constants of a strategy, which are meant for returns in [0,1], are multiples
	// of: 1 for such returns, and otherwise twice the standard deviation of the returns of Player
	// in this search, or mcts.Config.Unit. Zero stands for 1.
	Unit float64

	Simulations int // NeedSimulations: those that the Run has in all, Budget.Simulations

	// Children are the actions tried so far, in the order of their first trial; never empty. With
	// NeedUntried, the next action to try follows them, with zero Stats, if there is one. With
	// NeedAMAF, all untried actions follow, with zero Stats, and any of them may be chosen. In a
	// full tree only the tried ones are shown.
	Children []Stats

	// Finished is the mean, and the number, of the simulations through the tried children that have
	// returned. It has no visits unless Children include virtual visits that it leaves out: it is
	// for NeedUntried in a search whose workers share the tree.
	Finished Stats

	Actions   []int32   // NeedActions: the action numbers; see Info.Actions
	Priors    []float32 // NeedPriors: the priors of the actions, which sum to 1 over all actions of the node, or are all 0 at simultaneous moves; see Perturber
	Squares   []float64 // NeedSquares: the sums of the squared returns, relative to the same origin as Mean
	Weighted  []float64 // NeedWeighted: the sums of the returns, relative to the same origin, each divided by its sampling probability
	Available []uint32  // NeedAvailable: how many simulations could have chosen the child; nil if every one could

	// NeedEvaluations: the implicit minimax values of the children, for Player. The value of a
	// child is the evaluation of its position, or the returns at the end of the game; once actions
	// have been tried there, it is the best value among them for the player who chooses there. At a
	// chance node it is the mean over the outcomes drawn so far, by their visits.
	Evaluations []float32
	// NeedAMAF: for each child, the mean return, to Player, of the simulations in which Player
	// played the child's action at any time after passing a reference node, and the number of these
	// simulations. The reference node is the nearest one, from this node up to the root, whose own
	// statistics hold enough simulations; see AMAFReader. Returns are those at the end of the
	// simulation, whatever Config.Backup makes of them. A forced pass has no AMAF statistics.
	AMAF []Stats

	Rand *rng.Rand // the random stream of the simulation
}

// Selection chooses the child that a simulation walks to, at a node whose actions have all been
// tried or, if the tree is full, some of them. A Selection with [NeedUntried] or [NeedAMAF] is
// called at every node.
//
// Select is called once per node and simulation and returns an index into n.Children; another
// number ends the search with an error. It must depend on nothing but n and should allocate
// nothing, and several workers may call it concurrently. Ties go to the child tried first: the
// order of trial is random or the playout policy's choice, so that no action is favored by its
// place in the list.
//
// A Selection that reads more than the visits and means of n.Children implements [Requirer].
type Selection interface {
	Select(n *Node) int
}

// MixedSelection is a Selection that samples a child from a mixed strategy and reports its
// probability. The search calls Sample instead of Select. With [NeedWeighted] it divides each
// return by the probability with which its child was sampled, so that the sums estimate what each
// child would have got in all simulations. The first trial of n actions, one each, counts as n
// samples with probability 1/n.
type MixedSelection interface {
	Selection
	Sample(n *Node) (index int, probability float64)
}

// AMAFReader is a Selection with [NeedAMAF] that says when the AMAF statistics of a node are
// enough. A strategy that wraps another one passes this on.
type AMAFReader interface {
	Selection

	// ReferenceVisits returns r, at least 1: the AMAF statistics of a node begin at its visit
	// number r, and are shown at the node and below it when they hold r simulations. The children
	// of the root begin at once and are shown until others are. Without this method, r is
	// DefaultRef.
	ReferenceVisits() int
}

// Perturber is a Selection for mcts.Config.Root that changes the priors of the root. The search
// calls Perturb once per Run and tree. Node.Priors are then the new priors at the root, in whose
// descending order untried actions are tried.
type Perturber interface {
	Selection

	// Perturb replaces the priors of all actions at the root, which sum to 1, by others: numbers
	// >= 0 that are not all zero. Random choices come from r, which is not the stream of the
	// simulations.
	Perturb(priors []float32, r *rng.Rand)
}

// Validator is a strategy that checks its parameters. mcts.New calls Validate, whose error names
// the invalid fields. A strategy that wraps another one validates that one, too.
type Validator interface {
	Validate() error
}

// validate checks the parameters of a strategy that is part of another one, which may be nil.
func validate(strategy any) error {
	if v, ok := strategy.(Validator); ok {
		return v.Validate()
	}
	return nil
}
