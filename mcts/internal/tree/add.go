package tree

import (
	"math"

	"github.com/banyan-go/banyan/policy"
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

// AddReturns adds a simulation to the statistics of the root and of the edges of its path, each of
// which gets the return of the player who chose it.
func (t *Tree) AddReturns(w *Walk, returns []float64) {
	chunks := t.chunks
	chunks[0].stats[Root].Visits++
	for _, e := range w.Path {
		c, i := chunks[e.Slot>>chunkBits], e.Slot&chunkMask
		add(&c.stats[i], &c.links[i], returns[max(0, e.Player)])
	}
	for _, p := range w.Components {
		c, i := chunks[p.Slot>>chunkBits], p.Slot&chunkMask
		add(&c.stats[i], &c.links[i], returns[w.Path[p.Step].Player])
	}
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

// add averages v into the mean of an edge; several workers do it by [Tree.AddSum]. The mean is the
// sum of a float32 and its rounding error: 48 bits, so that it neither drifts nor freezes before
// the 32 bits of the visits are used up.
func add(s *policy.Stats, l *link, v float64) {
	visits := s.Visits + 1
	mean := float64(s.Mean) + float64(math.Float32frombits(l.low))
	mean += (v - mean) / float64(visits)
	s.Visits = visits
	s.Mean = float32(mean)
	l.low = math.Float32bits(float32(mean - float64(s.Mean)))
}

// mean returns the mean of an edge with all its bits.
func (c *chunk) mean(i uint32) float64 {
	return float64(c.stats[i].Mean) + float64(math.Float32frombits(c.links[i].low))
}

// AddVirtual counts a virtual visit on a path: that of a simulation that has no result yet.
func (t *Tree) AddVirtual(w *Walk) {
	t.chunks[0].stats[Root].Visits++
	for _, e := range w.Path {
		c, i := t.at(e.Slot)
		c.stats[i].Visits++
	}
	for _, p := range w.Components {
		c, i := t.at(p.Slot)
		c.stats[i].Visits++
	}
}

// RemoveVirtual undoes AddVirtual, and forgets the mean that was expected of an edge without a
// result.
func (t *Tree) RemoveVirtual(w *Walk) {
	t.chunks[0].stats[Root].Visits--
	for _, e := range w.Path {
		t.removeVirtual(e.Slot)
	}
	for _, p := range w.Components {
		t.removeVirtual(p.Slot)
	}
}

func (t *Tree) removeVirtual(slot uint32) {
	c, i := t.at(slot)
	if c.stats[i].Visits--; c.stats[i].Visits == 0 {
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
