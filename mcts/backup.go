package mcts

import (
	"math"
	"slices"
)

// backup adds the finished simulation to the root and to every edge of its path, each credited with what the
// simulation is worth to the player who chose it.
func (w *worker[S, A]) backup() {
	w.tree.chunks[0].stats[rootSlot].Visits++
	for p, v := range w.returns {
		w.sums[p] += v
	}
	if w.isAverage {
		for _, e := range w.path {
			c, i := w.tree.at(e.slot)
			c.add(i, w.returns[max(0, e.player)])
		}
		return
	}
	w.credit()
	for n, e := range w.path {
		c, i := w.tree.at(e.slot)
		c.add(i, w.values[n])
	}
}

// credit asks the backup strategy what the simulation is worth, into w.values.
func (w *worker[S, A]) credit() {
	w.trace.Movers = w.trace.Movers[:0]
	for _, e := range w.path {
		w.trace.Movers = append(w.trace.Movers, max(0, e.player))
	}
	w.trace.Returns = w.returns
	w.values = slices.Grow(w.values[:0], len(w.path))[:len(w.path)]
	w.backing.Credit(&w.trace, w.values)
}

// add averages v into the edge's mean, which is the sum of a float32 and its rounding error: 48 bits, so that
// the mean neither drifts nor freezes before the 32 bits of the visits are used up.
func (c *chunk[A]) add(i uint32, v float64) {
	s, l := &c.stats[i], &c.links[i]
	s.Visits++
	mean := float64(s.Mean) + float64(math.Float32frombits(l.low))
	mean += (v - mean) / float64(s.Visits)
	s.Mean = float32(mean)
	l.low = math.Float32bits(float32(mean - float64(s.Mean)))
	if c.squares != nil {
		c.squares[i] += float64(v * v)
	}
}

// mean returns the edge's mean with all its bits.
func (c *chunk[A]) mean(i uint32) float64 {
	return float64(c.stats[i].Mean) + float64(math.Float32frombits(c.links[i].low))
}
