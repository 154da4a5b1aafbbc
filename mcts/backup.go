package mcts

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// backup adds the finished simulation to the root and to every edge of its path, each credited with what the
// simulation is worth to the player who chose it.
func (w *worker[S, A]) backup() error {
	w.tree.chunks[0].stats[rootSlot].Visits++
	for p, v := range w.returns {
		w.sums[p] += v
	}
	if w.isAverage && !w.tree.withSums {
		chunks, returns := w.tree.chunks, w.returns
		for _, e := range w.path[:w.depth] {
			c, i := chunks[e.slot>>chunkBits], e.slot&chunkMask
			add(&c.stats[i], &c.links[i], returns[max(0, e.player)])
		}
		if len(w.parts) > 0 {
			w.backupParts()
		}
		return nil
	}
	if err := w.credit(); err != nil {
		return err
	}
	for n, e := range w.path[:w.depth] {
		v := w.values[n]
		c, i := w.tree.at(e.slot)
		add(&c.stats[i], &c.links[i], v)
		switch {
		case w.drawer != nil:
			c.sums[i] += v / w.odds[n]
		case c.sums != nil:
			c.sums[i] += float64(v * v)
		}
	}
	w.backupParts()
	return nil
}

// backupParts credits the edges of joint actions with what their parts are worth to the players who chose them.
func (w *worker[S, A]) backupParts() {
	plain := w.isAverage && !w.tree.withSums
	for _, p := range w.parts {
		v := 0.0
		if plain {
			v = w.returns[w.path[p.step].player]
		} else {
			v = w.values[p.step]
		}
		c, i := w.tree.at(p.slot)
		add(&c.stats[i], &c.links[i], v)
	}
}

// credit asks the backup strategy what the simulation is worth, into w.values.
func (w *worker[S, A]) credit() error {
	w.trace.Movers = w.trace.Movers[:0]
	for _, e := range w.path[:w.depth] {
		w.trace.Movers = append(w.trace.Movers, max(0, e.player))
	}
	w.trace.Returns = w.returns
	w.trace.Plies, w.trace.Root, w.trace.Leaf = nil, 0, 0 // those of the last simulation
	if w.measures {
		w.measure()
	}
	w.values = slices.Grow(w.values[:0], w.depth)[:w.depth]
	w.backing.Credit(&w.trace, w.values)
	if w.isAverage {
		return nil // checkSums sees to the returns
	}
	for _, v := range w.values {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("mcts: Backup %T credited %v, want numbers of magnitude up to %g", w.backing, v, float64(maxReturn))
		}
	}
	return nil
}

// add averages v into the mean of an edge, which is the sum of a float32 and its rounding error: 48 bits, so that
// it neither drifts nor freezes before the 32 bits of the visits are used up.
func add(s *policy.Stats, l *link, v float64) {
	s.Visits++
	mean := float64(s.Mean) + float64(math.Float32frombits(l.low))
	mean += (v - mean) / float64(s.Visits)
	s.Mean = float32(mean)
	l.low = math.Float32bits(float32(mean - float64(s.Mean)))
}

// mean returns the edge's mean with all its bits.
func (c *chunk[A]) mean(i uint32) float64 {
	return float64(c.stats[i].Mean) + float64(math.Float32frombits(c.links[i].low))
}
