package tree

// In a graph several edges may lead to a block, and a block may lie before them. The means of edges
// are not the means of their simulations: package graph, which knows the values of nodes, writes
// them.

// Lead makes the node at slot lead to a block, Terminal or nothing.
func (t *Tree) Lead(slot, child uint32) {
	c, i := t.at(slot)
	c.links[i] = child
}

// Visit counts a visit of an edge, which has a mean then.
func (t *Tree) Visit(slot uint32, mean float64) {
	c, i := t.at(slot)
	c.stats[i].Visits++
	c.stats[i].Mean = float32(mean)
}

// SetNodes makes the number of nodes what the graph knows it to be.
func (t *Tree) SetNodes(n int) { t.nodes = n }

// SetMean gives an edge a mean. No mean is the sum of many small steps, so rounding errors are not
// kept.
func (t *Tree) SetMean(slot uint32, mean float64) {
	c, i := t.at(slot)
	c.stats[i].Mean = float32(mean)
}
