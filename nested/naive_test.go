package nested_test

import (
	"math"

	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/rng"
)

// naiveNRPA is NRPA as the paper states it, with a map of weights, on a tree with codes. One random
// number is drawn at each state with more than one action.
type naiveNRPA struct {
	game   coded
	method nested.NRPA
	rand   *rng.Rand
	left   int   // playouts
	ends   []int // of the playouts so far
}

// found is a line of the naive searches, with its return.
type found struct {
	sum     float64
	actions []action
	nodes   []int // the states at which they were played
}

// search makes a search of a level. It reports false if the budget is used up.
func (n *naiveNRPA) search(level int, above map[uint64]float64) (found, bool) {
	if level == 0 {
		return n.playout(above)
	}
	policy := map[uint64]float64{}
	for code, w := range above {
		policy[code] = w
	}
	best := found{sum: math.Inf(-1)}
	for range n.method.Iterations {
		times := 1
		if level == 1 && n.method.Playouts > 0 {
			times = n.method.Playouts
		}
		for range times {
			result, ok := n.search(level-1, policy)
			if !ok {
				return best, false
			}
			if result.sum >= best.sum {
				best = result
			}
		}
		policy = n.adapt(policy, best)
	}
	return best, true
}

// chances returns the probabilities of the actions of a node.
func (n *naiveNRPA) chances(policy map[uint64]float64, node int) []float64 {
	children := n.game.Nodes[node].Children
	chances, sum := make([]float64, len(children)), 0.0
	for k, child := range children {
		bias := 0.0
		if n.method.Prior {
			bias = math.Log(float64(n.game.weights[child]))
		}
		chances[k] = math.Exp(policy[n.game.codes[child]] + bias)
		sum += chances[k]
	}
	for k := range chances {
		chances[k] /= sum
	}
	return chances
}

func (n *naiveNRPA) playout(policy map[uint64]float64) (line found, ok bool) {
	if n.left == 0 {
		return line, false
	}
	n.left--
	node := 0
	for len(n.game.Nodes[node].Children) > 0 {
		k := 0
		if chances := n.chances(policy, node); len(chances) > 1 {
			u := n.rand.Float64()
			for k < len(chances)-1 && u >= chances[k] {
				u -= chances[k]
				k++
			}
		}
		line.actions, line.nodes = append(line.actions, action(k)), append(line.nodes, node)
		node = n.game.Nodes[node].Children[k]
		line.sum += n.game.rewards[node]
	}
	line.sum += n.game.Nodes[node].Returns[0]
	n.ends = append(n.ends, node)
	return line, true
}

// adapt returns the policy that is moved towards a line.
func (n *naiveNRPA) adapt(policy map[uint64]float64, line found) map[uint64]float64 {
	moved := map[uint64]float64{}
	for code, w := range policy {
		moved[code] = w
	}
	for i, node := range line.nodes {
		children := n.game.Nodes[node].Children
		moved[n.game.codes[children[line.actions[i]]]] += n.method.Alpha
		for k, p := range n.chances(policy, node) {
			moved[n.game.codes[children[k]]] -= n.method.Alpha * p
		}
	}
	return moved
}

// naiveNMCS is NMCS as the paper states it, except for states with a single action, on a tree.
type naiveNMCS struct {
	game   coded
	method nested.NMCS
	rand   *rng.Rand
	left   int   // playouts
	ends   []int // of the playouts so far
}

// playout plays on from a node. The line before it brings paid.
func (n *naiveNMCS) playout(node int, paid float64, actions []action) (found, bool) {
	if n.left == 0 {
		return found{}, false
	}
	n.left--
	line := found{sum: paid, actions: append([]action(nil), actions...)}
	for len(n.game.Nodes[node].Children) > 0 {
		children := n.game.Nodes[node].Children
		k := 0
		if n.method.Prior {
			sum := 0.0
			for _, child := range children {
				sum += float64(n.game.weights[child])
			}
			u := n.rand.Float64() * sum
			for k < len(children)-1 && u >= float64(n.game.weights[children[k]]) {
				u -= float64(n.game.weights[children[k]])
				k++
			}
		} else {
			k = n.rand.IntN(len(children))
		}
		line.actions = append(line.actions, action(k))
		node = children[k]
		line.sum += n.game.rewards[node]
	}
	line.sum += n.game.Nodes[node].Returns[0]
	n.ends = append(n.ends, node)
	return line, true
}

// search plays a game of a level.
func (n *naiveNMCS) search(level, node int, paid float64, actions []action) (found, bool) {
	if level == 0 || len(n.game.Nodes[node].Children) == 0 {
		return n.playout(node, paid, actions)
	}
	best := found{sum: math.Inf(-1)}
	for len(n.game.Nodes[node].Children) > 0 {
		children := n.game.Nodes[node].Children
		if len(children) > 1 || math.IsInf(best.sum, -1) {
			for k, child := range children {
				with := append(append([]action(nil), actions...), action(k))
				result, ok := n.search(level-1, child, paid+n.game.rewards[child], with)
				if !ok {
					return best, false
				}
				if result.sum > best.sum {
					best = result
				}
			}
		}
		k := best.actions[len(actions)]
		actions = append(append([]action(nil), actions...), k)
		node = children[k]
		paid += n.game.rewards[node]
	}
	return best, true
}
