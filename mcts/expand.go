package mcts

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
)

// expand gives the node at slot, whose state is that of sim, a block with its actions. It returns
// the block, or terminal if there are none, or unexpanded if there is no room or an error.
func (w *worker[S, A]) expand(sim *simulation[S, A], slot uint32) (uint32, error) {
	if slot == rootSlot { // No simulation is under way, and sim has the path of an earlier one.
		sim.path, sim.plies = sim.path[:0], sim.plies[:w.history]
	}
	b, err := w.list(sim)
	if err != nil {
		return unexpanded, err
	}
	if b.count == 0 {
		c, i := w.tree.at(slot)
		c.links[i].child = terminal
		return terminal, nil
	}
	if b.player >= 0 && w.ordered {
		if err := w.arrange(sim, int(b.player)); err != nil {
			return unexpanded, err
		}
	}
	return w.place(sim, slot, b)
}

// arranger puts the actions of new blocks into the order of their trial.
type arranger[S any, A comparable] interface {
	// arrange puts w.actions, those of player at the state of sim, into the order of their trial.
	// They are in the order of the playout policy.
	arrange(sim *simulation[S, A], player int) error

	// placed is called when the block with these actions is made. at are its edges.
	placed(at edges)

	// next puts that action first which is to be tried before the others at these edges, all of
	// which are untried.
	next(at edges)
}

// arrange puts w.actions into the order of their trial: that of the playout policy, which for
// [policy.Uniform] is random, or of w.arranger.
func (w *worker[S, A]) arrange(sim *simulation[S, A], player int) error {
	if err := w.arrangeByPolicy(sim, player); err != nil || w.arranger == nil {
		return err
	}
	return w.arranger.arrange(sim, player)
}

func (w *worker[S, A]) arrangeByPolicy(sim *simulation[S, A], player int) error {
	if w.chooser == nil {
		for i, a := range w.actions {
			j := i + sim.rand.IntN(len(w.actions)-i)
			w.actions[i], w.actions[j] = w.actions[j], a
		}
		return nil
	}
	for i := range w.actions {
		j, err := w.choose(sim, &w.playing, player, w.actions[i:])
		if err != nil {
			return err
		}
		w.actions[i], w.actions[i+j] = w.actions[i+j], w.actions[i]
	}
	return nil
}

// prober looks at the actions of new blocks.
type prober[S any, A comparable] interface {
	// probe looks at the actions of player at the state of sim. at are their edges.
	probe(sim *simulation[S, A], at edges, player int32) error
}

// place makes a block for the node at slot, whose state is that of sim, with the actions in
// w.actions. It returns the block, or unexpanded if there is no room.
func (w *worker[S, A]) place(sim *simulation[S, A], slot uint32, b block) (child uint32, err error) {
	n := int(b.count)
	if b.player == Simultaneous {
		n = len(w.actions) + len(w.counts) - 1
	}
	c, i, ok := w.tree.alloc(n)
	if !ok {
		w.tree.full = true
		return unexpanded, nil
	}
	child = uint32(w.tree.current<<chunkBits | i)
	if b.player == Simultaneous {
		w.setJoint(c, child)
	} else {
		c.setBlock(uint32(i), b)
		copy(actionsOf[A](c)[i+1:], w.actions)
	}
	if w.arranger != nil && b.player >= 0 {
		w.arranger.placed(edges{first: child + 1, n: n})
	}
	c, header := w.tree.at(slot)
	c.links[header].child = child
	if w.prober != nil && b.player >= 0 {
		err = w.prober.probe(sim, edges{first: child + 1, n: n}, b.player)
	}
	return child, err
}

// list puts the actions at the state of sim into w.actions and describes their block: those of one
// player, of all players, or the outcomes of chance.
func (w *worker[S, A]) list(sim *simulation[S, A]) (block, error) {
	if w.atChance(sim) {
		err := w.listOutcomes(sim)
		n := uint32(len(w.actions))
		return block{player: Chance, count: n, tried: n}, err
	}
	if w.atJoint(sim) {
		return w.listJoint(sim)
	}
	w.actions = w.AppendActions(w.actions[:0], &sim.state)
	if len(w.actions) == 0 {
		return block{}, w.checkEnd(sim)
	}
	if len(w.actions) > maxActions {
		return block{}, fmt.Errorf("mcts: %T: a state has %d actions, want at most %d", w.Game, len(w.actions), maxActions)
	}
	player, err := w.toMove(sim)
	return block{player: int32(player), count: uint32(len(w.actions))}, err
}

