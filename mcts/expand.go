package mcts

import (
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
	w.sim.Begin(w.play.History)
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

// placed tells the features of a new block, at which a player chooses and to which no edge leads
// yet.
func (w *worker[S, A]) placed(sim *simulation[S, A], b tree.Block) error {
	if w.prior != nil {
		w.prior.Placed(b)
	}
	if w.known.Solver != nil {
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
