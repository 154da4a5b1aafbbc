package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// simulation is one pass through the tree: what is selected, evaluated and backed up. Everything
// that belongs to a single pass is here, so that a batch is a slice of simulations.
type simulation[S any, A comparable] struct {
	_          [lineSize]byte // Workers write to different simulations; see lineSize.
	state      S
	rand       rng.Rand
	path       []step      // the edges walked
	joined     int         // edges on the path beyond the first of each joint action
	components []component // of the joint actions on the path
	sampled    []float64   // sampling probabilities of the edges, for a policy.MixedSelection
	plies      []policy.Ply
	leaf       int    // index into plies where the playout begins
	node       uint32 // slot of the leaf, noEdge if the tree has no room for it; not for use with a descent
	ended      bool   // the leaf is the end of the game
	probed     bool   // the walk has made a block, and found ends among its edges
	arrived    bool   // a descent has walked to the leaf
	returns    []float64
	predicted  []float64 // returns that the judge expects at the leaf; empty if it expects none
	joints     []int     // where in the path the joint actions begin
	unstored   int       // plies in the tree without an edge there, for lack of room
	played     int       // plies of the playout, if it went ply by ply
	unnumbered []A       // actions of the playout that have no number yet
	chooser    int       // 1 more than the index of the chooser of a policy.Switcher; 0 without one
	_          [lineSize]byte
}

// step is an edge of a simulation's path.
type step struct {
	slot   uint32
	player int32 // who chose it, or Chance
}

// depth returns the number of plies from the root to the end of the path.
func (sim *simulation[S, A]) depth() int { return len(sim.path) - sim.joined }

// begin forgets the last pass. The first plies are those before the root.
func (sim *simulation[S, A]) begin(history int) {
	sim.path, sim.components, sim.joints = sim.path[:0], sim.components[:0], sim.joints[:0]
	sim.plies = sim.plies[:history]
	sim.joined, sim.unstored, sim.played = 0, 0, 0
	sim.ended, sim.probed, sim.arrived = false, false, false
}

// simulate runs one simulation from the root. After an error the tree is unsound.
func (w *worker[S, A]) simulate(sim *simulation[S, A]) error {
	if err := w.selectLeaf(sim); err != nil {
		return err
	}
	var err error
	if w.judge == nil {
		err = w.evaluate(sim)
	} else if err = w.judge.judgeOne(sim); err == nil {
		err = w.judge.evaluate(sim)
	}
	if err != nil {
		return err
	}
	if err := w.backup(sim); err != nil {
		return err
	}
	if w.learner != nil {
		w.learn(sim)
	}
	return nil
}

// learn shows the finished simulation to the playout policy.
func (w *worker[S, A]) learn(sim *simulation[S, A]) {
	t := w.traceOf(sim)
	w.learner.Learn(t)
	if w.recorder != nil {
		w.recorder.record(t)
	}
}

// traceOf returns what a policy learns from. It is good until the next call.
func (w *worker[S, A]) traceOf(sim *simulation[S, A]) *policy.Trace {
	t := &w.trace
	t.Returns, t.Plies, t.Root, t.Leaf, t.Chooser = sim.returns, sim.plies, w.history, sim.leaf, sim.chooser
	return t
}

// hook takes part in every simulation of a worker. It is how a feature that is more than a strategy
// reaches the core; a worker without such a feature has none.
type hook[S any, A comparable] interface {
	selected(sim *simulation[S, A]) error // The leaf is selected and not yet evaluated.
	backedUp(sim *simulation[S, A]) error // The statistics are in the tree.

	// prepare makes the worker ready for a Run, whose root is in the tree with its actions.
	// rootChanged tells whether the root differs from that of the last Run.
	prepare(rootChanged bool) error

	reset(seed uint64) // forgets everything but the configuration

	saver
}

// beginner sees every simulation of a worker at the root, before anything is selected.
type beginner[S any, A comparable] interface {
	begin(sim *simulation[S, A])
}

// unjudged returns why the leaves that a worker selects have no value but that of a playout, which
// one of its hooks says, or "" if they may have.
func unjudged[S any, A comparable](w *worker[S, A]) string {
	for _, h := range w.hooks {
		if h, ok := h.(interface{ unjudged() string }); ok {
			return h.unjudged()
		}
	}
	return ""
}

// observer sees the state of every simulation after each action of the tree and the playout.
type observer[S any] interface {
	observe(s *S)
}

// recorder keeps finished simulations for other workers to learn from.
type recorder interface {
	record(t *policy.Trace)
}

// note records an action for the playout policy, unless it is an outcome of chance or a pass.
func (w *worker[S, A]) note(sim *simulation[S, A], a A, player int) {
	if player >= 0 && (w.Passer == nil || !w.Passer.IsPass(a)) {
		sim.plies = append(sim.plies, policy.Ply{Action: w.number(sim, a), Player: int16(player)})
	}
}

// whereabouts describes where a simulation ended, for error messages.
func (w *worker[S, A]) whereabouts(sim *simulation[S, A]) string {
	where := w.walked(sim)
	if !sim.ended && len(sim.predicted) == 0 {
		where += " and a playout"
	}
	return where
}

// walked describes the path of a simulation, for error messages.
func (w *worker[S, A]) walked(sim *simulation[S, A]) string {
	actions := make([]A, 0, len(sim.path))
	for _, e := range sim.path {
		actions = append(actions, *w.edges.at(e.slot))
	}
	return fmt.Sprintf("the actions %v from the root", actions)
}
