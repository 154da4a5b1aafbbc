package mcts

import (
	"fmt"
	"math"
)

// step is an edge of a simulation's path.
type step struct {
	slot   uint32
	player int32 // who chose it, or Chance
}

// selectLeaf walks from the root to the node that this simulation adds: while every action of a node has been
// tried, Config.Selection chooses; among untried actions, Config.Playout does. It leaves the leaf's state in
// w.state and the edges walked in w.path, and reports whether the leaf is known to be the end of the game.
func (w *worker[S, A]) selectLeaf() (ended bool, err error) {
	w.copyState(&w.state, &w.root)
	w.depth, w.parts = 0, w.parts[:0]
	w.span.clear()
	w.plies = w.plies[:w.history]
	slot := uint32(rootSlot)
	c, i := w.tree.at(slot)
	for {
		visits, child := c.stats[i].Visits, c.links[i].child
		if child == unexpanded {
			if visits == 0 {
				w.addNode()
				return false, nil
			}
			if child, err = w.expand(slot); child == unexpanded {
				return false, err
			}
		}
		if child == terminal {
			return true, nil
		}
		c, i = w.tree.at(child)
		b := c.block(i)
		var k uint32 // index of the chosen edge
		if w.isUCT && b.tried == b.count && b.player >= 0 {
			k = uint32(w.uct.Best(c.stats[i+1:][:b.count], visits))
		} else if b.player == Simultaneous {
			if slot, err = w.chooseJoint(child, visits); slot == noEdge {
				return false, err
			}
			c, i = w.tree.at(slot)
			continue
		} else if k, err = w.chooseEdge(c, i, b, visits); k == noEdge {
			return false, err
		}
		i += 1 + k
		slot = child + 1 + k
		w.push(slot, b.player)
		a := c.actions[i&chunkMask]
		if w.chooser != nil {
			w.note(a, int(b.player))
		}
		w.game.Apply(&w.state, a)
		if w.similar != nil {
			w.similar.see(&w.state)
		}
	}
}

// noEdge is the answer of chooseEdge and chooseJoint where the tree ends for lack of room, or there is an error.
const noEdge = math.MaxUint32

// chooseEdge returns the index of the edge to walk from a node to.
func (w *worker[S, A]) chooseEdge(c *chunk[A], header uint32, b block, visits uint32) (k uint32, err error) {
	switch {
	case b.player == Chance:
		w.drew(1)
		return w.chooseOutcome(c.actions[header+1:][:b.count])
	case b.tried < b.count && w.tree.nodes < w.tree.maxNodes:
		return w.tryAction(c, header, b)
	case b.tried == 0:
		w.tree.full = true
		return noEdge, nil
	}
	return w.chooseChild(c, header, b, visits)
}

// push appends an edge to the path.
func (w *worker[S, A]) push(slot uint32, player int32) {
	if w.depth == len(w.path) {
		w.path = append(w.path, make([]step, 64+w.depth)...)
	}
	w.path[w.depth] = step{slot, player}
	w.depth++
}

// addNode counts the unvisited node at the end of the path. Where the tree is full, which can only be after an
// outcome of chance, the node is left out of it.
func (w *worker[S, A]) addNode() {
	if t := &w.tree; t.nodes < t.maxNodes {
		t.nodes++
	} else {
		t.full = true
		w.depth--
		w.span.extra = 1
	}
}

// chooseChild asks the selection strategy, at a node with no untried action or no room to try it.
func (w *worker[S, A]) chooseChild(c *chunk[A], header uint32, b block, visits uint32) (uint32, error) {
	n := &w.node
	n.Player, n.Visits = int(b.player), visits
	n.Children = c.stats[header+1:][:b.tried]
	if b.tried < b.count {
		w.tree.full = true
	}
	if w.similar != nil {
		w.lend(c, header)
	}
	var sums []float64
	if c.sums != nil {
		sums = c.sums[header+1:][:b.tried]
	}
	k := 0
	if w.drawer == nil {
		n.Squares = sums
		k = w.selection.Select(n)
	} else {
		n.Weighted = sums
		p := 0.0
		if k, p = w.drawer.Draw(n); !(p > 0 && p <= 1) {
			return noEdge, fmt.Errorf("mcts: Selection %T drew child %d with probability %v, want more than 0 and up to 1", w.selection, k, p)
		}
		w.drew(p)
	}
	if uint(k) >= uint(b.tried) {
		return noEdge, fmt.Errorf("mcts: Selection %T chose child %d of %d", w.selection, k, b.tried)
	}
	return uint32(k), nil
}

// tryAction takes one of the untried actions, which lie behind the tried ones, and puts it at their boundary.
func (w *worker[S, A]) tryAction(c *chunk[A], header uint32, b block) (uint32, error) {
	untried := c.actions[header+1+b.tried:][:b.count-b.tried]
	j, err := w.choose(int(b.player), untried)
	if err != nil {
		return noEdge, err
	}
	if w.drawer != nil {
		w.drew(1 / float64(b.count)) // over the trial of all of them, each has its turn once
	}
	untried[0], untried[j] = untried[j], untried[0]
	if w.spreads {
		c.expect(header, b.tried)
	}
	c.stats[header].Visits += 1 << countBits
	return b.tried, nil
}

// drew records with what probability the next step of the path was chosen, for a Drawer.
func (w *worker[S, A]) drew(p float64) {
	if w.drawer != nil {
		w.odds = append(w.odds[:w.depth], p)
	}
}
