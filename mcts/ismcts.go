package mcts

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// InformationSet grows one tree, through which every simulation walks with a determinization of its own, and is for
// who must choose one action whatever the hidden cards are (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
// Search", IEEE TCIAIG 4(2), 2012: SO-ISMCTS, a tree of the single observer who is to move at the root).
//
// A node is known by the actions that lead to it, not by a state, so its statistics are averages over what may be hidden. What can be
// played there depends on the determinization, and an action that can seldom be played is not to be taken for one that was
// seldom chosen: the selection, which must be a policy.AvailabilityReader like policy.UCT, takes for each child how often
// it was available, in place of the visits of the node. As everybody chooses by these averages, the other players seem to know as
// little as the observer does. Trees of several observers (MO-ISMCTS) are not there, nor actions that are hidden in part.
//
// Children of a node are those that were tried, at the root all; a child may be the end of the game in one determinization and not
// in another. Outcomes of chance are children, too. After the same actions the same player must be to move, whatever is hidden.
//
// It works with Config.Parallel zero, and in the mode Root, in which every tree has determinizations of its own. Games where
// players choose at the same time are refused.
type InformationSet struct{}

func (InformationSet) validate(c Config) error {
	var errs []error
	if m := c.Parallel.Mode; m != Serial && m != Root {
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Mode is %v, and the tree of an InformationSet grows in the mode Serial or Root", m))
	}
	if _, ok := c.Selection.(policy.AvailabilityReader); c.Selection != nil && !ok {
		errs = append(errs, fmt.Errorf("mcts: Config.Selection: %T takes every action for available all the time, and an InformationSet needs a policy.AvailabilityReader, such as policy.UCT", c.Selection))
	}
	return errors.Join(errs...)
}

// A tree of information sets is one whose blocks grow: an action gets an edge when it is tried. A block has room for more edges
// than it has, and when that is used up, its edges move to a new block of twice the room. The old one remains, dead, until
// the next tree. So a block may lie before the slots that lead to its nodes, and no such tree is ever compacted: the
// room stands in the header's link.low. The root's block has all its actions from the beginning.
const firstRoom = 4

// sets is scratch memory of a walk with determinizations.
type sets[A any] struct {
	untried   []A
	places    []uint32 // of the children that are available, in their block
	stats     []policy.Stats
	available []uint32
}

// selectSet is selectLeaf in a tree of information sets.
func (w *worker[S, A]) selectSet() (ended bool, err error) {
	w.copyState(&w.state, &w.root)
	w.deals.Determinize(&w.state, w.deals.observer, w.rand)
	w.depth, w.parts = 0, w.parts[:0]
	w.span.clear()
	w.plies = w.plies[:w.history]
	t := &w.tree
	for slot := uint32(rootSlot); ; {
		c, i := t.at(slot)
		if c.links[i].child == unexpanded && c.stats[i].Visits == 0 {
			w.addNode()
			return false, nil
		}
		now, err := w.list()
		if now.count == 0 || err != nil {
			return true, err
		}
		if c.links[i].child == unexpanded && !t.addSet(slot, now.player) {
			return false, nil
		}
		if err := w.fits(slot, now); err != nil {
			return false, err
		}
		k, err := w.chooseInSet(slot, now.player)
		if k == noEdge || err != nil {
			return false, err
		}
		slot = c.links[i].child + 1 + k
		w.push(slot, now.player)
		c, i = t.at(slot)
		w.note(c.actions[i], int(now.player))
		w.game.Apply(&w.state, c.actions[i])
	}
}

// fits tells whether what can be played at w.state is possible at the node at slot.
func (w *worker[S, A]) fits(slot uint32, now block) error {
	c, h, _ := w.tree.set(slot)
	switch b := c.block(h); {
	case slot == rootSlot && (b.player != now.player || b.count != now.count):
		return w.contradiction()
	case b.player != now.player && b.count > 0:
		return fmt.Errorf("mcts: %T: after the same actions player %d is to move in one determinization and player %d in another (%d is chance), and an InformationSet has one player to a node", w.game, b.player, now.player, Chance)
	}
	return nil
}

func (w *worker[S, A]) contradiction() error {
	return fmt.Errorf("mcts: %T: Determinize contradicts what the player knows: who is to move, or the legal actions, at the root are not the same after all determinizations", w.game)
}

