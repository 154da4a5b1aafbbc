package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// expand gives the node at slot, whose state is in sim, a block with its actions. It returns what
// the node leads to then: the block, or Terminal if there are no actions, or Unexpanded if there is
// no room or an error.
func (w *worker[S, A]) expand(sim *simulation[S, A], slot uint32) (uint32, error) {
	player, err := w.play.List(&sim.State)
	if err != nil {
		return tree.Unexpanded, err
	}
	return w.expandListed(sim, slot, player)
}

// expandListed is expand where player moves, whose actions are those that the worker has listed
// last.
func (w *worker[S, A]) expandListed(sim *simulation[S, A], slot uint32, player int) (child uint32, err error) {
	if player == Chance && w.play.Sampling != nil {
		return w.place(sim, slot, player)
	}
	if len(w.play.Actions) == 0 {
		w.tree.End(slot)
		return tree.Terminal, nil
	}
	if player >= 0 && w.choose.Ordered {
		// In the order of the playout policy, random for policy.Uniform, or of the priors.
		if err = w.play.Order(sim, player); err == nil && w.prior != nil && w.prior.HasPriors {
			err = w.prior.Arrange(sim, player)
		}
		if err != nil {
			return tree.Unexpanded, err
		}
	}
	return w.place(sim, slot, player)
}

// listed is who moves at a root whose actions a worker has listed last. The zero listed tells that
// it has not.
type listed struct {
	done   bool
	player int
}

// expandRoot is expand of the root, if it has no block yet. No simulation is in progress, and the
// one of the worker has the path of an earlier one.
func (w *worker[S, A]) expandRoot(l listed) (child uint32, err error) {
	if _, child = w.tree.Edge(tree.Root); child != tree.Unexpanded {
		return child, nil
	}
	w.play.Copy(&w.sim.State, &w.root)
	w.sim.Begin(w.play.History)
	if l.done {
		child, err = w.expandListed(&w.sim, tree.Root, l.player)
	} else {
		child, err = w.expand(&w.sim, tree.Root)
	}
	if w.graph != nil {
		w.graph.SetRoot(w.play.Hasher.Hash(&w.root))
	}
	return child, err
}

// place makes a block for the node at slot, whose state is in sim, with the listed actions. It
// returns what the node leads to then: Unexpanded if there is no room.
func (w *worker[S, A]) place(sim *simulation[S, A], slot uint32, player int) (child uint32, err error) {
	var b tree.Block
	switch {
	case player == Simultaneous:
		b = tree.MakeJoint(&w.tree, w.play.Counts, w.play.Actions)
	case player == Chance && w.play.Sampling != nil:
		if b = w.tree.MakeSampled(); b.First() > 0 {
			return w.tree.Link(slot, b), nil
		}
	default:
		b = tree.Make(&w.tree, int32(player), w.play.Actions)
	}
	if b.Count() == 0 {
		return tree.Unexpanded, nil
	}
	if player >= 0 && w.prior != nil {
		w.prior.Placed(b)
	}
	if player >= 0 && w.known.Solver != nil {
		if err := w.probe(sim, b); err != nil {
			return tree.Unexpanded, err
		}
	}
	return w.tree.Link(slot, b), nil
}

// markEnd notes that the game is over at the leaf of sim.
func (w *worker[S, A]) markEnd(sim *simulation[S, A]) {
	sim.Ended = true
	if sim.Node != tree.None {
		w.tree.End(sim.Node)
	}
}
