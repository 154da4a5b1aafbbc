package mcts

import (
	"fmt"
	"math"
)

// expand gives the node at slot, whose state is w.state, a block with its actions. It returns the block, or
// terminal if there are none, or unexpanded if there is no room or an error.
func (w *worker[S, A]) expand(slot uint32) (uint32, error) {
	b, err := w.list()
	if err != nil {
		return unexpanded, err
	}
	child := uint32(terminal)
	if n := int(b.count); n > 0 {
		joint := b.player == Simultaneous
		if joint {
			n = len(w.actions) + len(w.counts) - 1
		}
		c, i, ok := w.tree.alloc(n)
		if !ok {
			w.tree.full = true
			return unexpanded, nil
		}
		if joint {
			w.setJoint(c, i)
		} else {
			c.setBlock(uint32(i), b)
			copy(c.actions[i+1:], w.actions)
		}
		child = uint32(w.tree.current<<chunkBits | i)
	}
	c, i := w.tree.at(slot)
	c.links[i].child = child
	return child, nil
}

// list puts the actions at w.state, of one player, of all, or the outcomes of chance, into w.actions and describes their block.
func (w *worker[S, A]) list() (block, error) {
	if w.atChance() {
		err := w.listOutcomes()
		n := uint32(len(w.actions))
		return block{player: Chance, count: n, tried: n}, err
	}
	if w.atJoint() {
		return w.listJoint()
	}
	w.actions = w.game.AppendActions(w.actions[:0], &w.state)
	if len(w.actions) == 0 {
		return block{}, w.checkEnd()
	}
	if len(w.actions) > maxActions {
		return block{}, fmt.Errorf("mcts: %T: a state has %d actions, want at most %d", w.game, len(w.actions), maxActions)
	}
	player, err := w.toMove()
	return block{player: int32(player), count: uint32(len(w.actions))}, err
}

// checkEnd tells a terminal state from one where no single player chooses, in a game without the ability for it, for a
// misspelt method, say.
func (w *worker[S, A]) checkEnd() error {
	switch w.game.ToMove(&w.state) {
	case Chance:
		return fmt.Errorf("mcts: %T.ToMove is Chance, and it has no AppendOutcomes", w.game)
	case Simultaneous:
		return fmt.Errorf("mcts: %T.ToMove is Simultaneous, and it has no AppendPlayerActions and ApplyJoint", w.game)
	}
	return nil
}

// toMove returns the player who chooses at w.state.
func (w *worker[S, A]) toMove() (int, error) {
	p := w.game.ToMove(&w.state)
	if uint(p) >= uint(len(w.returns)) {
		if err := w.checkEnd(); err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("mcts: %T.ToMove is %d, want 0..%d", w.game, p, len(w.returns)-1)
	}
	return p, nil
}

// atChance reports whether nature moves at w.state.
func (w *worker[S, A]) atChance() bool {
	return w.chance != nil && w.game.ToMove(&w.state) == Chance
}

// listOutcomes puts the outcomes at w.state into w.outcomes and their actions into w.actions.
func (w *worker[S, A]) listOutcomes() error {
	w.outcomes = w.chance.AppendOutcomes(w.outcomes[:0], &w.state)
	w.actions = w.actions[:0]
	sum := 0.0
	for _, o := range w.outcomes {
		if !(o.Prob >= 0) {
			return fmt.Errorf("mcts: %T: outcome %v has probability %v", w.game, o.Action, o.Prob)
		}
		sum += o.Prob
		w.actions = append(w.actions, o.Action)
	}
	n := len(w.outcomes)
	if n == 0 || n > maxActions || !(math.Abs(sum-1) < 1e-6) {
		return fmt.Errorf("mcts: %T: %d outcomes with probabilities that sum to %v, want 1..%d and 1",
			w.game, n, sum, maxActions)
	}
	return nil
}

// chooseOutcome draws an outcome of w.state by its probability. known are the outcomes listed when the node
// was expanded; probabilities are not kept, so they are listed again.
func (w *worker[S, A]) chooseOutcome(known []A) (uint32, error) {
	if err := w.listOutcomes(); err != nil {
		return noEdge, err
	}
	k := w.drawOutcome()
	if k >= min(len(known), len(w.actions)) || known[k] != w.actions[k] {
		return noEdge, fmt.Errorf("mcts: %T: the outcomes of one state are now %v, were %v", w.game, w.actions, known)
	}
	return uint32(k), nil
}

// drawOutcome returns the index of one of w.outcomes, drawn by its probability.
func (w *worker[S, A]) drawOutcome() int {
	u, last := w.rand.Float64(), 0
	for k, o := range w.outcomes {
		if o.Prob > 0 {
			last = k
			if u -= o.Prob; u < 0 {
				break
			}
		}
	}
	return last
}
