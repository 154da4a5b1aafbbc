package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/rng"
)

// Parallel determines how several goroutines, the workers, share the work of a Run. It is a
// [RootParallel], a [LeafParallel], a [LockStep] or a [TreeParallel]; nil is no parallelism: the
// goroutine of the caller runs the simulations one after the other.
//
// The workers call the methods of the game, the Selection and the Backup concurrently, on different
// states. Each worker has its own policy.Chooser. Workers begin and end within Run. A panic in one
// of them ends all and comes out of Run as a [*WorkerPanic].
//
// If a Budget counts simulations, all kinds but TreeParallel give the same result for the same
// seed, whatever the number of workers and the speed of each.
//
// In every kind, Workers is the number of goroutines that run simulations, including the caller's.
// If it is zero, there are as many as runtime.GOMAXPROCS allows when New is called.
type Parallel interface {
	checked() (withDefaults Parallel, err error)
}

// RootParallel grows several trees, each from its own seed, and merges their statistics of the root
// (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", CG 2008: root
// parallelization). The simulations of a Budget are shared out evenly, the remainder to the first
// trees, one each; so are MaxNodes and MaxBytes. The first tree is the tree of a search with one
// tree and its share of the budget.
type RootParallel struct {
	Workers int // goroutines; see [Parallel]

	// Trees is the number of trees. If zero, there are as many as Workers. The result depends on
	// it: set it if results must be the same on machines with different numbers of processors.
	Trees int

	Merge Merge // how the trees agree on the final action
}

// LeafParallel grows one tree and makes several playouts from one leaf in parallel, each of which
// counts as a simulation, in budgets as in visits (the same paper: leaf parallelization).
type LeafParallel struct {
	Workers  int // goroutines; see [Parallel]
	Playouts int // from one leaf; if zero, 4 are made
}

// LockStep grows one tree. It selects a batch of leaves one after the other, makes their playouts
// in parallel, and backs them up in the order of selection. While a batch is selected, the leaves
// selected before count as virtual visits, so that the batch spreads; sums of returns
// (policy.NeedSquares, policy.NeedWeighted) include finished simulations only. A limit of time is
// kept to one batch, and batches shrink if it would be exceeded.
type LockStep struct {
	Workers int // goroutines; see [Parallel]

	// Batch is the number of leaves of a batch; if zero, 16. The greater it is, the less the
	// workers wait for each other, and the less a selection knows of the latest results.
	Batch int
}

// TreeParallel grows one tree in which all workers walk without locks (Enzenberger and Müller, "A
// Lock-Free Multithreaded Monte-Carlo Tree Search Algorithm", ACG 2009). Simulations on their way
// count as virtual visits, which spreads the workers, except where two hardly ever meet.
//
// No two Runs are the same, except with one worker, which is the serial search. At nodes with many
// visits a worker sees what others add a little later, by up to an eighth of the visits, from local
// statistics: up to 9 megabytes per worker, in addition to MaxBytes. Workers flush a node and its
// children at different times, so during a simulation a Selection may see a Node.Visits that is
// below the sum of the children's; when Run returns or Watch yields, everything is flushed. The
// untried actions of a node are put in order when the first simulation continues from it. A Run
// that a [Solver] ends may have made one more simulation per worker. Games with simultaneous moves,
// selections that need more than visits, means, priors and action numbers, and with more than one
// worker a [Predictor], are refused. A worker takes memory in its own chunks, so with MaxBytes the
// tree may be full for one while another has room. Means have the 24 bits of a float32 and are
// right on average; after ten million visits they are off by about 0.0001 of their size.
type TreeParallel struct {
	Workers int // goroutines; see [Parallel]

	// VirtualLoss counts virtual visits as lost: with a return of 0 or, if returns are not in
	// [0,1], the least one that the game declares or that the worker has seen. Otherwise they have
	// the mean of the edge.
	VirtualLoss bool
}

// Merge is how several trees agree on the final action.
type Merge int

const (
	// MergeSum adds the visits and the values of all trees, and Config.Final picks by the sums.
	MergeSum Merge = iota

	// MergeVote lets Config.Final pick in every tree, and takes the action that is picked most; of
	// several such actions, the one with the most visits in all trees, and then with the highest
	// mean (Soejima, Kishimoto and Watanabe, "Evaluating Root Parallelization in Go", IEEE TCIAIG
	// 2(4), 2010). It is decided when every tree is.
	MergeVote
)

// String returns the name of the constant.
func (m Merge) String() string {
	names := [...]string{"MergeSum", "MergeVote"}
	if uint(m) < uint(len(names)) {
		return names[m]
	}
	return fmt.Sprintf("Merge(%d)", int(m))
}

func (m Merge) validate(field string) error {
	return when(m != MergeSum && m != MergeVote, "%s is %v, want MergeSum or MergeVote", field, m)
}

const (
	maxWorkers      = 1 << 12 // goroutines, trees or playouts; more are a mistake
	defaultPlayouts = 4
	defaultBatch    = 16
)

