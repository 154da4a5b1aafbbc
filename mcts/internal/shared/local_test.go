package shared

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// engine is a worker that searches Connect Four from its start by UCT, in a shared tree.
type engine struct {
	*Walker
	play   playout.Maker[connect4.State, connect4.Drop]
	own    tree.Tree
	choose selection.Chooser
	sim    playout.Simulation[connect4.State, connect4.Drop]
	sum    float64 // of the returns of player 0
}

func (e *engine) Expand(slot uint32) (uint32, error) {
	player, err := e.play.List(&e.sim.State)
	if err != nil {
		return tree.Unexpanded, err
	}
	if len(e.play.Actions) == 0 {
		e.own.End(slot)
		return tree.Terminal, nil
	}
	if err := e.play.Order(&e.sim, player); err != nil {
		return tree.Unexpanded, err
	}
	return e.own.Link(slot, tree.Make(&e.own, int32(player), e.play.Actions)), nil
}

// seen has seen no returns.
func (e *engine) seen() *returns.Seen {
	s := returns.New(2, 0, 0, 0)
	return &s
}

func (e *engine) Draw(tree.Block) (uint32, error) { panic("there is no chance in Connect Four") }

func (e *engine) Play(b tree.Block, k uint32) {
	e.play.Apply(&e.sim.State, tree.ActionOf[connect4.Drop](b, k))
}

func (e *engine) simulate(t testing.TB) {
	e.sim.State = connect4.State{}
	e.sim.Begin(0)
	_, err := e.SelectLeaf()
	require.NoError(t, err)
	require.NoError(t, e.play.Evaluate(&e.sim))
	e.sum += e.sim.Returns[0]
	e.sim.Relative = e.sim.Returns
	e.Add(nil)
}

// walkers returns workers that are ready to simulate in one tree.
func walkers(t testing.TB, workers int) ([]*engine, *tree.Shared) {
	h := &tree.Shared{}
	rules, err := game.NewRules(connect4.Game{})
	require.NoError(t, err)
	var all []*engine
	for n := range workers {
		actions := tree.NewActions[connect4.Drop]()
		e := &engine{own: tree.New(2, actions)}
		e.choose = selection.New(&e.own, policy.UCT{}, nil)
		e.play.Init(rules)
		e.sim.Rand.Seed(uint64(n))
		e.sim.Returns = make([]float64, 2)
		e.Walker = New(e, &e.sim.Pass, &e.own, &e.choose, e.seen(), h, workers, false)
		all = append(all, e)
	}
	all[0].own.Reset()
	_, err = all[0].Expand(tree.Root)
	require.NoError(t, err)
	h.Begin()
	for _, e := range all {
		e.Begin(true)
	}
	return all, h
}

func visitsOf(e *engine) int {
	visits, _ := e.own.Edge(tree.Root)
	return int(visits)
}

// Walkers in turn hold back no more than an eighth of the visits of a block, or one simulation
// each. What a walker flushes is in the tree, and what others have flushed by then is in its local
// block.
func TestLocalStats(t *testing.T) {
	const workers, simulations = 4, 6_000
	all, _ := walkers(t, workers)
	main := all[0]
	for n := range simulations {
		k := all[n%workers]
		k.simulate(t)
		if n%100 != 0 {
			continue
		}
		flushed, held := visitsOf(main), 0
		backlog := map[uint32]uint32{}
		for _, k := range all {
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
			for _, edge := range k.own.Block(slot).All() {
				visits += edge.Visits
			}
			require.LessOrEqual(t, held, max(workers, visits/heldShare), "block at %d", slot)
		}
	}
	for _, k := range all {
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
	for _, e := range all[workers-1].local.top.stats {
		visits += e.Visits
	}
	require.EqualValues(t, simulations, visits)
}

// Local blocks of any width find room until a walker has all its memory. What was in them is
// forgotten.
func TestLocalMemory(t *testing.T) {
	var k localStats
	k.workers, k.many = 2, leastVisits*2
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
	all, _ := walkers(t, 4)
	for n := range 3000 {
		k := all[n%4]
		k.simulate(t)
	}
	k := all[0]
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

// A selection sees virtual visits as visits: with the current mean, or with the value of a loss if
// there is a virtual loss. A child without a result has the expected mean of the others.
func TestLook(t *testing.T) {
	seen := returns.New(1, 0, 0, 0)
	all := tree.New(1, tree.NewActions[int]())
	k := &Walker{tree: &all, few: 10, seen: &seen}
	new(tree.Shared).Join(&all)
	all.Reset()
	b := tree.Make(&all, 0, []int{1, 2, 3, 4})
	for e := range uint32(4) {
		tree.Try[int](&all, all.Block(b.Slot()), e)
	}
	b = b.Reload()
	rand := rng.New(1)
	all.AddSum(b.First(), 2, 4, rand)
	all.AddSum(b.First()+1, 0.25, 1, rand)
	for _, e := range []uint32{0, 0, 2} {
		all.EnterEdge(b.First() + e)
	}
	require.Equal(t, []policy.Stats{{Mean: 0.5, Visits: 6}, {Mean: 0.25, Visits: 1}, {Mean: 0.375, Visits: 1}, {Mean: 0.375, Visits: 1}}, k.look(b))
	k.loss = true
	require.Equal(t, []policy.Stats{{Mean: 0.5 * 4 / 6, Visits: 6}, {Mean: 0.25, Visits: 1}, {Visits: 1}, {Visits: 1}}, k.look(b))
}

// A walker that comes to the root while others have reserved all room waits until an action is
// tried or there is room, so that no simulation of a full tree ends at the root.
func TestRoomAtTheRoot(t *testing.T) {
	all, h := walkers(t, 1)
	e := all[0]
	e.own.LimitNodes(2)
	h.Begin()
	e.Begin(true)
	require.True(t, h.Reserve(), "by another walker, on its way")
	steps := make(chan int)
	go func() {
		e.sim.State = connect4.State{}
		e.sim.Begin(0)
		_, err := e.SelectLeaf()
		require.NoError(t, err)
		steps <- len(e.sim.Path)
	}()
	for range 100 {
		runtime.Gosched()
	}
	h.Release()
	require.Equal(t, 1, <-steps)
}

// Each worker knows that its tree is shared, so that a node may get its actions while its first
// simulation is in progress.
func TestEveryWorkerKnowsThatItsTreeIsShared(t *testing.T) {
	all, _ := walkers(t, 3)
	for i, e := range all {
		require.True(t, e.own.Unordered, "worker %d", i)
	}
}
