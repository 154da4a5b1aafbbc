package tree

import "github.com/banyan-go/banyan/policy"

// Step is an edge of a simulation's path.
type Step struct {
	Slot   uint32
	Player int32 // who chose it, or Chance
}

// Component is an edge of a joint action other than player 0's.
type Component struct {
	Slot uint32
	Step int // of the path, for the same player
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
		v := returns[max(0, e.Player)]
		c, i := chunks[e.Slot>>chunkBits], e.Slot&chunkMask
		s, link := &c.stats[i], c.links[i]
		// The loop is add, inlined, for the inner edges and for most leaves.
		switch {
		case Leads(link) && !t.Growing:
			rounding := &chunks[link>>chunkBits].stats[link&chunkMask].Mean
			s.Visits++
			s.Mean, *rounding = moved(s.Mean, *rounding, s.Visits, v)
		case s.Visits == 0 && v == float64(float32(v)) && !t.Growing:
			*s = policy.Stats{Mean: float32(v), Visits: 1}
		default:
			t.add(e.Slot, v)
		}
	}
	for _, p := range w.Components {
		t.add(p.Slot, returns[w.Path[p.Step].Player])
	}
}

// AddValues is AddReturns of a value for every step of the path.
func (t *Tree) AddValues(w *Walk, values []float64) {
	t.chunks[0].stats[Root].Visits++
	for n, e := range w.Path {
		t.add(e.Slot, values[n])
	}
	for _, p := range w.Components {
		t.add(p.Slot, values[p.Step])
	}
}

// add averages v into the mean of an edge; several workers do it by [Tree.AddSum].
func (t *Tree) add(slot uint32, v float64) {
	c, i := t.at(slot)
	s, link := &c.stats[i], &c.links[i]
	s.Visits++
	switch {
	case t.Growing:
		at := t.roundings.At(slot)
		s.Mean, *at = moved(s.Mean, *at, s.Visits, v)
	case Leads(*link):
		below, h := t.at(*link)
		s.Mean, below.stats[h].Mean = moved(s.Mean, below.stats[h].Mean, s.Visits, v)
	case s.Visits == 1 && v == float64(float32(v)): // most often
		s.Mean = float32(v)
	default:
		mean, rounding := moved(s.Mean, roundingIn(*link, s.Mean), s.Visits, v)
		setRoundingIn(link, mean, rounding)
		s.Mean = mean
	}
}

// moved returns a mean with its rounding error after one more of so many visits.
func moved(mean, rounding float32, visits uint32, v float64) (float32, float32) {
	m := float64(mean) + float64(rounding)
	m += (v - m) / float64(visits)
	mean = float32(m)
	return mean, float32(m - float64(mean))
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