func (p RootParallel) checked() (Parallel, error) {
	err := counted("RootParallel.Workers", &p.Workers, runtime.GOMAXPROCS(0))
	err = errors.Join(err, counted("RootParallel.Trees", &p.Trees, p.Workers), p.Merge.validate("Config.Parallel: RootParallel.Merge"))
	return p, err
}

func (p LeafParallel) checked() (Parallel, error) {
	err := counted("LeafParallel.Workers", &p.Workers, runtime.GOMAXPROCS(0))
	err = errors.Join(err, counted("LeafParallel.Playouts", &p.Playouts, defaultPlayouts))
	return p, err
}

func (p LockStep) checked() (Parallel, error) {
	err := counted("LockStep.Workers", &p.Workers, runtime.GOMAXPROCS(0))
	err = errors.Join(err, counted("LockStep.Batch", &p.Batch, defaultBatch))
	return p, err
}

func (p TreeParallel) checked() (Parallel, error) {
	err := counted("TreeParallel.Workers", &p.Workers, runtime.GOMAXPROCS(0))
	return p, err
}

// counted sets the default of a number of goroutines, trees or playouts, and reports what is wrong
// with it.
func counted(name string, n *int, otherwise int) error {
	if *n < 0 || *n > maxWorkers {
		return fmt.Errorf("mcts: Config.Parallel: %s is %d, want 0..%d", name, *n, maxWorkers)
	}
	*n = cmp.Or(*n, otherwise)
	return nil
}

// validateParallel reports what is wrong with Config.Parallel.
func validateParallel(p Parallel) error {
	switch p.(type) {
	case nil:
		return nil
	case RootParallel, LeafParallel, LockStep, TreeParallel:
		_, err := p.checked()
		return err
	}
	return fmt.Errorf("mcts: Config.Parallel is a %T, want a RootParallel, LeafParallel, LockStep or TreeParallel, not a pointer to it or another type", p)
}

// scheduler runs simulations, on one worker or on several.
type scheduler[S any, A comparable] interface {
	// members returns the workers that have a tree, of which there is at least one, and those that
	// have a playout policy, which are all that run simulations.
	members() (trees, all []*worker[S, A])

	// run runs up to n simulations and returns how many it ran: fewer after r.Stop.
	run(r *run, n int) (ran int, err error)

	// renew is called when the playout policies are new.
	renew()

	// reset restarts the random streams from seed.
	reset(seed uint64)

	// streams returns the random streams, and how many numbered ones have been used.
	streams() (all []*rng.Rand, used *uint64)
}

// newScheduler makes the workers and whoever coordinates them.
func newScheduler[S any, A comparable](rules game.Rules[S, A], cfg Config) scheduler[S, A] {
	switch p := cfg.Parallel.(type) {
	case RootParallel:
		return newForest(rules, cfg, p)
	case LeafParallel:
		return newBatches(rules, cfg, p.Workers, p.Playouts, false)
	case LockStep:
		return newBatches(rules, cfg, p.Workers, p.Batch, true)
	case TreeParallel:
		if p.Workers == 1 {
			return newForest(rules, cfg, RootParallel{Workers: 1, Trees: 1}) // the serial search
		}
		return newSharedTree(rules, cfg, p)
	}
	return &serial[S, A]{teamOf(newWorker(rules, cfg))}
}

// team is the workers of a scheduler, which simulate by themselves, each with a random stream.
type team[S any, A comparable] struct {
	grow []*worker[S, A] // those with a tree
	all  []*worker[S, A]
}

// teamOf returns a team with one tree, the first worker's.
func teamOf[S any, A comparable](all ...*worker[S, A]) team[S, A] { return team[S, A]{all[:1], all} }

func (t *team[S, A]) members() (trees, all []*worker[S, A]) { return t.grow, t.all }

func (t *team[S, A]) renew() {}

func (t *team[S, A]) reset(seed uint64) {
	for i, w := range t.all {
		w.sim.Rand.Seed(TreeSeed(seed, i))
	}
}

func (t *team[S, A]) streams() (all []*rng.Rand, used *uint64) {
	for _, w := range t.all {
		all = append(all, &w.sim.Rand)
	}
	return all, new(uint64)
}

// serial is one worker in the goroutine of the caller.
type serial[S any, A comparable] struct{ team[S, A] }

func (s *serial[S, A]) run(r *run, n int) (int, error) {
	w := s.all[0]
	if n = min(n, parallel.MaxBatch); r.Timed {
		n = min(n, r.pace.Batch())
	}
	for i := range n {
		switch err := w.simulate(&w.sim); {
		case err == nil:
			if w.decided() {
				return i + 1, nil
			}
		case errors.Is(err, brake.ErrPulled):
			return i, nil
		default:
			return 0, err
		}
	}
	return n, nil
}

// WorkerPanic is the value with which Run panics if the game or a strategy panics while several
// goroutines search: the argument of panic and the stack of the goroutine that panicked first. As
// an error, it wraps the argument if that is an error.
type WorkerPanic = parallel.WorkerPanic
