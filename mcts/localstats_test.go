package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
)

// Walkers in turn hold back no more than an eighth of the visits of a block, or one simulation
// each. What a walker flushes is in the tree, and what others have flushed by then is in its local
// block.
func TestLocalStats(t *testing.T) {
	const workers, simulations = 4, 6_000
	s, h := walkers(t, workers)
	for n := range simulations {
		k := h.walkers[n%workers]
		require.NoError(t, k.simulate(&k.w.sim))
		if n%100 != 0 {
			continue
		}
		flushed, held := s.root().Visits(), 0
		backlog := map[uint32]uint32{}
		for _, k := range h.walkers {
			held += int(k.local.held)
			for _, p := range k.local.memory[:k.local.inUse] {
				for i := range p.blocks[:p.open] {
					l := &p.blocks[i]
					backlog[l.Slot()] += l.held
				}
			}
		}
		require.Equal(t, n+1, flushed+held)
		require.LessOrEqual(t, held, max(workers, flushed/heldShare))
		require.GreaterOrEqual(t, int(k.local.seen), n/2, "it knows of the others")
		for slot, held := range backlog {
			visits := uint32(0)
			for _, edge := range k.w.tree.Block(slot).All() {
				visits += edge.Visits
			}
			require.LessOrEqual(t, held, max(workers, visits/heldShare), "block at %d", slot)
		}
	}
	for _, k := range h.walkers {
		k.flushAll()
		for _, p := range k.local.memory[:k.local.inUse] {
			for i := range p.blocks[:p.open] {
				require.Zero(t, p.blocks[i].held)
			}
		}
		l := k.local.top
		require.NotNil(t, l)
		k.flush(l)
		require.Zero(t, l.held)
		require.Equal(t, l.All(), l.stats)
	}
	visits := uint32(0)
	for _, e := range h.walkers[workers-1].local.top.stats {
		visits += e.Visits
	}
	require.EqualValues(t, simulations, visits)
}

// Local blocks of any width find room until a walker has all its memory. What was in them is
// forgotten.
func TestLocalMemory(t *testing.T) {
	var k localStats
	k.init(2)
	require.Nil(t, k.newBlock(memoryEdges+1))
	for range 2 {
		for _, n := range []int{memoryEdges, 1, memoryEdges - 1, 2} {
			l := k.newBlock(n)
			require.Len(t, l.stats, n)
			require.Equal(t, make([]localSum, n), l.added)
			l.added[n-1] = localSum{sum: 1, visits: 1, below: l}
		}
		require.Equal(t, 3, k.inUse)
		k.forget(0)
	}
	blocks := 0
	for ; k.newBlock(1) != nil; blocks++ {
		require.LessOrEqual(t, blocks, mostMemory*memoryBlocks)
	}
	require.Equal(t, mostMemory*memoryBlocks, blocks)
}

// A walker sees its own results in its local statistics at once.
func TestLocalStatsHoldOwnResults(t *testing.T) {
	_, h := walkers(t, 4)
	for n := range 3000 {
		k := h.walkers[n%4]
		require.NoError(t, k.simulate(&k.w.sim))
	}
	k := h.walkers[0]
	k.flushAll()
	top := k.local.top
	require.NotNil(t, top)
	require.Greater(t, int(top.most), 2)
	before := top.stats[1]
	k.addLocal(localEdge{top, 1}, 1)
	require.Equal(t, before.Visits+1, top.stats[1].Visits)
	require.InDelta(t, float64(before.Mean)+(1-float64(before.Mean))/float64(before.Visits+1), top.stats[1].Mean, 1e-6)
	require.EqualValues(t, 1, top.added[1].visits)
	require.Equal(t, 1.0, top.added[1].sum)
	require.EqualValues(t, 1, top.held)
}

// While they run, walkers learn what others have published whenever they publish themselves.
func TestWalkersLearnFromEachOther(t *testing.T) {
	made := &census{}
	s, err := New(connect4.Game{}, Config{Playout: made, Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	require.NoError(t, s.prepare(nil, &connect4.State{}))
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	h.begin(true)
	for i, want := range [2][2]int{{traceBatchSize, 0}, {traceBatchSize, 2 * traceBatchSize}} {
		for range traceBatchSize {
			k := h.walkers[i]
			require.NoError(t, k.simulate(&k.w.sim))
		}
		require.Equal(t, want, [2]int{made.all[0].learned, made.all[1].learned})
	}
}

// Every walker knows the history of the game before the root.
func TestHistoryOfWalkers(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Playout: policy.LGRF{}, Parallel: TreeParallel{Workers: 3}})
	require.NoError(t, err)
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	var state connect4.State
	for plies := range 4 {
		r, err := s.Run(context.Background(), &state, Budget{Simulations: 300})
		require.NoError(t, err)
		for _, k := range h.walkers {
			require.Equal(t, plies, k.w.play.History)
			for i, ply := range h.walkers[0].w.sim.Plies[:plies] {
				require.Equal(t, ply, k.w.sim.Plies[i])
			}
		}
		_, err = s.Advance(r.Action)
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, r.Action)
	}
}
