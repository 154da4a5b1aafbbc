package shared

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// With one other worker, a node is passed by 64 times between two simulations if 1 of 64 of them
// pass through it, and with more workers as much more seldom.
func TestMeeting(t *testing.T) {
	for workers, want := range map[int]uint64{1: 64, 2: 64, 3: 32, 5: 16, 33: 2, 65: 1, 200: 1} {
		all, _ := walkers(t, workers)
		k := all[workers-1].Walker
		require.Equal(t, want, k.meeting, "%d workers", workers)
		require.EqualValues(t, 128*workers, k.few)
	}
}

// A walker is alone at a node if the share of its visits is less than that.
func TestAlone(t *testing.T) {
	all, _ := walkers(t, 3)
	k := all[0]
	for visits, want := range map[uint32]bool{0: true, 99: true, 100: false, 101: false} {
		k.sim.Begin(0)
		k.local.seen, k.walk.visits = 3200, visits
		_, _, err := k.walkOn(tree.Root)
		require.NoError(t, err)
		require.Equal(t, want, k.walk.alone, "%d visits", visits)
	}
}

// A walk ends where the game has ended.
func TestWalkEndsWithTheGame(t *testing.T) {
	all, _ := walkers(t, 2)
	k := all[0]
	end := k.own.Below(tree.Root).First()
	k.own.End(end)
	for range 2 {
		k.sim.Begin(0)
		_, _, err := k.walkOn(tree.Root)
		require.NoError(t, err)
		require.False(t, k.sim.Ended)
		slot, more, err := k.walkOn(end)
		require.NoError(t, err)
		require.False(t, more)
		require.Equal(t, end, slot)
		require.True(t, k.sim.Ended)
	}
}

// Virtual visits are counted at edges with few visits, unless the walker is alone, and at all
// outcomes of chance. The first simulation behind an outcome adds its node.
func TestEnter(t *testing.T) {
	all, h := walkers(t, 2)
	k := all[0]
	enter := func(player int32, visits uint32, alone bool) (others, seen uint32, first bool) {
		b := tree.Make(&k.own, player, make([]connect4.Drop, 3))
		k.own.AddSum(b.First()+1, 0, visits, &k.sim.Rand)
		k.walk.alone, k.walk.virtual = alone, nil
		k.enter(b, 1, false)
		if virtual := k.own.LoadVirtual(b.First() + 1); virtual == 1 {
			require.Equal(t, []uint32{b.First() + 1}, k.walk.virtual)
			require.Equal(t, visits, k.walk.visits)
			first = k.walk.first
			k.walk.virtual = nil
			k.enter(b, 1, false)
			others, seen = 1, k.walk.visits
			require.False(t, k.walk.first, "the other one is")
		}
		return others, seen, first
	}
	for _, c := range []struct {
		player  int32
		visits  uint32
		alone   bool
		counted bool
		first   bool
	}{
		{0, 0, false, true, false},
		{0, k.few - 1, false, true, false},
		{0, k.few, false, false, false},
		{0, 5, true, false, false},
		{game.Chance, 0, true, true, true},
		{game.Chance, 1, true, true, false},
		{game.Chance, 2 * k.few, false, true, false},
	} {
		others, seen, first := enter(c.player, c.visits, c.alone)
		require.Equal(t, c.counted, others == 1, "%+v", c)
		require.Equal(t, c.first, first, "%+v", c)
		if c.counted {
			require.Equal(t, c.visits+1, seen, "visits, and the other one")
		}
	}
	h.End(0)
}

