package sheet

import (
	"maps"
	"slices"
)

// Dependent returns the relations that depend on one relation, and that relation.
func (s *Sheet) Dependent(on string) map[string]bool {
	set := map[string]bool{on: true}
	bodies := s.Bodies()
	for changed := true; changed; {
		changed = false
		for head, body := range bodies {
			for name := range body {
				if set[name] && !set[head] {
					set[head], changed = true, true
				}
			}
		}
	}
	return set
}

// Needed returns the relations on which a game depends. base and input are none of them.
func (s *Sheet) Needed() map[string]bool {
	set := map[string]bool{}
	bodies := s.Bodies()
	for queue := []string{"init", "true", "does", "next", "legal", "goal", "terminal"}; len(queue) > 0; queue = queue[1:] {
		if name := queue[0]; !set[name] {
			set[name] = true
			queue = slices.AppendSeq(queue, maps.Keys(bodies[name]))
		}
	}
	return set
}

// Components returns the relations in groups that depend on each other (the strongly connected
// components), each group after those that it depends on.
func (s *Sheet) Components() [][]string {
	c := components{bodies: s.Bodies(), index: map[string]int{}, low: map[string]int{}, open: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(c.bodies)) {
		if _, seen := c.index[name]; !seen {
			c.visit(name)
		}
	}
	return c.all
}

// components is the algorithm of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.
type components struct {
	bodies     map[string]map[string]bool
	index, low map[string]int
	open       map[string]bool
	stack      []string
	all        [][]string
}

func (c *components) visit(name string) {
	c.index[name] = len(c.index)
	c.low[name] = c.index[name]
	c.stack, c.open[name] = append(c.stack, name), true
	for _, next := range slices.Sorted(maps.Keys(c.bodies[name])) {
		if _, seen := c.index[next]; !seen {
			c.visit(next)
			c.low[name] = min(c.low[name], c.low[next])
		} else if c.open[next] {
			c.low[name] = min(c.low[name], c.index[next])
		}
	}
	if c.low[name] < c.index[name] {
		return
	}
	i := slices.Index(c.stack, name)
	group := slices.Clone(c.stack[i:])
	c.stack = c.stack[:i]
	for _, member := range group {
		c.open[member] = false
	}
	c.all = append(c.all, group)
}
