package mcts

import (
	"math"

	"github.com/banyan-go/banyan/mcts/internal/features"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Node is a read-only view of a node of the tree. It is valid until the next call of [Search.Run],
// [Search.Watch], [Search.Advance], [Search.Reset] or [Search.Trim]. The zero Node has no visits
// and no children. In [Search.Inspect] it is valid until the function returns.
//
// A joint action is a path of its components. At a simultaneous-move node the children are the
// actions of player 0, their children are the actions of player 1 in the same ply, and so on; the
// children of the last level are the nodes that the joint actions lead to. [Node.Choices] returns
// the statistics by which the players choose.
type Node[A any] struct {
	node
	actions *tree.Actions[A]
}

// node is a Node without its action, and has the methods that need none, which are not compiled for
// every game.
type node struct {
	tree  *tree.Tree
	known *features.Features
	slot  uint32
	by    int32 // who chose the action that leads to it: a player, or a component as in tree.Block
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
	roots := make([]Node[A], s.begun)
	for t, w := range s.trees[:s.begun] {
		roots[t] = w.rootNode()
	}
	return roots
}

func (s *Search[S, A]) root() Node[A] { return s.w.rootNode() }

// rootNode returns the root of the tree.
func (w *worker[S, A]) rootNode() Node[A] {
	return Node[A]{node{&w.tree, &w.known, tree.Root, Chance}, w.actions}
}

// Action returns the action that leads to the node. For the root, it is the zero A.
func (n Node[A]) Action() A {
	if n.tree == nil || n.slot == tree.Root {
		var none A
		return none
	}
	return *n.actions.At(n.slot)
}

// Children returns a node for every action: first those with visits, in the order of their first
// visit, then the others. There are none if no simulation continued from the node.
func (n Node[A]) Children() []Node[A] {
	b := n.block()
	return n.edges(b, b.Count())
}

// edges returns the nodes that the first edges of a block lead to.
func (n Node[A]) edges(b tree.Block, first uint32) []Node[A] {
	if first == 0 {
		return nil
	}
	nodes := make([]Node[A], first)
	for k := range nodes {
		nodes[k] = n.edge(b, uint32(k))
	}
	return nodes
}

// edge returns the node that edge k of a block leads to.
func (n Node[A]) edge(b tree.Block, k uint32) Node[A] {
	return Node[A]{node{n.tree, n.known, b.First() + k, b.Player}, n.actions}
}

// counting returns the children that a principal variation may continue with: those with visits,
// and all if something may be proven of the others.
func (n Node[A]) counting() []Node[A] {
	b := n.block()
	if n.known.Solver == nil && b.Player != Chance {
		return n.edges(b, b.Tried())
	}
	return n.edges(b, b.Count())
}

// Choices returns the actions of player at the node with that player's own statistics, in the order
// of [Node.Children]. The normalized visits are the player's mixed strategy. There are no choices
// if the player does not choose at the node, or if no simulation continued from it.
func (n Node[A]) Choices(player int) []Child[A] { return childrenOf(n.choices(player)) }

// choices returns the edges whose statistics [Node.Choices] reports.
func (n Node[A]) choices(player int) []Node[A] {
	b := n.choicesOf(player)
	return n.edges(b, b.Count())
}

// PV returns the principal variation: the main action at the node, then at the node it leads to,
// and so on down to an unvisited node. It is the action that [Config.Solver] has proven to be at
// least as good as every other, the fastest of several wins and the slowest of several losses, or
// else the most visited one of those that may be the best; ties go to the higher mean, then to the
// earlier first visit. So what is proven of the node holds at the end of a variation without
// chance. A joint action appears as all its components, each the most visited one given those
// before it. In a graph, the variation ends where it comes back to a position.
func (n Node[A]) PV() (actions []A) {
	var choices []Child[A]
	for seen := (passed{}); n.tree != nil && len(actions) < n.tree.Nodes() && !seen.again(n.node); { // What players know may come again.
		children := n.Children()
		choices = appendChildren(choices[:0], children)
		k, ok := mainOf(choices, n.known.Solver)
		if !ok {
			return actions
		}
		n = children[k]
		actions = append(actions, n.Action())
	}
	return actions
}

// passed is the positions of a line in a graph.
type passed map[int]bool

// again reports whether a line has come to the position of a node before, and notes it.
func (p passed) again(n node) bool {
	at, _ := n.Position()
	if at == 0 {
		return false
	}
	again := p[at]
	p[at] = true
	return again
}

// find returns the child to which an action leads.
func find[A comparable](n Node[A], action A) (child Node[A], ok bool) {
	b := n.block()
	if b.Count() == 0 {
		return child, false
	}
	for k, a := range tree.ActionsOf[A](b) {
		if a == action {
			return n.edge(b, uint32(k)), true
		}
	}
	return child, false
}

// childrenOf returns the actions that lead to nodes, with their statistics and what features know
// of them.
func childrenOf[A any](nodes []Node[A]) []Child[A] {
	if len(nodes) == 0 {
		return nil
	}
	return appendChildren(make([]Child[A], 0, len(nodes)), nodes)
}

func appendChildren[A any](dst []Child[A], nodes []Node[A]) []Child[A] {
	for _, n := range nodes {
		_, below := n.tree.Edge(n.slot)
		c := Child[A]{
			Action: n.Action(), Visits: n.Visits(), Mean: n.Mean(), ends: below == tree.Terminal,
			Prior: n.Prior(), NoisyPrior: n.perturbed(), ImportedVisits: n.ImportedVisits(),
		}
		c.Lower, c.Upper = n.provenAsAction()
		if c.Lower == c.Upper {
			if plies, known := n.known.Solver.Plies(n.slot); known {
				c.Plies = 1 + plies
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// Visits returns the number of simulations that passed through the node or ended there. With
// [TreeParallel], too, it counts them all: the workers flush their local statistics before Run
// returns or Watch yields.
func (n node) Visits() int {
	if n.tree == nil {
		return 0
	}
	visits, _ := n.tree.Edge(n.slot)
	return int(visits)
}

// Mean returns the mean of the backed-up returns of these simulations, for the player who chose the
// action that leads to the node, or for player 0 if that is an outcome of chance. It is 0 for the
// root and for a node without visits.
func (n node) Mean() float64 {
	if n.tree == nil {
		return 0
	}
	visits, mean := n.tree.Stats(n.slot)
	if visits == 0 || n.slot == tree.Root {
		return 0
	}
	return mean + n.known.Seen.Origin(n.chooser())
}

// chooser returns the player who chose the action that leads to the node, or 0 for chance.
func (n node) chooser() int {
	if n.by < Simultaneous {
		return int(Simultaneous - n.by)
	}
	return int(max(n.by, 0))
}

// Player returns who chooses at the node: a player, [Chance] or [Simultaneous]. Between the
// components of a joint action it is the player of the next component. It is not known at a node
// without a block of actions: no simulation continued from it, or the game is over there.
func (n node) Player() (player int, known bool) {
	b := n.block()
	if b.Player < Simultaneous {
		return int(Simultaneous - b.Player), true
	}
	return int(b.Player), b.Count() > 0
}

// Position returns the number of the position that the node is and how many simulations have come
// there by any edge, in a search with Config.Graph. Nodes of one position have one number, which is
// good as long as the node. It is 0 without Config.Graph and for a node without visits.
func (n node) Position() (number, visits int) {
	if n.tree == nil || n.known.Graph == nil {
		return 0, 0
	}
	return n.known.Graph.Position(n.slot)
}

// block returns the block of the node, the zero Block if there is none.
func (n node) block() tree.Block {
	if n.tree == nil {
		return tree.Block{}
	}
	return n.tree.Below(n.slot)
}

// choicesOf returns the block by whose edges a player chooses at the node, the zero Block if there
// is none.
func (n node) choicesOf(player int) tree.Block {
	b := n.block()
	switch who, known := n.Player(); {
	case !known || uint(player) >= uint(n.tree.Players()):
		return tree.Block{}
	case who == player:
		return b
	case who != Simultaneous:
		return tree.Block{}
	}
	return b.BlockOf(player)
}

// Prior returns the prior of the action that leads to the node; 0 if the search keeps no priors.
func (n node) Prior() float64 {
	if n.tree == nil || n.known.Priors == nil {
		return 0
	}
	return float64(*n.known.Priors.At(n.slot))
}

// perturbed returns the prior with which a policy.Perturber has replaced the action's.
func (n node) perturbed() float64 {
	if n.tree == nil || n.known.Noise == nil {
		return 0
	}
	return n.known.Noise.Of(n.slot)
}

// ImportedVisits returns how many imported visits the selection counts in addition to Visits, with
// [Config.Similarity].
func (n node) ImportedVisits() int {
	if n.tree == nil || n.known.Similar == nil {
		return 0
	}
	return n.known.Similar.Imported(n.slot)
}

// Evaluation returns the implicit minimax value of the node for the player who chose the action
// that leads to it, or for player 0 after an outcome of chance; see [policy.NeedEvaluations]. It
// reports false if the search keeps none, at the root, and at nodes without visits.
func (n node) Evaluation() (value float64, known bool) {
	if n.tree == nil || n.slot == tree.Root || n.Visits() == 0 || n.known.Implicit == nil {
		return 0, false
	}
	return n.known.Implicit.Of(n.slot) + n.known.Seen.Origin(n.chooser()), true
}

// Bounds returns the least and the greatest value that the node can have for a player, as far as
// [Config.Solver] has proven it. They are infinite without a Solver.
func (n node) Bounds(player int) (lower, upper float64) {
	if n.tree == nil || n.known.Solver == nil || uint(player) >= uint(n.tree.Players()) {
		return math.Inf(-1), math.Inf(1)
	}
	return n.known.Solver.Bounds(n.slot, player)
}

// Plies returns in how many plies the game ends at the latest if the players who can choose a
// proven action do, at a node whose bounds are equal for a player. It is 0 elsewhere, and if this
// is not known.
func (n node) Plies() int {
	if n.tree == nil || n.known.Solver == nil {
		return 0
	}
	plies, known := n.known.Solver.Plies(n.slot)
	if !known {
		return 0
	}
	return plies
}

// provenAsAction is proven of the node for the player who chose the action that leads to it, if
// that is known to hold.
func (n node) provenAsAction() (lower, upper float64) {
	if n.by < 0 || n.known.Solver != nil && n.known.Solver.Hidden {
		return math.Inf(-1), math.Inf(1)
	}
	return n.Bounds(int(n.by))
}
