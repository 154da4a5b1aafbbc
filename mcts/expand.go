package mcts

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// expand gives the node at slot, whose state is that of sim, a block with its actions. It returns
// what the node leads to then: the block, or Terminal if there are no actions, or Unexpanded if
// there is no room or an error.
func (w *worker[S, A]) expand(sim *simulation[S, A], slot uint32) (uint32, error) {
	player, err := w.play.List(&sim.State)
	if err != nil {
		return tree.Unexpanded, err
	}
	if len(w.play.Actions) == 0 {
		w.tree.End(slot)
		return tree.Terminal, nil
	}
	if player >= 0 && w.choose.Ordered {
		if err := w.arrange(sim, player); err != nil {
			return tree.Unexpanded, err
		}
	}
	return w.place(sim, slot, player)
}

// expandRoot is expand of the root, if it has no block yet. No simulation is under way, and the one
// of the worker has the path of an earlier one.
func (w *worker[S, A]) expandRoot() (child uint32, err error) {
	if _, child = w.tree.Edge(tree.Root); child != tree.Unexpanded {
		return child, nil
	}
	w.play.Copy(&w.sim.State, &w.root)
	w.sim.Path, w.sim.Plies = w.sim.Path[:0], w.sim.Plies[:w.play.History]
	return w.expand(&w.sim, tree.Root)
}

// arrange puts the listed actions into the order of their trial: that of the playout policy, which
// for [policy.Uniform] is random, or of their priors.
func (w *worker[S, A]) arrange(sim *simulation[S, A], player int) error {
	if err := w.play.Order(sim, player); err != nil || w.prior == nil || !w.prior.HasPriors {
		return err
	}
	return w.prior.Arrange(sim, player)
}

// place makes a block for the node at slot, whose state is that of sim, with the listed actions. It
// returns what the node leads to then: Unexpanded if there is no room.
func (w *worker[S, A]) place(sim *simulation[S, A], slot uint32, player int) (child uint32, err error) {
	var b tree.Block
	if player == Simultaneous {
		b = tree.MakeJoint(&w.tree, w.play.Counts, w.play.Actions)
	} else {
		b = tree.Make(&w.tree, int32(player), w.play.Actions)
	}
	if b.Count() == 0 {
		return tree.Unexpanded, nil
	}
	if player >= 0 {
		if err := w.placed(sim, b); err != nil {
			return tree.Unexpanded, err
		}
	}
	return w.tree.Link(slot, b), nil
}

// placed tells the features of a new block, at which a player chooses and to which no edge leads yet.
func (w *worker[S, A]) placed(sim *simulation[S, A], b tree.Block) error {
	if w.prior != nil {
		w.prior.Placed(b)
	}
	if w.known.solver != nil {
		return w.probe(sim, b)
	}
	return nil
}

// markEnd notes that the game is over at the leaf of sim.
func (w *worker[S, A]) markEnd(sim *simulation[S, A]) {
	sim.Ended = true
	if sim.Node != tree.None {
		w.tree.End(sim.Node)
	}
}

// endFinder finds ends of the game for the features that want to know them before a second
// simulation comes.
type endFinder[S any] struct {
	state      S // scratch
	returns    []float64
	odds       []float64
	probes     bool // Solver.Probe
	asksLeaves bool // a Winner is asked at the first visit of a node
}

// lookAtLeaf sees at a node's first visit whether the game ends there, or with one action of a
// [Winner]; without it, the second visit would. If implicit minimax values are kept, it evaluates
// the leaf.
func (w *worker[S, A]) lookAtLeaf(sim *simulation[S, A]) error {
	values := w.known.implicit
	wantsValue := values != nil && values.WantsValue(&sim.Pass)
	wantsEnd := wantsValue
	if w.known.solver != nil {
		wantsEnd = sim.Node != tree.None && w.tree.IsUnexpanded(sim.Node)
	}
	if wantsEnd && !sim.Ended {
		ended, err := w.play.IsEnd(&sim.State)
		switch {
		case err != nil:
			return err
		case ended:
			w.markEnd(sim)
		case w.ends.asksLeaves && !w.play.AtChance(&sim.State) && !w.play.AtJoint(&sim.State):
			if err := w.winAtLeaf(sim); err != nil {
				return err
			}
		}
	}
	if !wantsValue {
		return nil
	}
	at := w.ends.returns
	if sim.Ended {
		w.play.Score(&sim.State, at)
	} else {
		playout.Forget(at)
		w.play.Evaluator.Evaluate(&sim.State, at)
	}
	if err := values.Store(&sim.Pass, at); err != nil {
		return w.wrong(err, sim)
	}
	return nil
}