// isEnd reports whether the game is over at the state of sim. A [Sampler] tells it faster than a
// list of all actions.
func (w *worker[S, A]) isEnd(sim *simulation[S, A]) (bool, error) {
	switch {
	case w.atChance(sim) || w.atJoint(sim):
		return false, nil
	case w.Sampler != nil:
		if _, ok := w.Sampler.RandomAction(&sim.state, &w.vain); ok {
			return false, nil
		}
	default:
		if w.actions = w.AppendActions(w.actions[:0], &sim.state); len(w.actions) > 0 {
			return false, nil
		}
	}
	return true, w.checkEnd(sim)
}

// markEnd notes that the game is over at the leaf of sim.
func (w *worker[S, A]) markEnd(sim *simulation[S, A]) {
	sim.ended = true
	if sim.node != noEdge {
		c, i := w.tree.find(sim.node)
		atomic.StoreUint32(&c.links[i].child, terminal)
	}
}

// checkEnd tells a terminal state from one at which chance or all players move, in a game without
// the optional interface for it, perhaps because a method is misspelt.
func (w *worker[S, A]) checkEnd(sim *simulation[S, A]) error {
	switch w.ToMove(&sim.state) {
	case Chance:
		return fmt.Errorf("mcts: %T.ToMove is Chance, and it has no AppendOutcomes", w.Game)
	case Simultaneous:
		return fmt.Errorf("mcts: %T.ToMove is Simultaneous, and it has no AppendPlayerActions and ApplyJoint", w.Game)
	}
	return nil
}

// toMove returns the player who chooses at the state of sim.
func (w *worker[S, A]) toMove(sim *simulation[S, A]) (int, error) {
	p := w.ToMove(&sim.state)
	if uint(p) >= uint(len(w.sums)) {
		if err := w.checkEnd(sim); err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("mcts: %T.ToMove is %d, want 0..%d", w.Game, p, len(w.sums)-1)
	}
	return p, nil
}

// atChance reports whether nature moves at the state of sim.
func (w *worker[S, A]) atChance(sim *simulation[S, A]) bool {
	return w.Chance != nil && w.ToMove(&sim.state) == Chance
}

// listOutcomes puts the outcomes at the state of sim into w.outcomes and their actions into
// w.actions.
func (w *worker[S, A]) listOutcomes(sim *simulation[S, A]) error {
	w.outcomes = w.Chance.AppendOutcomes(w.outcomes[:0], &sim.state)
	w.actions = w.actions[:0]
	sum := 0.0
	for _, o := range w.outcomes {
		if !(o.Prob >= 0) {
			return fmt.Errorf("mcts: %T: outcome %v has probability %v", w.Game, o.Action, o.Prob)
		}
		sum += o.Prob
		w.actions = append(w.actions, o.Action)
	}
	n := len(w.outcomes)
	if n == 0 || n > maxActions || !(math.Abs(sum-1) < 1e-6) {
		return fmt.Errorf("mcts: %T: %d outcomes with probabilities that sum to %v, want 1..%d and 1",
			w.Game, n, sum, maxActions)
	}
	return nil
}

// chooseOutcome draws an outcome at the state of sim by its probability. known are the outcomes
// listed when the node was expanded. Probabilities are not stored, so they are listed again.
func (w *worker[S, A]) chooseOutcome(sim *simulation[S, A], known []A) (uint32, error) {
	if err := w.listOutcomes(sim); err != nil {
		return noEdge, err
	}
	k := game.DrawOutcome(w.outcomes, &sim.rand)
	if k >= min(len(known), len(w.actions)) || known[k] != w.actions[k] {
		return noEdge, fmt.Errorf("mcts: %T: the outcomes of one state are now %v, were %v", w.Game, w.actions, known)
	}
	return uint32(k), nil
}
