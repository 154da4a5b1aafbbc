package mcts

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
)

// traffic counts lines of a cache that move between processors, of which each has one that is large
// enough. A line that is written is nowhere else then.
type traffic struct {
	holders     map[uint32]uint64 // a bit for every processor
	moves, tops int               // tops: of the lines of the root and its block
}

// A line has 64 bytes, so that it holds eight words of statistics, or eight links; these are odd.
func (m *traffic) touch(processor int, slot uint32, link, write bool) {
	line := slot >> 3 << 1
	if link {
		line |= 1
	}
	me := uint64(1) << processor
	before := m.holders[line]
	if before&me == 0 && before != 0 || write && before&^me != 0 {
		m.moves++
		if slot < 1+1+7 {
			m.tops++
		}
	}
	m.holders[line] = before | me
	if write {
		m.holders[line] = me
	}
}

// simulation counts what the last simulation of a walker has touched.
func (m *traffic) simulation(p int, k *walker[connect4.State, connect4.Drop]) {
	if k.local.held == 0 {
		m.touch(p, rootSlot, false, true)
	}
	for n, e := range k.sim.path {
		if n < len(k.local.path) {
			l := k.local.path[n]
			if l.held > 0 {
				continue
			}
			for j := range l.stats { // posted; at most so many are written
				m.touch(p, l.slot+uint32(j), false, true)
			}
			continue
		}
		above := uint32(rootSlot)
		if n > 0 {
			above = k.sim.path[n-1].slot
		}
		m.touch(p, above, true, false)
		c, i := k.at(above)
		header := c.links[i].child
		c, i = k.at(header)
		m.touch(p, header, true, false)
		for j := range c.block(i).count + 1 {
			m.touch(p, header+j, false, false)
		}
		m.touch(p, e.slot, false, true)
		if c, i = k.at(e.slot); c.stats[i].Visits == 1 {
			m.touch(p, header, false, true) // the trial
		}
	}
	for _, slot := range k.walk.virtual {
		m.touch(p, slot, true, true)
	}
}

// walkers returns a search in the mode Tree whose walkers may begin.
func walkers(t *testing.T, workers int) (*Search[connect4.State, connect4.Drop], *sharedTree[connect4.State, connect4.Drop]) {
	s, err := New(connect4.Game{}, Config{Parallel: TreeParallel{Workers: workers}})
	require.NoError(t, err)
	require.NoError(t, s.prepare(nil, &connect4.State{}))
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	h.begin(true)
	return s, h
}

// moved lets walkers of the mode Tree run simulations in turn and returns how many lines move for
// one of them.
func moved(t *testing.T, workers int, ledgers bool) (lines, tops float64) {
	const n = 20_000
	s, h := walkers(t, max(2, workers))
	m := &traffic{holders: map[uint32]uint64{}}
	for i := range n {
		k := h.walkers[i%workers]
		if !ledgers {
			k.local.many = math.MaxUint32
		}
		require.NoError(t, k.simulate(&k.sim))
		m.simulation(i%workers, k)
	}
	sum := 0.0
	for _, k := range h.walkers {
		k.flushAll()
		s.w.tree.nodes += k.nodes
		sum += k.sums[0]
	}
	s.w.tree.chunks = *h.chunks.Load()
	require.NoError(t, check(&s.w.tree))
	require.Equal(t, n, s.root().Visits())
	for _, c := range s.root().Children() {
		sum -= c.Mean() * float64(c.Visits())
	}
	require.InDelta(t, 0, sum, 0.1, "all returns are in the tree")
	return float64(m.moves) / n, float64(m.tops) / n
}

// How the mode Tree scales: the lines that move between processors for each simulation, with and
// without ledgers.
func TestTraffic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, workers := range []int{1, 2, 4, 8, 16, 64} {
		lines, tops := moved(t, workers, true)
		plain, plainTops := moved(t, workers, false)
		t.Logf("%2d workers: %5.2f lines a simulation, %5.3f at the root; without ledgers %5.2f, %5.3f", workers, lines, tops, plain, plainTops)
		if workers == 1 {
			require.Zero(t, lines+plain)
			continue
		}
		require.Less(t, lines, 0.7*plain)
		require.Less(t, tops, 0.15*plainTops)
	}
}
