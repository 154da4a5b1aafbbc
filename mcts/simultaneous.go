package mcts

import (
	"fmt"
	"slices"
)

// A node with simultaneous moves has one block per player, one directly behind the other, each with
// the actions and the statistics of its player: decoupled selection. Its joint actions are a tree
// of their components below the first block: an edge of player 0 leads to a block with the actions
// of player 1, given that component, and so on. An edge of the last player is the joint action, and
// leads to the next state.
//
//	node -> [0: a b] [1: x y z]       statistics of either player
//	            |
//	            +-> [1: y x z]        what was played together with b
//	                 |
//	                 +-> state after (b, y)
//
// The block of player p has the header's player Simultaneous - p, in both places. The blocks of
// components are made when a joint action is played that needs them. If the tree is full, a
// simulation ends after a joint action that has no edge, and still counts in the statistics of the
// players.

// component is an edge of a joint action beyond that of player 0.
type component struct {
	slot uint32
	step int // of the path, that of the same player
}

// chooseJoint lets every player choose at the node with the block at slot, none of them seeing what
// the others choose, and plays the joint action. It returns the edge of the joint action, or noEdge
// if the tree ends there.
func (w *worker[S, A]) chooseJoint(sim *simulation[S, A], slot, visits uint32) (uint32, error) {
	c, header := w.tree.at(slot)
	if c.block(header).tried == 0 && w.tree.nodes >= w.tree.maxNodes {
		w.tree.full = true
		return noEdge, nil
	}
	w.joint = w.joint[:0]
	sim.joints = append(sim.joints, len(sim.path))
	for p, at := 0, slot; p < len(w.sums); p++ {
		b := c.block(header)
		b.player = int32(p)
		k, err := w.chooseEdge(sim, c, header, at, b, visits)
		if err != nil {
			return noEdge, err
		}
		sim.path = append(sim.path, step{at + 1 + k, b.player})
		sim.joined++ // All components are chosen at the same depth.
		w.joint = append(w.joint, actionsOf[A](c)[header+1+k])
		at += 1 + b.count
		header += 1 + b.count
	}
	sim.joined--
	edge := w.addJoint(sim, slot)
	if w.chooser != nil {
		w.noteJoint(sim, w.joint)
	}
	w.Simultaneous.ApplyJoint(&sim.state, w.joint)
	return edge, nil
}

// addJoint returns the edge of w.joint, which the path ends with, below the block at slot. It
// returns noEdge if the edge is new and there is no room for it.
func (w *worker[S, A]) addJoint(sim *simulation[S, A], slot uint32) uint32 {
	first := len(sim.path) - len(w.joint)
	edge := sim.path[first].slot
	for p := 1; p < len(w.joint); p++ {
		c, i := w.tree.at(edge)
		below := c.links[i].child
		if below == unexpanded {
			if below = w.addComponents(slot, p); below == unexpanded {
				return noEdge
			}
			c.links[i].child = below
		}
		if edge = w.addEdge(below, w.joint[p]); edge == noEdge {
			return noEdge
		}
		sim.components = append(sim.components, component{edge, first + p})
	}
	return edge
}

// addComponents makes a block for the components of player p in joint actions of the block at slot.
// It returns its address, or unexpanded if there is no room.
func (w *worker[S, A]) addComponents(slot uint32, p int) uint32 {
	t := &w.tree
	if t.nodes >= t.maxNodes {
		t.full = true
		return unexpanded
	}
	slot = t.blockOf(slot, p)
	from, h := t.at(slot)
	b := from.block(h)
	b.tried = 0
	c, i, ok := t.alloc(int(b.count))
	if !ok {
		t.full = true
		return unexpanded
	}
	c.setBlock(uint32(i), b)
	added := uint32(t.current<<chunkBits | i)
	copy(actionsOf[A](c)[i+1:], actionsOf[A](from)[h+1:][:b.count])
	return added
}

