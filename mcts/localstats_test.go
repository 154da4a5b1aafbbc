package mcts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Walkers in turns hold back no more than an eighth of the visits of a block, or one simulation each. What a walker posts is
// in the tree, and what others have posted then in its ledger.
func TestLedgers(t *testing.T) {
	const workers, simulations = 4, 6_000
	s, h := walkers(t, workers)
	for n := range simulations {
		k := h.walkers[n%workers]
		require.NoError(t, k.simulate())
		if n%100 != 0 {
			continue
		}
		posted, held := int(s.w.tree.chunks[0].stats[rootSlot].Visits), 0
		backlog := map[uint32]uint32{}
		for _, k := range h.walkers {
			held += int(k.held)
			for _, p := range k.pages[:k.inUse] {
				for i := range p.ledgers[:p.open] {
					l := &p.ledgers[i]
					backlog[l.slot] += l.held
				}
			}
		}
		require.Equal(t, n+1, posted+held)
		require.LessOrEqual(t, held, max(workers, posted/heldShare))
		require.GreaterOrEqual(t, int(k.seen), n/2, "it knows of the others")
		for slot, held := range backlog {
			visits := uint32(0)
			c, i := k.at(slot - 1)
			for _, edge := range c.stats[i+1:][:c.block(i).count] {
				visits += edge.Visits
			}
			require.LessOrEqual(t, held, max(workers, visits/heldShare), "block at %d", slot)
		}
	}
	for _, k := range h.walkers {
		k.postAll()
		for _, p := range k.pages[:k.inUse] {
			for i := range p.ledgers[:p.open] {
				require.Zero(t, p.ledgers[i].held)
			}
		}
		l := k.top
		require.NotNil(t, l)
		k.post(l)
		require.Zero(t, l.held)
		require.Equal(t, l.chunk.stats[l.slot:][:len(l.stats)], l.stats)
	}
	visits := uint32(0)
	for _, e := range h.walkers[workers-1].top.stats {
		visits += e.Visits
	}
	require.EqualValues(t, simulations, visits)
}

// Ledgers of any width find room, until a walker has all its pages. What was in them is forgotten.
func TestPages(t *testing.T) {
	k := &walker[int, int]{worker: &worker[int, int]{}}
	k.tree.chunks = []*chunk[int]{new(chunk[int])}
	require.Nil(t, k.newLedger(pageEdges+1))
	for range 2 {
		for _, n := range []int{pageEdges, 1, pageEdges - 1, 2} {
			l := k.newLedger(n)
			require.Len(t, l.stats, n)
			require.Equal(t, make([]entry[int], n), l.entries)
			l.entries[n-1] = entry[int]{sum: 1, visits: 1, below: l}
		}
		require.Equal(t, 3, k.inUse)
		k.forget()
	}
	ledgers := 0
	for ; k.newLedger(1) != nil; ledgers++ {
		require.LessOrEqual(t, ledgers, mostPages*pageLedgers)
	}
	require.Equal(t, mostPages*pageLedgers, ledgers)
}
