package mcts

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// maxReturn bounds the magnitude of returns, so that a float32 holds a mean and a float64 its
// square.
const maxReturn = 1e30

// backup adds the finished simulation to the statistics of the root and of every edge of its path.
// Each edge is credited with what the simulation is worth to the player who chose it.
func (w *worker[S, A]) backup(sim *simulation[S, A]) error {
	squares, sums := 0.0, w.sums[:len(sim.returns)]
	for p, v := range sim.returns {
		squares += v * v
		sums[p] += v
	}
	if !(squares <= maxReturn*maxReturn) {
		if err := w.checkReturns(sim); err != nil {
			return err
		}
	}
	if !w.plainBackup {
		if err := w.backupValues(sim); err != nil {
			return err
		}
	} else { // Every edge gets the return of its player, the most frequent case.
		chunks, returns := w.tree.chunks, sim.returns
		chunks[0].stats[rootSlot].Visits++
		for _, e := range sim.path {
			c, i := chunks[e.slot>>chunkBits], e.slot&chunkMask
			add(&c.stats[i], &c.links[i], returns[max(0, e.player)])
		}
		for _, p := range sim.components {
			c, i := chunks[p.slot>>chunkBits], p.slot&chunkMask
			add(&c.stats[i], &c.links[i], returns[sim.path[p.step].player])
		}
	}
	for _, h := range w.hooks {
		if err := h.backedUp(sim); err != nil {
			return err
		}
	}
	return nil
}

// backupValues is backup of what the backup strategy credits, or into a tree that several workers
// change.
func (w *worker[S, A]) backupValues(sim *simulation[S, A]) error {
	if !w.isAverage || w.credits == nil {
		if err := w.credit(sim); err != nil {
			return err
		}
	}
	if w.credits != nil {
		w.credits.addValues(sim)
	} else {
		w.averageValues(sim)
	}
	return nil
}

// creditor writes the values of a simulation into the tree, for trees that several workers change.
type creditor[S any, A comparable] interface {
	addValues(sim *simulation[S, A])
}

// averageValues backs up w.values.
func (w *worker[S, A]) averageValues(sim *simulation[S, A]) {
	w.tree.chunks[0].stats[rootSlot].Visits++
	for n, e := range sim.path {
		c, i := w.tree.at(e.slot)
		add(&c.stats[i], &c.links[i], w.values[n])
	}
	for _, p := range sim.components {
		c, i := w.tree.at(p.slot)
		add(&c.stats[i], &c.links[i], w.values[p.step])
	}
	for _, column := range w.columns {
		column.backup(sim, w.values)
	}
}

// credit asks the backup strategy what the simulation is worth, into w.values.
func (w *worker[S, A]) credit(sim *simulation[S, A]) error {
	t := &w.trace
	t.Movers = t.Movers[:0]
	for _, e := range sim.path {
		t.Movers = append(t.Movers, max(0, e.player))
	}
	t.Returns = sim.returns
	t.Plies, t.Root, t.Leaf = nil, 0, 0 // They are for a Learner only.
	if w.measures {
		w.measure(sim)
	}
	w.values = slices.Grow(w.values[:0], len(sim.path))[:len(sim.path)]
	forget(w.values)
	w.backing.Credit(t, w.values)
	for _, v := range w.values {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("mcts: Backup %T credited %v, want numbers of magnitude up to %g, after %s",
				w.backing, v, float64(maxReturn), w.whereabouts(sim))
		}
	}
	return nil
}

// checkReturns reports the first return that is no number, or too large. Returns that nobody wrote
// are NaN.
func (w *worker[S, A]) checkReturns(sim *simulation[S, A]) error {
	for p, v := range sim.returns {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("mcts: %T: the return of player %d is %v, want a number of magnitude up to %g, after %s",
				w.Game, p, v, float64(maxReturn), w.whereabouts(sim))
		}
	}
	return nil
}

// add averages v into the mean of an edge, which is the sum of a float32 and its rounding error: 48
// bits, so that it neither drifts nor freezes before the 32 bits of the visits are used up.
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