// addEdge returns the edge with action a of the block at slot, now one of the tried ones, or noEdge
// if there is no room.
func (w *worker[S, A]) addEdge(slot uint32, a A) uint32 {
	t := &w.tree
	c, header := t.at(slot)
	b := c.block(header)
	actions := actionsOf[A](c)[header+1:][:b.count]
	k := uint32(slices.Index(actions, a))
	if k < b.tried {
		return slot + 1 + k
	}
	if t.nodes >= t.maxNodes {
		t.full = true
		return noEdge
	}
	actions[k], actions[b.tried] = actions[b.tried], actions[k]
	c.stats[header].Visits += 1 << countBits
	return slot + 1 + b.tried
}

// blockOf returns the address of the block of player p, if that of player 0 is at slot.
func (t *tree) blockOf(slot uint32, p int) uint32 {
	c, i := t.at(slot)
	for range p {
		n := 1 + c.block(i).count
		slot, i = slot+n, i+n
	}
	return slot
}

// jointSlots returns how many slots the blocks of all players take, from header i of a chunk on.
func (t *tree) jointSlots(c *chunk, i int) int {
	n := 0
	for range t.players {
		n += 1 + int(c.block(uint32(i+n)).count)
	}
	return n
}

// setJoint writes the blocks of all players into a chunk, the first one at slot.
func (w *worker[S, A]) setJoint(c *chunk, slot uint32) {
	actions := w.actions
	for p, n := range w.counts {
		c.setBlock(slot&chunkMask, block{player: Simultaneous - int32(p), count: uint32(n)})
		copy(actionsOf[A](c)[slot&chunkMask+1:], actions[:n])
		actions = actions[n:]
		slot += 1 + uint32(n)
	}
}

// atJoint reports whether all players choose at the state of sim.
func (w *worker[S, A]) atJoint(sim *simulation[S, A]) bool {
	return w.Simultaneous != nil && w.ToMove(&sim.state) == Simultaneous
}

// listJoint puts the actions of every player at the state of sim into w.actions, one player after
// the other, and their numbers into w.counts.
func (w *worker[S, A]) listJoint(sim *simulation[S, A]) (block, error) {
	w.actions, w.counts = w.actions[:0], w.counts[:0]
	for p := range w.sums {
		before := len(w.actions)
		w.actions = w.Simultaneous.AppendPlayerActions(w.actions, &sim.state, p)
		if len(w.actions) == before {
			return block{}, fmt.Errorf("mcts: %T: player %d has no action where all players choose, want at least one", w.Game, p)
		}
		w.counts = append(w.counts, len(w.actions)-before)
	}
	if n := len(w.actions); n+len(w.counts)-1 > maxActions {
		return block{}, fmt.Errorf("mcts: %T: the players have %d actions at one state, want at most %d",
			w.Game, n, maxActions-len(w.counts)+1)
	}
	return block{player: Simultaneous, count: uint32(w.counts[0])}, nil
}

// playJoint plays a joint action of a playout, after listJoint.
func (w *worker[S, A]) playJoint(sim *simulation[S, A], by *playing) error {
	w.joint = w.joint[:0]
	actions := w.actions
	for p, n := range w.counts {
		k, err := w.choose(sim, by, p, actions[:n])
		if err != nil {
			return err
		}
		w.joint = append(w.joint, actions[k])
		actions = actions[n:]
	}
	if by.chooser != nil {
		w.noteJoint(sim, w.joint)
	}
	w.Simultaneous.ApplyJoint(&sim.state, w.joint)
	return nil
}

// noteJoint records the components of a joint action, for the playout policy.
func (w *worker[S, A]) noteJoint(sim *simulation[S, A], joint []A) {
	first := len(sim.plies)
	for p, a := range joint {
		w.note(sim, a, p)
	}
	for k := range sim.plies[first:] {
		sim.plies[first+k].Joint = uint16(k)
	}
}
