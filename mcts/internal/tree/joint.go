package tree

import "slices"

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
// components are made when a joint action is played that needs them.

// MakeJoint is Make for a node at which all players choose, with the actions of one player after
// the other, of which counts has the numbers. It returns the block of player 0.
func MakeJoint[A any](t *Tree, counts []int, actions []A) (first Block) {
	c, header := t.alloc(len(actions) + Headers*(len(counts)-1))
	if c == nil {
		return Block{}
	}
	for p, n := range counts {
		b := c.setBlock(header, simultaneous-int32(p), uint32(n), 0)
		copy(ActionsOf[A](b), actions[:n])
		if p == 0 {
			first = b
		}
		actions = actions[n:]
		header += Headers + uint32(n)
	}
	return first
}

// BlockOf returns the block of player p at a node at which all choose, if b is player 0's.
func (b Block) BlockOf(p int) Block {
	for range p {
		b = b.Next()
	}
	return b
}

// AddJoint returns the edge of a joint action, of which the last steps of the path are the
// components in the blocks of the players, the first of which is b. It returns None if the edge is
// new and there is no room for it. The other components get into the walk.
func AddJoint[A comparable](t *Tree, b Block, w *Walk, joint []A) uint32 {
	first := len(w.Path) - len(joint)
	edge := w.Path[first].Slot
	for p := 1; p < len(joint); p++ {
		_, below := t.Edge(edge)
		if below == Unexpanded {
			if below = addComponents[A](t, edge, b.BlockOf(p)); below == Unexpanded {
				return None
			}
		}
		if edge = addEdge(t, t.Block(below), joint[p]); edge == None {
			return None
		}
		w.Components = append(w.Components, Component{edge, first + p})
	}
	return edge
}

// addComponents makes a block for the components of a player below an edge, with the actions of b.
// It returns its address, or Unexpanded if there is no room.
func addComponents[A any](t *Tree, edge uint32, b Block) uint32 {
	if !t.HasRoom() {
		return Unexpanded
	}
	made := Make(t, b.Player, ActionsOf[A](b))
	if made.c == nil {
		return Unexpanded
	}
	return t.Link(edge, made)
}

// addEdge returns the edge with action a of a block, now one of the tried ones, or None if there is
// no room.
func addEdge[A comparable](t *Tree, b Block, a A) uint32 {
	actions := ActionsOf[A](b)
	k, tried := uint32(slices.Index(actions, a)), b.Tried()
	if k < tried {
		return b.first + k
	}
	if !t.HasRoom() {
		return None
	}
	actions[k], actions[tried] = actions[tried], actions[k]
	b.c.stats[b.header()].Visits += 1 << countBits
	return b.first + tried
}

// slotsOf returns how many slots a block takes or, if it is the first one of a node at which all
// choose, the blocks of all players.
func (t *Tree) slotsOf(b Block) int {
	n := Headers + t.roomOf(b)
	if b.Player == simultaneous {
		for range t.players - 1 {
			b = b.Next()
			n += Headers + int(b.Count())
		}
	}
	return n
}
