package mcts

// Node is a read-only view of a node of the tree. It is good until the next call of Run, Watch,
// Advance, AdvanceJoint or Reset. The zero Node is one without visits and children.
//
// A joint action is in the view as its parts, in the order of the players: where all choose at the
// same time, the children are the actions of player 0, their children what player 1 did at the same
// time, and so on; those of the last player lead to the next state. Choices has the statistics that
// the players choose by.
type Node[A any] struct {
	tree *tree[A]
	slot uint32
}

// Root returns the root of the tree, the zero Node if there is no tree. In the mode Root it is that
// of the first tree.
func (s *Search[S, A]) Root() Node[A] {
	if !s.phase.hasTree() && !s.busy.Load() {
		return Node[A]{}
	}
	return s.root()
}

// Roots returns the roots of all trees, of which there are several in the mode Root only; nil if
// there is no tree.
func (s *Search[S, A]) Roots() []Node[A] {
	if !s.phase.hasTree() && !s.busy.Load() {
		return nil
	}
	return s.roots()
}

func (s *Search[S, A]) roots() []Node[A] {
	roots := make([]Node[A], len(s.trees))
	for t, w := range s.trees {
		roots[t] = w.tree.node()
	}
	return roots
}

func (s *Search[S, A]) root() Node[A] { return s.w.tree.node() }

// node returns the root of the tree.
func (t *tree[A]) node() Node[A] { return Node[A]{t, rootSlot} }

// Visits returns how many simulations passed through the node or ended there.
func (n Node[A]) Visits() int {
	if n.tree == nil {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return int(c.stats[i].Visits)
}

// Mean returns what those simulations were worth on average to the player who chose the action that
// leads here, or to player 0 if chance did. It is 0 for the root and for a node without visits.
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

// Player returns who chooses at the node, a player, Chance or Simultaneous, and whether that is
// known: it is not where no simulation went on from the node, nor at the end of the game. Between
// the parts of a joint action it is the player whose part comes next.
func (n Node[A]) Player() (player int, known bool) {
	b, _ := n.block()
	if b.player < Simultaneous {
		return int(Simultaneous - b.player), true
	}
	return int(b.player), b.count > 0
}

// Children returns the actions of the node, those with visits first in the order of their first
// visit, and then the others. There are none where no simulation went on from the node.
func (n Node[A]) Children() []Node[A] {
	b, first := n.block()
	return n.edges(b, first)
}

// edges returns the edges of a block, of which the first is given.
func (n Node[A]) edges(b block, first uint32) []Node[A] {
	if b.count == 0 {
		return nil
	}
	edges := make([]Node[A], b.count)
	for i := range edges {
		edges[i] = Node[A]{n.tree, first + uint32(i)}
	}
	return edges
}

// Choices returns the actions of player at the node, with that player's own statistics, in the
// order of Children. The shares of the visits are the player's mixed strategy. There are none where
// the player has no choice, or no simulation went on from the node.
func (n Node[A]) Choices(player int) []Child[A] {
	var choices []Child[A]
	for _, e := range n.choices(player) {
		choices = append(choices, e.child())
	}
	return choices
}

func (n Node[A]) choices(player int) []Node[A] {
	b, first := n.block()
	switch who, known := n.Player(); {
	case !known || uint(player) >= uint(n.tree.players):
		return nil
	case who == player:
		return n.edges(b, first)
	case who != Simultaneous:
		return nil
	}
	first = n.tree.blockOf(first-1, player) + 1
	c, i := n.tree.at(first - 1)
	return n.edges(c.block(i), first)
}

// isTerminal reports whether the node is known to be the end of the game: after its second visit.
func (n Node[A]) isTerminal() bool {
	c, i := n.tree.at(n.slot)
	return c.links[i].child == terminal
}

// PV returns the most visited action at the node, then that at the node it leads to, and so on
// while there are visits. The higher mean decides between equals, then the earlier first visit. Of
// a joint action it has all parts, each the most visited one after those before.
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

// find returns the one of nodes that a leads to.
func find[A comparable](nodes []Node[A], a A) (Node[A], bool) {
	for _, n := range nodes {
		if n.Action() == a {
			return n, true
		}
	}
	return Node[A]{}, false
}

// findPath returns the node that actions lead to from n, the components of a joint action for
// example, or the zero Node if they were never played.
func findPath[A comparable](n Node[A], actions []A) Node[A] {
	for _, a := range actions {
		n, _ = find(n.Children(), a)
	}
	return n
}

// block describes the node's children and returns the slot of the first; count is 0 if there are
// none.
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

// child describes the action that leads to the node.
func (n Node[A]) child() Child[A] {
	return Child[A]{Action: n.Action(), Visits: n.Visits(), Mean: n.Mean(), Prior: n.Prior(), ImportedVisits: n.ImportedVisits()}
}
