// Package graph finds what depends on itself.
package graph

// Components returns the nodes in groups that depend on each other (the strongly connected
// components), each group after those that it depends on. Node a depends on the nodes edges[a].
//
// It is the algorithm of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, with an
// explicit stack instead of recursion, which might be too deep.
func Components(edges [][]int32) [][]int32 {
	n := len(edges)
	c := components{edges: edges, index: make([]int32, n), low: make([]int32, n), open: make([]bool, n)}
	for a := range edges {
		if c.index[a] == 0 {
			c.visit(int32(a))
		}
	}
	return c.all
}

type components struct {
	edges      [][]int32
	index, low []int32 // from 1
	open       []bool
	count      int32
	stack      []int32 // the nodes that are in no group yet
	calls      []call
	all        [][]int32
}

// call is a visit to a node, which continues with one of its edges.
type call struct {
	node int32
	next int
}

func (c *components) visit(a int32) {
	c.enter(a)
	for len(c.calls) > 0 {
		top := &c.calls[len(c.calls)-1]
		a := top.node
		if top.next < len(c.edges[a]) {
			b := c.edges[a][top.next]
			top.next++
			switch {
			case c.index[b] == 0:
				c.enter(b)
			case c.open[b]:
				c.low[a] = min(c.low[a], c.index[b])
			}
			continue
		}
		c.calls = c.calls[:len(c.calls)-1]
		if n := len(c.calls); n > 0 {
			above := c.calls[n-1].node
			c.low[above] = min(c.low[above], c.low[a])
		}
		if c.low[a] == c.index[a] {
			c.close(a)
		}
	}
}

func (c *components) enter(a int32) {
	c.count++
	c.index[a], c.low[a] = c.count, c.count
	c.stack, c.open[a] = append(c.stack, a), true
	c.calls = append(c.calls, call{node: a})
}

// close makes a group of the nodes since a.
func (c *components) close(a int32) {
	i := len(c.stack) - 1
	for c.stack[i] != a {
		i--
	}
	group := append([]int32(nil), c.stack[i:]...)
	c.stack = c.stack[:i]
	for _, b := range group {
		c.open[b] = false
	}
	c.all = append(c.all, group)
}
