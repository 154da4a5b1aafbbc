package inspect

import (
	"container/heap"
	"context"
	"encoding/json"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
)

// leastShare is the share of the visits below which a node is too narrow to be drawn.
const leastShare = 1.0 / 4000

// treeJSON is the part of a tree that can be seen: its most visited nodes.
type treeJSON struct {
	Epoch uint64     `json:"epoch"`
	Nodes []treeNode `json:"nodes"` // a parent comes before its children, the top first
}

// treeNode is a node of a treeJSON. To keep answers short, it is an array in JSON.
type treeNode struct {
	parent  int // the number of the node above it in the list; -1 at the top
	index   int // which child of its parent it is
	visits  int
	mean    float64
	chooser int // the player that chose the action, -1 for chance
	action  string
	more    bool // some of its children are left out
}

// MarshalJSON writes the fields in order.
func (n treeNode) MarshalJSON() ([]byte, error) {
	more := 0
	if n.more {
		more = 1
	}
	return json.Marshal([]any{n.parent, n.index, n.visits, rounded(n.mean), n.chooser, n.action, more})
}

// tree returns the most visited nodes below a node. It takes time proportional to their number, not
// to that of the tree.
func (s *subject[S, A]) tree(ctx context.Context, q query) (out treeJSON, err error) {
	err = s.at(ctx, q, func(now mcts.Snapshot[S, A], n mcts.Node[A]) error {
		out = treeJSON{now.Epoch, visible(n, len(q.path) == 0, q.nodes)}
		return nil
	})
	return out, err
}

// visible returns the most visited nodes below n.
func visible[A comparable](top mcts.Node[A], isRoot bool, limit int) []treeNode {
	first := treeNode{parent: -1, visits: top.Visits(), mean: top.Mean(), chooser: -1}
	if !isRoot {
		first.action = fmt.Sprint(top.Action())
	}
	least := max(1, int(leastShare*float64(first.visits)))
	queue := candidates[A]{{node: top, treeNode: first}}
	nodes := []treeNode{}
	for len(queue) > 0 {
		next := heap.Pop(&queue).(candidate[A]) //nolint:errcheck // Nothing else is in the queue.
		number, by := len(nodes), chooser(next.node)
		for i, child := range next.node.Children() {
			switch v := child.Visits(); {
			case v == 0:
			case v < least:
				next.more = true
			default:
				heap.Push(&queue, candidate[A]{child, treeNode{parent: number, index: i, visits: v, mean: child.Mean(), chooser: by}})
			}
		}
		if next.parent >= 0 {
			next.action = fmt.Sprint(next.node.Action())
		}
		nodes = append(nodes, next.treeNode)
		if len(nodes) >= limit {
			markMore(nodes, queue)
			break
		}
	}
	return nodes
}

// markMore marks the nodes whose children are left in the queue.
func markMore[A comparable](nodes []treeNode, queue candidates[A]) {
	for _, c := range queue {
		if c.parent >= 0 {
			nodes[c.parent].more = true
		}
	}
}

// candidate is a node that may be shown.
type candidate[A comparable] struct {
	node mcts.Node[A]
	treeNode
}

// candidates is a heap with the most visited node at the top.
type candidates[A comparable] []candidate[A]

func (c candidates[A]) Len() int           { return len(c) }
func (c candidates[A]) Less(i, j int) bool { return c[i].visits > c[j].visits }
func (c candidates[A]) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *candidates[A]) Push(x any)        { *c = append(*c, x.(candidate[A])) } //nolint:errcheck // Package heap passes on what visible pushed.
func (c *candidates[A]) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
