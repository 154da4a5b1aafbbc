package mcts

import "math"

// Node is a read-only view of a node of the tree. It is valid until the next call of [Search.Run],
// [Search.Watch], [Search.Advance], [Search.Reset] or [Search.Trim]. The zero Node has no visits
// and no children. In [Search.Inspect] it is valid until the function returns.
//
// A joint action is a path of its components. At a simultaneous-move node the children are the
// actions of player 0, their children are the actions of player 1 in the same ply, and so on; the
// children of the last level are the nodes that the joint actions lead to. [Node.Choices] returns
// the statistics by which the players choose.
type Node[A any] struct {
	tree    *tree
	actions *edgeActions[A]
	slot    uint32
}

// Root returns the root of the tree, or of the first tree with [RootParallel] and [Ensemble]. It
// returns the zero Node if there is no tree.
func (s *Search[S, A]) Root() Node[A] {
	if !s.phase.hasTree() && !s.busy.Load() {
		return Node[A]{}
	}
	return s.root()
}

// Roots returns the roots of all trees. There are several with [RootParallel] and [Ensemble], one
// otherwise, and none if there is no tree.
func (s *Search[S, A]) Roots() []Node[A] {
	if !s.phase.hasTree() && !s.busy.Load() {
		return nil
	}
	return s.roots()
}

func (s *Search[S, A]) roots() []Node[A] {
	roots := make([]Node[A], len(s.trees))
	for t, w := range s.trees {
		roots[t] = w.rootNode()
	}
	return roots
}

func (s *Search[S, A]) root() Node[A] { return s.w.rootNode() }

// node returns the root of the tree.
func (w *worker[S, A]) rootNode() Node[A] { return Node[A]{&w.tree, w.edges, rootSlot} }

// Visits returns the number of simulations that passed through the node or ended there. With
// [TreeParallel], too, it counts them all: the workers flush their local statistics before Run
// returns or Watch yields.
func (n Node[A]) Visits() int {
	if n.tree == nil {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return int(c.stats[i].Visits)
}

// Mean returns the mean of the backed-up returns of these simulations, for the player who chose the
// action that leads to the node, or for player 0 if that is an outcome of chance. It is 0 for the
// root and for a node without visits.
func (n Node[A]) Mean() float64 {
	if n.tree == nil {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return c.mean(i)
}

// Action returns the action that leads to the node. For the root, it is the zero A.
func (n Node[A]) Action() A {
	if n.tree == nil || n.slot == rootSlot {
		var none A
		return none
	}
	return *n.actions.at(n.slot)
}

// Player returns who chooses at the node: a player, [Chance] or [Simultaneous]. Between the
// components of a joint action it is the player of the next component. It is not known at a node
// without a block of actions: no simulation continued from it, or the game is over there.
func (n Node[A]) Player() (player int, known bool) {
	b, _ := n.block()
	if b.player < Simultaneous {
		return int(Simultaneous - b.player), true
	}
	return int(b.player), b.count > 0
}

// Children returns a node for every action: first those with visits, in the order of their first
// visit, then the others. There are none if no simulation continued from the node.
func (n Node[A]) Children() []Node[A] {
	b, first := n.block()
	return n.edges(b, first)
}

// edges returns the edges of block b, whose first edge is at slot first.
func (n Node[A]) edges(b block, first uint32) []Node[A] {
	if b.count == 0 {
		return nil
	}
	edges := make([]Node[A], b.count)
	for i := range edges {
		edges[i] = Node[A]{n.tree, n.actions, first + uint32(i)}
	}
	return edges
}

// Choices returns the actions of player at the node with that player's own statistics, in the order
// of [Node.Children]. The normalized visits are the player's mixed strategy. There are no choices
// if the player does not choose at the node, or if no simulation continued from it.
func (n Node[A]) Choices(player int) []Child[A] {
	var choices []Child[A]
	for _, e := range n.choices(player) {
		choices = append(choices, e.child())
	}
	return choices
}

// choices returns the edges whose statistics [Node.Choices] reports.
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

// isTerminal reports whether the node is known to be the end of the game, which it is from its
// second visit.
func (n Node[A]) isTerminal() bool {
	c, i := n.tree.at(n.slot)
	return c.links[i].child == terminal
}

// PV returns the principal variation: the most visited action at the node, then at the node it
// leads to, and so on down to an unvisited node. Ties go to the higher mean, then to the earlier
// first visit. A joint action appears as all its components, each the most visited one given those
// before it.
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

// find returns the first of nodes that a leads to.
func find[A comparable](nodes []Node[A], a A) (Node[A], bool) {
	for _, n := range nodes {
		if n.Action() == a {
			return n, true
		}
	}
	return Node[A]{}, false
}

// findPath returns the node that actions, such as the components of a joint action, lead to from n.
// It returns the zero Node if they were never played.
func findPath[A comparable](n Node[A], actions []A) Node[A] {
	for _, a := range actions {
		n, _ = find(n.Children(), a)
	}
	return n
}

// block returns the block of the node and the slot of its first edge. The count is 0 if there is no
// block.
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

// child returns the action that leads to the node, with its statistics.
func (n Node[A]) child() Child[A] {
	c := Child[A]{Action: n.Action(), Visits: n.Visits(), Mean: n.Mean(), Lower: math.Inf(-1), Upper: math.Inf(1)}
	n.report(&c)
	return c
}

// reporter is a column that tells something about an action in the results.
type reporter[A any] interface {
	report(slot uint32, c *Child[A]) // adds what the tree has at slot to c
}

func (n Node[A]) report(c *Child[A]) {
	if n.tree == nil {
		return
	}
	for _, column := range n.tree.columns {
		if r, ok := column.(reporter[A]); ok {
			r.report(n.slot, c)
		}
	}
}
