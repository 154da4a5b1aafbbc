package tree

import (
	"math"
)

// Step is an edge of a simulation's path.
type Step struct {
	Slot   uint32
	Player int32 // who chose it, or Chance
}

// Component is an edge of a joint action beyond that of player 0.
type Component struct {
	Slot uint32
	Step int // of the path, that of the same player
}

// Walk is the way of a simulation through the tree.
type Walk struct {
	Path       []Step      // the edges walked
	Components []Component // of the joint actions on the path
}

// AddValues is AddReturns of a value for every step of the path.
func (t *Tree) AddValues(w *Walk, values []float64) {
	t.chunks[0].stats[Root].Visits++
	for n, e := range w.Path {
		c, i := t.at(e.Slot)
		add(&c.stats[i], &c.links[i], values[n])
	}
	for _, p := range w.Components {
		c, i := t.at(p.Slot)
		add(&c.stats[i], &c.links[i], values[p.Step])
	}
}

// mean returns the mean of an edge with all its bits.
func (c *chunk) mean(i uint32) float64 {
	return float64(c.stats[i].Mean) + float64(math.Float32frombits(c.links[i].low))
}

// AddVirtual counts n virtual visits on a path: 1 for a simulation that has no result yet, and -1
// to undo that, which forgets the mean that was expected of an edge without a result.
func (t *Tree) AddVirtual(w *Walk, n int32) {
	t.chunks[0].stats[Root].Visits += uint32(n)
	for _, e := range w.Path {
		t.addVirtual(e.Slot, n)
	}
	for _, p := range w.Components {
		t.addVirtual(p.Slot, n)
	}
}

func (t *Tree) addVirtual(slot uint32, n int32) {
	c, i := t.at(slot)
	if c.stats[i].Visits += uint32(n); c.stats[i].Visits == 0 {
		c.stats[i].Mean = 0
	}
}

// expectMean gives the edge that is tried next, until its result is there, the mean of the edges
// tried before it.
func (b Block) expectMean() {
	sum, tried := float32(0), b.Tried()
	for _, s := range b.Stats(tried) {
		sum += s.Mean
	}
	if tried > 0 {
		b.c.stats[(b.first+tried)&chunkMask].Mean = sum / float32(tried)
	}
}