// chooseInSet returns the index of the edge to walk from the node at slot, where w.actions can be played; noEdge where the tree
// ends for lack of room.
func (w *worker[S, A]) chooseInSet(slot uint32, player int32) (k uint32, err error) {
	c, h, _ := w.tree.set(slot)
	edges := c.actions[h+1:][:c.block(h).tried]
	if player == Chance {
		a := w.actions[w.drawOutcome()]
		if k := slices.Index(edges, a); k >= 0 {
			return uint32(k), nil
		}
		return w.addToSet(slot, a)
	}
	s := &w.deals.sets
	s.untried, s.places = s.untried[:0], s.places[:0]
	for _, a := range w.actions {
		if k := slices.Index(edges, a); k >= 0 {
			s.places = append(s.places, uint32(k))
		} else {
			s.untried = append(s.untried, a)
		}
	}
	k = noEdge
	if len(s.untried) > 0 {
		k, err = w.tryInSet(slot, player)
	}
	if k == noEdge && err == nil && len(s.places) > 0 {
		k, err = w.chooseAvailable(slot, player)
	}
	if err != nil {
		return noEdge, err
	}
	_, h, available := w.tree.set(slot) // perhaps not where it was
	for _, k := range s.places {
		available[h+1+k]++
	}
	return k, nil
}

// tryInSet lets Config.Playout choose among the untried actions and returns the new edge, which is available from now on; noEdge
// if there is no room.
func (w *worker[S, A]) tryInSet(slot uint32, player int32) (uint32, error) {
	s := &w.deals.sets
	j, err := w.choose(int(player), s.untried)
	if err != nil {
		return noEdge, err
	}
	k, err := w.addToSet(slot, s.untried[j])
	if k != noEdge {
		s.places = append(s.places, k)
	}
	return k, err
}

// chooseAvailable asks the selection strategy, which sees the children that can be played.
func (w *worker[S, A]) chooseAvailable(slot uint32, player int32) (uint32, error) {
	n, s := &w.node, &w.deals.sets
	c, h, available := w.tree.set(slot)
	s.stats, s.available = s.stats[:0], s.available[:0]
	for _, k := range s.places {
		s.stats = append(s.stats, c.stats[h+1+k])
		s.available = append(s.available, available[h+1+k])
	}
	c, i := w.tree.at(slot)
	n.Player, n.Visits, n.Children, n.Available = int(player), c.stats[i].Visits, s.stats, s.available
	k := w.selection.Select(n)
	if uint(k) >= uint(len(s.places)) {
		return noEdge, fmt.Errorf("mcts: Selection %T chose child %d of %d", w.selection, k, len(s.places))
	}
	return s.places[k], nil
}

// addToSet returns the index of a new edge of the node at slot; noEdge if there is no room for it.
func (w *worker[S, A]) addToSet(slot uint32, a A) (uint32, error) {
	t := &w.tree
	if t.nodes >= t.maxNodes {
		t.full = true
		return noEdge, nil
	}
	c, h, _ := t.set(slot)
	b := c.block(h)
	actions := c.actions[h+1:]
	if slot == rootSlot {
		k := slices.Index(actions[:b.count], a)
		if k < int(b.tried) {
			return noEdge, w.contradiction()
		}
		actions[b.tried], actions[k] = a, actions[b.tried]
		c.stats[h].Visits += 1 << countBits
		return b.tried, nil
	}
	if b.count == c.links[h].low {
		if !t.growSet(slot) {
			return noEdge, nil
		}
		c, h, _ = t.set(slot)
	}
	c.actions[h+1+b.count] = a
	c.stats[h].Visits += 1 + 1<<countBits
	return b.count, nil
}

// set returns where the block of the node at slot is, with the column of what was available there.
func (t *tree[A]) set(slot uint32) (c *chunk[A], header uint32, available *[chunkSlots]uint32) {
	c, i := t.at(slot)
	child := c.links[i].child
	c, header = t.at(child)
	return c, header, t.available[child>>chunkBits]
}

// addSet gives the node at slot a block without edges, and reports whether there was room for it.
func (t *tree[A]) addSet(slot uint32, player int32) bool {
	return t.placeSet(slot, block{player: player}, firstRoom)
}

// growSet moves the edges of the node at slot to a block of twice the room, and reports whether there was room for it.
func (t *tree[A]) growSet(slot uint32) bool {
	from, h, had := t.set(slot)
	b, room := from.block(h), int(from.links[h].low)
	if room == maxActions {
		t.full = true
		return false
	}
	if !t.placeSet(slot, b, min(2*room, maxActions)) {
		return false
	}
	t.dead++
	c, i, available := t.set(slot)
	c.copyFrom(int(i)+1, from, int(h)+1, room)
	copy(available[i+1:], had[h+1:][:room])
	return true
}

// placeSet makes a block for the node at slot, and reports whether there was room for it.
func (t *tree[A]) placeSet(slot uint32, b block, room int) bool {
	to, h, ok := t.alloc(room)
	if !ok {
		t.full = true
		return false
	}
	to.setBlock(uint32(h), b)
	to.links[h].low = uint32(room)
	clear(t.available[t.current][h : h+1+room])
	c, i := t.at(slot)
	c.links[i].child = uint32(t.current<<chunkBits | h)
	return true
}

// settleSet makes the root, whose actions are in a block as of any tree, one of information sets.
func (t *tree[A]) settleSet() {
	c, h, available := t.set(rootSlot)
	n := c.block(h).count
	c.links[h].low = n
	clear(available[h : h+1+n])
}
