package mcts

// Node is a read-only view of a node of the tree. It is good until the next call of Run, Watch, Advance or Reset.
// The zero Node is one without visits and children.
type Node[A any] struct {
	tree *tree[A]
	slot uint32
}

// Root returns the root of the tree, the zero Node if there is no tree.
func (s *Search[S, A]) Root() Node[A] {
	if !s.rooted && !s.busy.Load() {
		return Node[A]{}
	}
	return s.root()
}

func (s *Search[S, A]) root() Node[A] { return Node[A]{&s.w.tree, rootSlot} }

// Visits returns how many simulations passed through the node or ended there.
func (n Node[A]) Visits() int {
	if n.tree == nil {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return int(c.stats[i].Visits)
}

// Mean returns what those simulations were worth on average to the player who chose the action that leads here,
// or to player 0 if chance did. It is 0 for the root and for a node without visits.
func (n Node[A]) Mean() float64 {
	if n.tree == nil {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return c.mean(i)
}

// Action returns the action that leads here; for the root, the zero A.
func (n Node[A]) Action() A {
	if n.tree == nil || n.slot == rootSlot {
		var none A
		return none
	}
	c, i := n.tree.at(n.slot)
	return c.actions[i]
}

// Player returns who chooses at the node, a player or Chance, and whether that is known: it is not where no
// simulation went on from the node, nor at the end of the game.
func (n Node[A]) Player() (player int, known bool) {
	b, _ := n.block()
	return int(b.player), b.count > 0
}

// Children returns the actions of the node, those with visits first in the order of their first visit, and then
// the others. There are none where no simulation went on from the node.
func (n Node[A]) Children() []Node[A] {
	b, first := n.block()
	if b.count == 0 {
		return nil
	}
	children := make([]Node[A], b.count)
	for i := range children {
		children[i] = Node[A]{n.tree, first + uint32(i)}
	}
	return children
}

// isTerminal reports whether the node is known to be the end of the game: after its second visit.
func (n Node[A]) isTerminal() bool {
	c, i := n.tree.at(n.slot)
	return c.links[i].child == terminal
}

// PV returns the most visited action at the node, then that at the node it leads to, and so on while there are
// visits. The higher mean decides between equals, then the earlier first visit.
func (n Node[A]) PV() []A {
	var actions []A
	for {
		best := Node[A]{}
		for _, child := range n.Children() {
			if v := child.Visits(); v > best.Visits() || v == best.Visits() && v > 0 && child.Mean() > best.Mean() {
				best = child
			}
		}
		if best.tree == nil {
			return actions
		}
		actions = append(actions, best.Action())
		n = best
	}
}

// block describes the node's children and returns the slot of the first; count is 0 if there are none.
func (n Node[A]) block() (block, uint32) {
	if n.tree == nil {
		return block{}, 0
	}
	c, i := n.tree.at(n.slot)
	child := c.links[i].child
	if child == unexpanded || child == terminal {
		return block{}, 0
	}
	c, i = n.tree.at(child)
	return c.block(i), child + 1
}