// An action that another walker has tried in the meantime is not tried again, and the room for it
// goes to the next one. Room for an untried action that is not chosen is given back.
func TestTriedByAnother(t *testing.T) {
	for _, decides := range []bool{false, true} {
		all, h := walkers(t, 2)
		k := all[0]
		k.own.LimitNodes(100)
		h.Begin()
		k.Begin(true)
		var prefers uint32
		var seen policy.Node
		k.choose = selection.New(&k.own, prefer{&prefers, &seen}, nil)
		if decides {
			k.choose.Show(policy.NeedEvaluations, selection.OneUntried)
		}
		k.sim.Begin(0)
		b := k.own.LoadBlock(k.own.LoadChild(tree.Root))
		require.True(t, b.TryNext())
		b = b.Reload()
		stale := b
		require.True(t, b.TryNext(), "by another")

		prefers = 2 // the greatest index, then
		before := room(h)
		edge, isNew, err := k.chooseShared(stale)
		require.NoError(t, err)
		require.True(t, isNew)
		require.EqualValues(t, 2, edge)
		require.Equal(t, before-1, room(h))
		if !decides {
			continue
		}
		require.Zero(t, seen.Finished)
		k.own.AddSum(b.First(), 1, 4, &k.sim.Rand)
		k.own.AddSum(b.First()+1, 1.5, 2, &k.sim.Rand)
		prefers = 1
		edge, isNew, err = k.chooseShared(b.Reload())
		require.NoError(t, err)
		require.False(t, isNew)
		require.EqualValues(t, 1, edge)
		require.Equal(t, before-1, room(h), "the room for the fourth is free")
		require.Len(t, seen.Children, 4)
		require.Equal(t, policy.Stats{Mean: 2.5 / 6, Visits: 6}, seen.Finished)
	}
}

// room returns how many nodes there is room for.
func room(h *tree.Shared) (n int) {
	for h.Reserve() {
		n++
	}
	for range n {
		h.Release()
	}
	return n
}

// prefer chooses the child with an index, or the last one.
type prefer struct {
	index *uint32
	seen  *policy.Node
}

func (prefer) Needs() policy.Needs { return policy.NeedEvaluations }

func (p prefer) Select(n *policy.Node) int {
	*p.seen = *n
	return min(int(*p.index), len(n.Children)-1)
}

// A node gets a local block if it has many visits, no less than a certain share of all, and if all
// of its edges have results.
func TestWhereLocalBlocksAre(t *testing.T) {
	all, _ := walkers(t, 2)
	for n := range 40 {
		all[n%2].simulate(t)
	}
	k := all[0]
	slot := uint32(tree.Root)
	many := k.local.many
	require.EqualValues(t, 32, many)
	k.local.seen = many
	require.Nil(t, k.openLocal(slot, many-1))
	require.NotNil(t, k.openLocal(slot, many))
	k.local.seen = visitsShare * (many + 1)
	require.Nil(t, k.openLocal(slot, many))
	require.NotNil(t, k.openLocal(slot, many+1))
	require.Nil(t, k.openLocal(k.own.Below(slot).First(), many+1), "it has untried actions")
}

// Virtual losses have the value of the least return, and edges with more than few visits have no
// virtual ones. Most children here have no result.
func TestLookInPoints(t *testing.T) {
	seen := returns.New(1, 0, 0, 0)
	seen.BeginRun()
	for _, v := range []float64{4, 6, -2} {
		if !seen.Add([]float64{v}) {
			seen.Measure([]float64{v}, 0)
		}
	}
	low := seen.Low(0)
	require.NotZero(t, low)
	all := tree.New(1, tree.NewActions[int]())
	k := &Walker{tree: &all, few: 10, seen: &seen}
	new(tree.Shared).Join(&all)
	all.Reset()
	b := tree.Make(&all, 0, []int{1, 2, 3, 4, 5})
	for e := range uint32(5) {
		tree.Try[int](&all, all.Block(b.Slot()), e)
	}
	b = b.Reload()
	for e, visits := range []uint32{9, 10} {
		all.AddSum(b.First()+uint32(e), float64(visits)*4, visits, rng.New(1))
		for range 3 {
			all.EnterEdge(b.First() + uint32(e))
		}
	}
	stats := k.look(b)
	require.Equal(t, policy.Stats{Mean: 4, Visits: 12}, stats[0])
	require.Equal(t, policy.Stats{Mean: 4, Visits: 10}, stats[1])
	for _, s := range stats[2:] {
		require.Equal(t, policy.Stats{Mean: 4, Visits: 1}, s)
	}
	k.loss = true
	stats = k.look(b)
	require.EqualValues(t, 12, stats[0].Visits)
	require.InDelta(t, (9*4+3*low)/12, stats[0].Mean, 1e-6)
	require.Equal(t, policy.Stats{Mean: 4, Visits: 10}, stats[1])
}