// winAtLeaf plays the winning action at the leaf of sim, if there is one. The action gets no edge;
// the proof of the leaf says what it leads to.
func (w *worker[S, A]) winAtLeaf(sim *simulation[S, A]) error {
	a, ok := w.play.Winner.WinningAction(&sim.State)
	if !ok {
		return nil
	}
	if w.play.Actions = w.play.AppendActions(w.play.Actions[:0], &sim.State); !slices.Contains(w.play.Actions, a) {
		return w.notLegal(sim, a)
	}
	player, err := w.play.PlayerAt(&sim.State)
	if err != nil {
		return err
	}
	proven, wins, err := w.proveAction(sim, a, int32(player))
	if err != nil || !wins {
		return err
	}
	w.known.solver.Leaf(sim.Node, proven)
	if w.play.Apply(&sim.State, a); w.play.Follows() {
		w.play.Follow(sim, a, int32(player))
	}
	sim.Ended, sim.Probed, sim.Unstored = true, true, 1
	return nil
}

func (w *worker[S, A]) notLegal(sim *simulation[S, A], a A) error {
	return fmt.Errorf("mcts: %T.WinningAction is %v, which is not legal, after %s", w.play.Game, a, w.walked(sim.Path))
}

// probe plays the actions of a new block, to see which of them end the game. If an action wins, the
// others need no look. A [Winner] finds that one; where it was asked at the first visit, it need
// not be asked again unless it found one. In a shared tree the first visit may be still under way.
func (w *worker[S, A]) probe(sim *simulation[S, A], b tree.Block) error {
	if !w.ends.probes {
		return nil
	}
	actions := tree.ActionsOf[A](b)
	first, n := 0, len(actions)
	if w.play.Winner != nil {
		if w.ends.asksLeaves && !w.tree.Unordered && len(sim.Path) > 0 && !w.known.solver.IsKnown(sim.Last()) {
			return nil
		}
		a, ok := w.play.Winner.WinningAction(&sim.State)
		if !ok {
			return nil
		}
		if first = slices.Index(actions, a); first < 0 {
			return w.notLegal(sim, a)
		}
		n = first + 1
	}
	for k := first; k < n; k++ {
		proven, wins, err := w.proveAction(sim, actions[k], b.Player)
		if err != nil {
			return err
		}
		if proven != 0 {
			w.known.solver.Put(b, uint32(k), proven)
			sim.Probed = true
		}
		if wins {
			break
		}
	}
	return nil
}

// proveAction returns the proof of the node to which an action leads from the state of sim if that
// is the end of the game, and whether player wins by it. It returns 0 if the game goes on.
func (w *worker[S, A]) proveAction(sim *simulation[S, A], a A, player int32) (proven solver.Proof, wins bool, err error) {
	e := w.ends
	w.play.Copy(&e.state, &sim.State)
	w.play.Apply(&e.state, a)
	if ended, err := w.play.IsEnd(&e.state); !ended || err != nil {
		return 0, false, err
	}
	w.play.Score(&e.state, e.returns)
	if proven, err = w.known.solver.ProveEnd(e.returns); err != nil {
		return 0, false, fmt.Errorf("%w and %v", w.wrong(err, sim), a)
	}
	return proven, w.known.solver.Wins(proven, player), nil
}

// oddsAt returns the probabilities of the outcomes of the chance node to which the first steps of a
// path lead. They are not in the tree, so the path is played again. It returns nil below joint
// actions.
func (w *worker[S, A]) oddsAt(p *pass.Pass, steps int) ([]float64, error) {
	if len(p.Joints) > 0 {
		return nil, nil
	}
	e := w.ends
	w.play.Copy(&e.state, &w.root)
	for _, step := range p.Path[:steps] {
		w.play.Apply(&e.state, *w.actions.At(step.Slot))
	}
	err := w.play.ListOutcomes(&e.state)
	e.odds = e.odds[:0]
	for _, o := range w.play.Outcomes {
		e.odds = append(e.odds, o.Prob)
	}
	return e.odds, err
}

// findEnds prepares a worker for features that want to know the ends of the game.
func (w *worker[S, A]) findEnds() {
	if w.ends == nil {
		w.ends = &endFinder[S]{returns: make([]float64, len(w.sums))}
	}
}
