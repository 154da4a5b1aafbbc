package mcts_test

import (
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// naive is UCT as the textbook has it: nodes on the heap, sums of returns, bounds by the formula.
// It draws random numbers in the order of mcts, and rounds bounds to float32 as policy.UCT
// documents, so the two build one tree.
type naive[S any, A comparable] struct {
	game mcts.Game[S, A]
	c    float64
	rand *rng.Rand
}

type naiveNode[A comparable] struct {
	action   A
	mover    int // who chose action
	visits   int
	sum      float64
	untried  []A
	children []*naiveNode[A]
	player   int
	expanded bool
}

func newNaive[S any, A comparable](g mcts.Game[S, A], c float64, seed uint64) *naive[S, A] {
	return &naive[S, A]{game: g, c: c, rand: rng.New(seed)}
}

func (n *naive[S, A]) run(root S, simulations int) map[A]int {
	top := &naiveNode[A]{}
	for range simulations {
		n.simulate(top, root)
	}
	visits := map[A]int{}
	for _, child := range top.children {
		visits[child.action] = child.visits
	}
	return visits
}

func (n *naive[S, A]) simulate(top *naiveNode[A], s S) {
	path := []*naiveNode[A]{top}
	node := top
	for node == top || node.visits > 0 {
		next := n.step(node, &s, n.best)
		if next == nil {
			break
		}
		node = next
		path = append(path, node)
	}
	actions := n.game.AppendActions(nil, &s)
	for len(actions) > 0 {
		n.game.Apply(&s, actions[n.rand.IntN(len(actions))])
		actions = n.game.AppendActions(nil, &s)
	}
	returns := make([]float64, n.game.NumPlayers())
	n.game.Returns(&s, returns)
	for _, v := range path {
		v.visits++
		v.sum += returns[v.mover]
	}
}

// step walks from a node to a new child or, where there is none to make, to the best one; nil at
// the end of the game.
func (n *naive[S, A]) step(node *naiveNode[A], s *S, best func(*naiveNode[A]) *naiveNode[A]) *naiveNode[A] {
	if !node.expanded {
		node.expanded = true
		node.untried = n.game.AppendActions(nil, s)
		node.player = n.game.ToMove(s)
	}
	var child *naiveNode[A]
	switch {
	case len(node.untried) > 0:
		k := n.rand.IntN(len(node.untried))
		child = &naiveNode[A]{action: node.untried[k], mover: node.player}
		node.untried[k] = node.untried[0]
		node.untried = node.untried[1:]
		node.children = append(node.children, child)
	case len(node.children) > 0:
		child = best(node)
	default:
		return nil
	}
	n.game.Apply(s, child.action)
	return child
}

func (n *naive[S, A]) best(node *naiveNode[A]) *naiveNode[A] {
	var best *naiveNode[A]
	greatest := float32(math.Inf(-1))
	for _, child := range node.children {
		explore := float32(n.c) * float32(math.Sqrt(math.Log(float64(node.visits))))
		bound := float32(child.sum/float64(child.visits)) + float32(explore*float32(1/math.Sqrt(float64(child.visits))))
		if bound > greatest {
			best, greatest = child, bound
		}
	}
	return best
}
