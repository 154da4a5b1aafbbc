package inspect

import "github.com/banyan-go/banyan/mcts"

// positions are the numbers of positions that were met in a graph; see [mcts.Node.Position].
type positions map[int]bool

// meet reports whether a position was met before, and notes it. In a tree, whose nodes have the
// number 0, none was.
func (p positions) meet(number int) bool {
	if number == 0 {
		return false
	}
	again := p[number]
	p[number] = true
	return again
}

// visitsOf returns the visits that the children of n share: in a graph, the visits of its position.
func visitsOf[A any](n mcts.Node[A]) int {
	if number, visits := n.Position(); number > 0 {
		return visits
	}
	return n.Visits()
}
