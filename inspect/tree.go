package inspect

import (
	"container/heap"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
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

	position, total int // in a graph: the number of its position, and the visits of that by all lines
}

// MarshalJSON writes the fields in order, and fields of graphs only in a graph.
func (n treeNode) MarshalJSON() ([]byte, error) {
	more := 0
	if n.more {
		more = 1
	}
	fields := []any{n.parent, n.index, n.visits, rounded(n.mean), n.chooser, n.action, more}
	if n.position > 0 {
		fields = append(fields, n.position, n.total)
	}
	return json.Marshal(fields)
}

// tree returns the most visited nodes below a node. It takes time proportional to their number, not
// to the size of the tree.
func (s *subject[S, A]) tree(ctx context.Context, q query) (out treeJSON, err error) {
	err = s.at(ctx, q, func(now mcts.Snapshot[S, A], n mcts.Node[A]) error {
		out = treeJSON{now.Epoch, visible(n, len(q.path) == 0, q.nodes)}
		return nil
	})
	return out, err
}

// visible returns the most visited nodes below top. In a graph, only the first node of a position
// has children.
func visible[A comparable](top mcts.Node[A], isRoot bool, limit int) []treeNode {
	first := treeNode{parent: -1, visits: top.Visits(), mean: top.Mean(), chooser: -1}
	if !isRoot {
		first.action = fmt.Sprint(top.Action())
	}
	least := max(1, int(leastShare*float64(visitsOf(top))))
	queue := candidates[A]{{node: top, treeNode: first}}
	met := positions{}
	nodes := []treeNode{}
	for len(queue) > 0 {
		next := heap.Pop(&queue).(candidate[A]) //nolint:errcheck // Nothing else is in the queue.
		number, by := len(nodes), chooser(next.node)
		next.position, next.total = next.node.Position()
		again := met.meet(next.position)
		for i, child := range next.node.Children() {
			switch v := child.Visits(); {
			case v == 0:
			case v < least || again:
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

const (
	exactVisits = 1000 // up to so many visits, all nodes are counted
	mostSamples = 1000
	leastSample = 100
	sampleTime  = 2 * time.Millisecond
)

// depthsJSON is the distribution of the depths at which simulations left the tree.
type depthsJSON struct {
	Epoch   uint64 `json:"epoch"`
	Counts  []int  `json:"counts"`  // by depth in actions
	Sampled bool   `json:"sampled"` // Counts are of simulations drawn at random
}

// depths returns the depths of the simulations below a node. In a large tree it draws simulations
// at random: at every node it continues to a child with the probability of the child's share of the
// visits, and ends with the probability of the simulations that ended there, or at a position that
// it has passed in a graph. So it takes the same time for any tree.
func (s *subject[S, A]) depths(ctx context.Context, q query) (out depthsJSON, err error) {
	err = s.at(ctx, q, func(now mcts.Snapshot[S, A], n mcts.Node[A]) error {
		out = s.distribution(now.Epoch, n)
		return nil
	})
	return out, err
}

func (s *subject[S, A]) distribution(epoch uint64, n mcts.Node[A]) depthsJSON {
	out := depthsJSON{Epoch: epoch, Counts: []int{}, Sampled: n.Visits() > exactVisits}
	if number, _ := n.Position(); number > 0 {
		out.Sampled = true // The edges of a position do not show their lines.
	}
	if !out.Sampled {
		count(&out, n, 0)
		return out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sample(&out, n, s.rand)
	return out
}

func (d *depthsJSON) add(depth, n int) {
	for len(d.Counts) <= depth {
		d.Counts = append(d.Counts, 0)
	}
	d.Counts[depth] += n
}

// count counts the simulations that ended at n or below.
func count[A comparable](d *depthsJSON, n mcts.Node[A], depth int) {
	ended := n.Visits()
	for _, child := range n.Children() {
		if v := child.Visits(); v > 0 {
			ended -= v
			count(d, child, depth+1)
		}
	}
	if ended > 0 {
		d.add(depth, ended)
	}
}

// sample draws simulations that passed through top.
func sample[A comparable](d *depthsJSON, top mcts.Node[A], r *rng.Rand) {
	start := time.Now()
	for i := range mostSamples {
		if i >= leastSample && i%16 == 0 && time.Since(start) > sampleTime {
			return
		}
		d.add(depthOf(top, r), 1)
	}
}

// depthOf returns the depth below n at which a simulation drawn at random ended.
func depthOf[A comparable](n mcts.Node[A], r *rng.Rand) int {
	passed := positions{}
	for depth := 0; ; depth++ {
		if number, _ := n.Position(); passed.meet(number) {
			return depth
		}
		below := false
		if n, below = draw(n, r); !below {
			return depth
		}
	}
}

// draw returns the child that one of the simulations at n went on to, and false if it ended at n.
func draw[A comparable](n mcts.Node[A], r *rng.Rand) (mcts.Node[A], bool) {
	left := int(r.Float64() * float64(visitsOf(n)))
	for _, child := range n.Children() {
		if left -= child.Visits(); left < 0 {
			return child, true
		}
	}
	return n, false
}
