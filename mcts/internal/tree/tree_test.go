package tree

import (
	"maps"
	"math"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// newTree returns an empty tree of a game of one player.
func newTree() *Tree {
	t := New(1, NewActions[int]())
	t.Reset()
	return &t
}

// Every return is counted once, whoever comes first, and the mean is theirs: negative, fractional
// and large ones.
func TestSharedMean(t *testing.T) {
	for _, scale := range slices.Repeat([]float64{1, -0.3, 1e30, 1e-20}, 4) {
		c := newTree()
		// So few that random rounding leaves a small error: its standard deviation is 1.4e-6.
		const each = 5_000
		var all sync.WaitGroup
		nodes := make([]int, 4)
		for n := range nodes {
			all.Go(func() {
				rand := rng.New(uint64(n))
				for i := range each {
					if c.AddSum(7, scale*float64(i%5)/4, 1, rand) {
						nodes[n]++
					}
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 4*each, c.StatsAt(7).Visits)
		require.InDelta(t, 0.5, float64(c.StatsAt(7).Mean)/scale, 1e-5)
		require.Equal(t, 1, nodes[0]+nodes[1]+nodes[2]+nodes[3], "one of them was first")
		require.Zero(t, c.StatsAt(6))
		require.Zero(t, c.StatsAt(8))
	}
}

// A mean continues moving after visits of which none moves it by as much as a float32 can tell.
func TestSharedMeanDoesNotFreeze(t *testing.T) {
	rand := rng.New(1)
	c := newTree()
	const before = 1 << 26
	c.chunks[0].stats[0] = policy.Stats{Mean: 0.75, Visits: before}
	for range 1 << 20 {
		c.AddSum(0, 0, 1, rand)
	}
	want := 0.75 * before / (before + 1<<20)
	require.InDelta(t, want, c.StatsAt(0).Mean, 1e-4)
	require.Greater(t, 0.75-want, 1e-2, "a float32 that is rounded to the nearest would not have moved")
	plain := float32(0.75)
	for range 1000 {
		plain -= plain / before
	}
	require.Equal(t, float32(0.75), plain)
}

// Rounding is to one of the two neighbors, and right on average.
func TestRound(t *testing.T) {
	rand := rng.New(1)
	for _, mean := range []float64{0.3, -0.3, 0.1234567890123, -1e-30, 5e20 / 3} {
		low, high, sum := math.Inf(1), math.Inf(-1), 0.0
		const n = 10_000
		for range n {
			f := float64(round(mean, 1<<20, rand))
			low, high, sum = min(low, f), max(high, f), sum+(f-mean)
		}
		require.True(t, low < mean && mean < high, mean)
		require.Equal(t, float32(high), math.Nextafter32(float32(low), float32(math.Inf(1))))
		require.InDelta(t, 0, sum/n/(high-low), 0.03)
		require.Equal(t, float32(mean), round(mean, 100, rand), "exact enough")
	}
	require.Equal(t, float32(0.5), round(0.5, 1<<20, rand))
}

// If all visits of a child are virtual, its expected mean is the mean of the children tried before.
func TestExpectMean(t *testing.T) {
	all := newTree()
	b := Make(all, 0, []int{1, 2, 3, 4})
	stats := all.chunks[0].stats[b.First():]
	b.expectMean()
	require.Zero(t, stats[0], "no child was tried before")
	for k := range uint32(3) {
		Try[int](all, all.Block(b.Slot()), k)
	}
	stats[0], stats[1], stats[2] = policy.Stats{Mean: -2, Visits: 9}, policy.Stats{Mean: 3, Visits: 1}, policy.Stats{Mean: 5, Visits: 1}
	b.Reload().expectMean()
	require.InDelta(t, 2, stats[3].Mean, 1e-6)
}

// node is what a block should have.
type node struct {
	block   Block // as it was made
	actions []int
	mean    float32          // in the header
	below   map[uint32]*node // by the index of the edge
	next    *node            // the block of the next player, at simultaneous moves
}

// drawNode makes a block of some kind and size.
func drawNode(all *Tree, r *rng.Rand, mean float32) *node {
	actions := make([]int, []int{1, 4, 5, 300, 4000, 8000, MaxActions}[r.IntN(7)])
	for k := range actions {
		actions[k] = r.IntN(1000)
	}
	n := &node{actions: actions, mean: mean, below: map[uint32]*node{}}
	switch kind := r.IntN(4); {
	case kind == 0 && all.Sampled: // a chance node that has grown
		count := uint32(len(actions))
		c, header := all.alloc(all.roomOf(Block{Player: chance, counts: count}))
		n.block = c.setBlock(header, chance, count, count)
		copy(ActionsOf[int](n.block), actions)
	case kind == 1 && len(actions) < MaxActions/2:
		n.block = MakeJoint(all, []int{len(actions), len(actions)}, slices.Repeat(actions, 2))
		n.next = &node{block: n.block.Next(), actions: actions}
	default:
		n.block = Make(all, int32(r.IntN(2)), actions)
		all.SetFavorite(n.block, Favorite{Until: 5})
	}
	n.block.c.stats[n.block.header()].Mean = mean
	return n
}

// requireBelow requires that a block and those below it have what they should, and no favorites.
func (n *node) requireBelow(t require.TestingT, all *Tree, b Block) {
	require.Equal(t, n.block.Player, b.Player)
	require.Equal(t, n.actions, ActionsOf[int](b))
	require.Equal(t, n.mean, b.c.stats[b.header()].Mean)
	require.Zero(t, all.Favorite(b))
	for k := range b.Count() {
		_, child := b.Edge(k)
		if n.below[k] == nil {
			if child != Unexpanded {
				require.Fail(t, "another tree", "edge %d leads to %d", k, child)
			}
			continue
		}
		n.below[k].requireBelow(t, all, all.Block(child))
	}
	if n.next != nil {
		n.next.requireBelow(t, all, b.Next())
	}
}

// count returns how many blocks there are from a block on.
func (n *node) count() int {
	sum := 1
	for _, child := range n.below {
		sum += child.count()
	}
	if n.next != nil {
		sum++
	}
	return sum
}

// A tree of several chunks that is compacted has the blocks below the new root, and no others, in
// whatever order they lie.
func TestCompaction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := New(2, NewActions[int]())
		all := &tree
		all.Reset()
		all.Unordered, all.Sampled = rapid.Bool().Draw(t, "unordered"), rapid.Bool().Draw(t, "sampled")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		var nodes []*node
		for n := range rapid.IntRange(1, 20).Draw(t, "blocks") {
			nodes = append(nodes, drawNode(all, r, float32(n)))
		}
		if all.hasGaps() {
			r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		}
		all.chunks[0].links[Root] = nodes[0].block.Slot()
		for i, n := range nodes[1:] {
			from := nodes[r.IntN(i+1)]
			if k := uint32(r.IntN(len(from.actions))); from.below[k] == nil { // Otherwise, nothing leads to it.
				from.below[k] = n
				c, at := all.at(from.block.First() + k)
				c.links[at] = n.block.Slot()
			}
		}
		root, slot := nodes[0], uint32(Root)
		for range rapid.IntRange(0, 3).Draw(t, "moves") {
			if len(root.below) > 0 {
				k := slices.Min(slices.Collect(maps.Keys(root.below)))
				slot, root = root.block.First()+k, root.below[k]
			}
		}
		all.MoveRoot(slot)
		root.mean = 0 // The root has none.
		root.requireBelow(t, all, all.Below(Root))
		blocks := 0
		all.Blocks(func(Block) { blocks++ })
		require.Equal(t, root.count(), blocks)
	})
}

// fill makes blocks until there is no room for one more, and returns how many.
func fill(t *Tree) (blocks int) {
	for Make(t, 0, make([]int, 1000)).Count() > 0 {
		blocks++
	}
	return blocks
}

// The limit of memory is in chunks, and what features keep in addition to the tree takes some of
// them. A tree that is emptied has as much room as before.
func TestRoom(t *testing.T) {
	const perChunk = chunkSlots / (Headers + 1000)
	c := newTree()
	c.LimitBytes(4*c.ChunkBytes() + 1)
	for range 3 {
		require.Equal(t, 4*perChunk, fill(c))
		require.True(t, c.Full())
		require.Equal(t, 4*c.ChunkBytes(), c.Bytes())
		c.Reset()
		require.False(t, c.Full())
	}
	require.True(t, c.Spare(c.ChunkBytes()+1), "two chunks")
	require.Equal(t, 2*perChunk, fill(c))
	require.Equal(t, 2*c.ChunkBytes(), c.Bytes())
	require.False(t, c.Spare(3*c.ChunkBytes()), "two are in use")
	c.Reset()
	require.True(t, c.Spare(3*c.ChunkBytes()))
	require.Equal(t, perChunk, fill(c))
	c.Reset()
	require.True(t, c.Spare(0))
	require.Equal(t, 4*perChunk, fill(c))
}

// Every player of a joint action gets its own return, in its own statistics and in the joint
// action's; a mean keeps what a float32 would round off.
func TestReturnsOfJointActions(t *testing.T) {
	c := New(3, NewActions[int]())
	c.Reset()
	for _, add := range []func(w *Walk){
		func(w *Walk) { c.AddReturns(w, []float64{1, 0.1, -2}) },
		func(w *Walk) { c.AddValues(w, []float64{1, 0.1, -2}) },
	} {
		c.Reset()
		first := MakeJoint(&c, []int{2, 2, 2}, []int{5, 6, 5, 6, 5, 6})
		c.Link(Root, first)
		for range 3 {
			w := Walk{}
			for p := range 3 {
				if own := first.BlockOf(p); own.Tried() == 0 {
					Try[int](&c, own, 0)
				}
				w.Path = append(w.Path, Step{first.BlockOf(p).First(), int32(p)})
			}
			AddJoint(&c, first, &w, []int{5, 5, 5})
			require.Len(t, w.Components, 2)
			add(&w)
			for p, want := range []float64{1, 0.1, -2} {
				_, own := c.Stats(w.Path[p].Slot)
				require.InDelta(t, want, own, 1e-12)
				if p > 0 {
					_, joint := c.Stats(w.Components[p-1].Slot)
					require.InDelta(t, want, joint, 1e-12)
				}
			}
		}
		visits, _ := c.Edge(Root)
		require.EqualValues(t, 3, visits)
	}
}

// A block that grows has room for four edges, and for twice as many whenever these are not enough.
func TestRoomOfGrowingBlocks(t *testing.T) {
	all := newTree()
	all.Growing = true
	b := all.MakeGrowing(0)
	room := uint32(firstRoom)
	for n := range 100 {
		at, k, isNew := AddGrowing(all, b, n)
		require.EqualValues(t, n, k)
		require.True(t, isNew)
		if b = at; k >= room {
			room *= 2
		}
		require.Equal(t, room, b.place())
	}
}

// All players of a joint action together have as many actions as fit into a chunk with the root.
func TestMaxJoint(t *testing.T) {
	require.Equal(t, MaxActions, MaxJoint(1))
	for players := 2; players <= 4; players++ {
		all := New(players, NewActions[int]())
		all.Reset()
		counts := make([]int, players)
		for p := range counts {
			counts[p] = 1
		}
		counts[0] = MaxJoint(players) - (players - 1)
		MakeJoint(&all, counts, make([]int, MaxJoint(players)))
		require.Equal(t, chunkSlots, all.chunks[0].used)
	}
}

// A worker finds the chunk of a shared column that another one has just added.
func TestChunksOfSharedColumns(t *testing.T) {
	first := &column{make: func() unsafe.Pointer { return unsafe.Pointer(new(int)) }}
	first.grow()
	second := &column{}
	first.share(first)
	second.share(first)
	second.chunks = *second.shared.Load()
	require.Len(t, second.chunks, 1)
	made := first.grow()
	require.Equal(t, made, second.chunk(1))
	require.Len(t, second.chunks, 2)
}
