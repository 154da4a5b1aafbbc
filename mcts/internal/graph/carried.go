package graph

import "github.com/banyan-go/banyan/mcts/internal/tree"

// carried is what a feature keeps of nodes: in the edges to a node, in a column, and here for all
// of them.
type carried interface {
	bring(b tree.Block, k, at uint32) bool // gives an edge what the node has; it reports a change
	take(slot, at uint32)                  // gives the node what an edge has
	isStale(slot, at uint32) bool          // the edge has not what the node has
	move(to, from uint32)
	resize(n int)
	size() int
}
