package mcts

import (
	"errors"
	"fmt"
	"runtime"
)

// Parallel says how several goroutines, the workers, share the work of a Run. The zero value is no parallelism: the
// goroutine of the caller runs the simulations one after the other.
//
// The workers call the methods of the game at the same time, on different states, and so the Selection and the
// Backup; each has a policy.Chooser of its own. They begin and end within Run. A panic in one of them ends all and
// comes out of Run as a *Panic.
//
// A field that the Mode does not use must be zero.
type Parallel struct {
	Mode Mode

	// Workers are how many goroutines run simulations, that of the caller among them; if 0, as many as
	// runtime.GOMAXPROCS allows when New is called. In the modes Root, Leaf and LockStep they do not change what is found.
	Workers int

	// Trees are how many trees the mode Root grows; if 0, as many as there are Workers. What is found depends on it: set
	// it where a result must be the same on machines with different numbers of processors.
	Trees int

	// Merge is how the trees of the mode Root agree on an answer.
	Merge Merge

	// Playouts are how many playouts the mode Leaf makes from one leaf; if 0, 4.
	Playouts int

	// Batch is how many leaves the mode LockStep chooses before the first of their playouts counts; if 0, 16. The
	// greater it is, the less the workers wait for each other, and the less a leaf is chosen by what the last ones gave.
	Batch int

	// VirtualLoss counts visits in flight as lost, with a return of 0, in the mode Tree. Otherwise they count as visits
	// with the mean that there is, which works on any scale of returns.
	VirtualLoss bool
}

// Mode is a way to search with several goroutines.
type Mode int

// The modes. Where a Budget counts simulations, all but Tree give the same result for the same seed, whatever the
// number of Workers and the speed of each.
const (
	// Serial is one goroutine.
	Serial Mode = iota

	// Root grows several trees, each from a seed of its own, and merges what they know of the root. The simulations of
	// a Budget are shared out evenly, those that are left over to the first trees, one each; so are MaxNodes and MaxBytes.
	// The first tree is that of a search with one tree and its share of the budget (Chaslot, Winands and van den Herik,
	// "Parallel Monte-Carlo Tree Search", CG 2008: root parallelization).
	Root

	// Leaf grows one tree and makes several playouts from one leaf at the same time, each of which counts as a
	// simulation, in budgets as in visits (the same paper: leaf parallelization).
	Leaf

	// LockStep grows one tree. It chooses a batch of leaves, one after the other, makes their playouts at the same time,
	// and backs them up in the order of choice. While a batch is chosen, leaves chosen before count as visits without a
	// result, so that it spreads; the sums that a SquareReader or a Drawer reads are those of finished simulations. Where
	// playouts are slow, a limit of time is kept to one batch.
	LockStep

	// Tree grows one tree in which all workers walk at the same time, without locks. Workers on their way count as
	// visits without a result, so that they spread, where they are likely to meet. At nodes with many visits a worker sees
	// what others add a little later, by up to an eighth of the visits, from a copy of its own: up to 9 megabytes for a worker, beside
	// MaxBytes. No two runs of it are the same, but with one worker, which is the serial search. The untried actions of a node are put in order when the first simulation goes on from it. It refuses
	// games where players choose at the same time, and the selections that are a policy.SquareReader or policy.Drawer:
	// their statistics are several numbers, which workers cannot change at once. A worker takes memory in chunks of its own,
	// so with MaxBytes the tree may be full for one while another has room. Means have the 24 bits of a float32, and
	// are right on average; after ten million visits they are off by about 0.0001 of their size. (Enzenberger and Müller, "A
	// Lock-Free Multithreaded Monte-Carlo Tree Search Algorithm", ACG 2009.)
	Tree
)

// String returns the name of the mode.
func (m Mode) String() string {
	names := [...]string{"Serial", "Root", "Leaf", "LockStep", "Tree"}
	if uint(m) < uint(len(names)) {
		return names[m]
	}
	return fmt.Sprintf("Mode(%d)", int(m))
}

// Merge is how several trees agree on an answer.
type Merge int

const (
	// Sum adds the visits and the values of all trees, and Config.Final picks by the sums.
	Sum Merge = iota

	// MajorityVote lets Config.Final pick in every tree, and the action picked most is the answer; of several such
	// actions, that with the most visits in all trees, and then with the highest mean (Soejima, Kishimoto and Watanabe,
	// "Evaluating Root Parallelization in Go", IEEE TCIAIG 2(4), 2010). It is decided when every tree is.
	MajorityVote
)

// String returns the name of the way.
func (m Merge) String() string {
	names := [...]string{"Sum", "MajorityVote"}
	if uint(m) < uint(len(names)) {
		return names[m]
	}
	return fmt.Sprintf("Merge(%d)", int(m))
}

const (
	maxWorkers      = 1 << 12 // goroutines, trees or playouts; more are a mistake
	defaultPlayouts = 4
	defaultBatch    = 16
)

func (p Parallel) withDefaults() Parallel {
	if p.Mode == Serial {
		return p
	}
	if p.Workers == 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case p.Mode == Root && p.Trees == 0:
		p.Trees = p.Workers
	case p.Mode == Leaf && p.Playouts == 0:
		p.Playouts = defaultPlayouts
	case p.Mode == LockStep && p.Batch == 0:
		p.Batch = defaultBatch
	}
	return p
}

func (p Parallel) validate() error {
	if p.Mode < Serial || p.Mode > Tree {
		return fmt.Errorf("mcts: Config.Parallel.Mode is %v, want Serial, Root, Leaf, LockStep or Tree", p.Mode)
	}
	errs := []error{p.used("Trees", p.Trees, Root), p.used("Playouts", p.Playouts, Leaf), p.used("Batch", p.Batch, LockStep)}
	if p.Workers < 0 || p.Workers > maxWorkers {
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Workers is %d, want 0..%d", p.Workers, maxWorkers))
	}
	if p.Mode == Serial && p.Workers > 1 {
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Workers is %d without a Mode, want Root, Leaf, LockStep or Tree", p.Workers))
	}
	switch {
	case p.Merge != Sum && p.Merge != MajorityVote:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Merge is %v, want Sum or MajorityVote", p.Merge))
	case p.Merge != Sum && p.Mode != Root:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Merge is %v, and the mode %v has a single tree", p.Merge, p.Mode))
	}
	if p.VirtualLoss && p.Mode != Tree {
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.VirtualLoss is for the mode Tree, not %v", p.Mode))
	}
	return errors.Join(errs...)
}

// used tells whether a number may be set in the mode: it must be in range, and 0 in all modes but one.
func (p Parallel) used(name string, n int, mode Mode) error {
	switch {
	case n < 0 || n > maxWorkers:
		return fmt.Errorf("mcts: Config.Parallel.%s is %d, want 0..%d", name, n, maxWorkers)
	case n > 0 && p.Mode != mode:
		return fmt.Errorf("mcts: Config.Parallel.%s is %d, and only the mode %v uses it, not %v", name, n, mode, p.Mode)
	}
	return nil
}
