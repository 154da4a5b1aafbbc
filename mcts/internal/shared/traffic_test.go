package shared

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// traffic counts the cache lines that move between processors. It models a cache of unlimited size
// for each processor. A write invalidates the copies of the line in all other caches.
type traffic struct {
	holders          map[uint32]uint64 // by line, one bit for each processor with a copy
	moved, rootMoved int               // rootMoved counts the lines of the root and its block
}

// touch counts one access. A line has 64 bytes: eight words of statistics, or eight links. Lines of
// links have odd numbers.
func (m *traffic) touch(processor int, slot uint32, link, write bool) {
	line := slot >> 3 << 1
	if link {
		line |= 1
	}
	me := uint64(1) << processor
	before := m.holders[line]
	if before&me == 0 && before != 0 || write && before&^me != 0 {
		m.moved++
		if slot < 1+1+7 {
			m.rootMoved++
		}
	}
	m.holders[line] = before | me
	if write {
		m.holders[line] = me
	}
}

// simulation counts the accesses of the last simulation of walker k on processor p.
func (m *traffic) simulation(p int, k *engine) {
	if k.local.held == 0 {
		m.touch(p, tree.Root, false, true)
	}
	for n, e := range k.sim.Path {
		if n < len(k.local.path) {
			l := k.local.path[n]
			if l.held > 0 {
				continue
			}
			for j := range l.stats { // flushed; an upper bound of the words written
				m.touch(p, l.First()+uint32(j), false, true)
			}
			continue
		}
		above := uint32(tree.Root)
		if n > 0 {
			above = k.sim.Path[n-1].Slot
		}
		m.touch(p, above, true, false)
		header := k.own.LoadChild(above)
		m.touch(p, header, true, false)
		b := k.own.LoadBlock(header)
		for j := range b.Count() + 1 {
			m.touch(p, header+j, false, false)
		}
		m.touch(p, e.Slot, false, true)
		if b.LoadStats(e.Slot-b.First()).Visits == 1 {
			m.touch(p, header, false, true) // the trial
		}
	}
	for _, slot := range k.walk.virtual {
		m.touch(p, slot, true, true)
	}
}

// simulateTraffic runs n simulations in turn on the walkers of a tree-parallel search. It returns
// the lines moved per simulation, in total and at the root. Without buffers every walker writes to
// the shared statistics at once.
func simulateTraffic(t testing.TB, workers, n int, buffers bool) (lines, rootLines float64) {
	all, h := walkers(t, max(2, workers))
	m := &traffic{holders: map[uint32]uint64{}}
	for i := range n {
		k := all[i%workers]
		if !buffers {
			k.local.many = math.MaxUint32
		}
		k.simulate(t)
		m.simulation(i%workers, k)
	}
	sum, nodes := 0.0, 0
	for _, k := range all {
		nodes += k.End()
		sum += k.sum
	}
	h.End(nodes)
	main := &all[0].own
	require.Empty(t, main.Check(func(tree.Checked, *tree.Findings) {}))
	require.Equal(t, n, visitsOf(all[0]))
	b := main.Below(tree.Root)
	for k := range b.Count() {
		visits, mean := main.Stats(b.First() + k)
		sum -= mean * float64(visits)
	}
	require.InDelta(t, 0, sum, 0.1, "all returns are in the tree")
	return float64(m.moved) / float64(n), float64(m.rootMoved) / float64(n)
}

// All returns reach the tree, with and without local buffers. The buffers keep most lines from
// moving between processors, above all the root's.
func TestTrafficOfBuffers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	const n = 20_000
	for _, workers := range []int{1, 2, 4, 8, 16, 64} {
		lines, rootLines := simulateTraffic(t, workers, n, true)
		direct, rootDirect := simulateTraffic(t, workers, n, false)
		if workers == 1 {
			require.Zero(t, lines+direct)
			continue
		}
		require.Less(t, lines, 0.7*direct)
		require.Less(t, rootLines, 0.15*rootDirect)
	}
}

// BenchmarkTraffic reports how many cache lines a simulation of TreeParallel moves between
// processors, with local statistics buffers and without them.
func BenchmarkTraffic(b *testing.B) {
	for _, workers := range []int{1, 2, 4, 8, 16, 64} {
		for _, buffers := range []bool{true, false} {
			b.Run(fmt.Sprintf("workers=%d/buffers=%t", workers, buffers), func(b *testing.B) {
				lines, rootLines := 0.0, 0.0
				for b.Loop() {
					lines, rootLines = simulateTraffic(b, workers, 20_000, buffers)
				}
				b.ReportMetric(lines, "lines/sim")
				b.ReportMetric(rootLines, "rootlines/sim")
			})
		}
	}
}
