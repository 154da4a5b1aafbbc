package ground

// Components returns the atoms in groups that depend on each other by their rules (the strongly
// connected components), each group after those that it depends on.
func (p *Program) Components() [][]int32 {
	bodies := make([][]int32, p.Atoms)
	for _, r := range p.Rules {
		bodies[r.Head] = append(append(bodies[r.Head], r.Pos...), r.Neg...)
	}
	c := components{bodies: bodies, index: make([]int32, p.Atoms), low: make([]int32, p.Atoms), open: make([]bool, p.Atoms)}
	for a := range p.Atoms {
		if c.index[a] == 0 {
			c.visit(int32(a))
		}
	}
	return c.all
}

// components is the algorithm of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972,
// with a stack of its own in place of recursion, which might be too deep.
type components struct {
	bodies     [][]int32
	index, low []int32 // from 1
	open       []bool
	count      int32
	stack      []int32 // the atoms that are in no group yet
	calls      []call
	all        [][]int32
}

// call is a visit to an atom, which goes on with one of its bodies.
type call struct {
	atom int32
	next int
}

func (c *components) visit(a int32) {
	c.enter(a)
	for len(c.calls) > 0 {
		top := &c.calls[len(c.calls)-1]
		a := top.atom
		if top.next < len(c.bodies[a]) {
			b := c.bodies[a][top.next]
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
			above := c.calls[n-1].atom
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
	c.calls = append(c.calls, call{atom: a})
}

// close makes a group of the atoms since a.
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
