package gametree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/game"
)

// Game is the rules of a game that is written out as a tree. Its state is the index of a node. Its
// optional interfaces are [game.ChanceGame] and [game.SimultaneousGame], each of which it supports
// if there is such a node.
type Game struct {
	Players int    // number of players, at least 1
	Nodes   []Node // node 0 is the start
}

// Node is a node of the tree. It is the end of the game if it has no children.
type Node struct {
	// Player is who chooses: a player, game.Chance or game.Simultaneous; 0 at the end.
	Player int

	// Children are indices of nodes, one per action. At a simultaneous-move node there is one per
	// joint action, and the action of the last player varies fastest. No node is the child of two.
	Children []int

	Probs   []float64 // at a chance node: the probability of each child; they sum to 1
	Counts  []int     // at a simultaneous-move node: the number of actions of each player
	Returns []float64 // at the end: the return of each player
}

// Action is the number of an action, from 0: action k leads to the k-th child.
type Action uint16

// Start returns the root.
func (Game) Start() int { return 0 }

// NumPlayers returns Players.
func (g Game) NumPlayers() int { return g.Players }

// ToMove returns who chooses at the node.
func (g Game) ToMove(s *int) int { return g.Nodes[*s].Player }

// AppendActions appends the numbers of the children. It appends nothing at a simultaneous-move
// node, where AppendPlayerActions lists the actions of each player.
func (g Game) AppendActions(dst []Action, s *int) []Action {
	n := &g.Nodes[*s]
	if n.Player == game.Simultaneous {
		return dst
	}
	return appendNumbers(dst, len(n.Children))
}

// Apply walks to a child.
func (g Game) Apply(s *int, a Action) { *s = g.Nodes[*s].Children[a] }

// Returns copies the returns of the node.
func (g Game) Returns(s *int, out []float64) { copy(out, g.Nodes[*s].Returns) }

// AppendOutcomes appends the children of a chance node with their probabilities.
func (g Game) AppendOutcomes(dst []game.Outcome[Action], s *int) []game.Outcome[Action] {
	for k, p := range g.Nodes[*s].Probs {
		dst = append(dst, game.Outcome[Action]{Action: Action(k), Prob: p})
	}
	return dst
}

// AppendPlayerActions appends the numbers of the actions of a player at a simultaneous-move node.
func (g Game) AppendPlayerActions(dst []Action, s *int, player int) []Action {
	return appendNumbers(dst, g.Nodes[*s].Counts[player])
}

// ApplyJoint walks to the child of a joint action.
func (g Game) ApplyJoint(s *int, joint []Action) {
	n, child := &g.Nodes[*s], 0
	for player, count := range n.Counts {
		child = child*count + int(joint[player])
	}
	*s = n.Children[child]
}

// Supports implements [game.Supporter].
func (g Game) Supports(c game.Capability) bool {
	switch c {
	case game.HasChanceGame:
		return g.has(game.Chance)
	case game.HasSimultaneousGame:
		return g.has(game.Simultaneous)
	}
	return true
}

// has reports whether player chooses at a node.
func (g Game) has(player int) bool {
	return slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Player == player })
}

// String writes the tree in parentheses, so that a failing test shows it: the player, or "chance"
// or "all", before the children of a node, and the returns of each end.
//
//	0(1/0 1(0/1 0.5/0.5) chance(0.25:1/0 0.75:0/1))
func (g Game) String() string {
	if len(g.Nodes) == 0 {
		return "empty"
	}
	return g.text(g.Start())
}

func (g Game) text(number int) string {
	n := &g.Nodes[number]
	var words []string
	if len(n.Children) == 0 {
		for _, v := range n.Returns {
			words = append(words, fmt.Sprint(v))
		}
		return strings.Join(words, "/")
	}
	for k, child := range n.Children {
		word := g.text(child)
		if n.Player == game.Chance {
			word = fmt.Sprintf("%.3g:%s", n.Probs[k], word)
		}
		words = append(words, word)
	}
	who := fmt.Sprint(n.Player)
	switch n.Player {
	case game.Chance:
		who = "chance"
	case game.Simultaneous:
		who = "all"
	}
	return who + "(" + strings.Join(words, " ") + ")"
}

// appendNumbers appends the actions 0..n-1.
func appendNumbers(dst []Action, n int) []Action {
	for k := range n {
		dst = append(dst, Action(k))
	}
	return dst
}
