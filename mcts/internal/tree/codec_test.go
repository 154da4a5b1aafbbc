package tree

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The least number of visits that leaves room for loading is the least one, of those tried, with
// which all blocks that are saved can be made in depth-first order.
func TestLoadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chunks, besides := rapid.IntRange(1, 5).Draw(t, "chunks"), rapid.IntRange(0, 1).Draw(t, "besides")
		limited := func() *Tree {
			all := newTree()
			all.LimitBytes(int64(chunks) * all.ChunkBytes())
			if besides < chunks {
				require.True(t, all.Spare(int64(besides)*all.ChunkBytes()))
			}
			return all
		}
		all := limited()
		sizes := []int{9000, 8191, 8190, 7000, 6000, 100, MaxActions}
		root := Make(all, 0, make([]int, 100))
		all.chunks[0].stats[Root].Visits = 1000
		all.Link(Root, root)
		blocks := []Block{root}
		for range rapid.IntRange(0, 14).Draw(t, "blocks") {
			b := Make(all, 0, make([]int, rapid.SampledFrom(sizes).Draw(t, "edges")))
			if b.Count() == 0 {
				break
			}
			above := all.Block(blocks[rapid.IntRange(0, len(blocks)-1).Draw(t, "above")].Slot())
			k := Try[int](all, above, above.Tried())
			above.c.stats[(above.First()+k)&chunkMask].Visits = uint32(rapid.IntRange(1, 40).Draw(t, "visits"))
			all.Link(above.First()+k, b)
			blocks = append(blocks, b)
		}
		naive := func(least uint32) bool {
			loaded := limited()
			var load func(slot uint32) bool
			load = func(slot uint32) bool {
				visits, child := all.Edge(slot)
				if !Leads(child) || visits < least {
					return true
				}
				b := all.Block(child)
				if Make(loaded, 0, make([]int, b.Count())).Count() == 0 {
					return false
				}
				for k := range b.Tried() {
					if !load(b.First() + k) {
						return false
					}
				}
				return true
			}
			return load(Root)
		}
		want := uint32(0)
		for !naive(want) {
			want += 1 + want/8
		}
		require.Equal(t, want, all.Loadable())
	})
}

// Of four blocks that fill two chunks in the order in which they were made, the last one has no
// room in depth-first order.
func TestLoadableInAnotherOrder(t *testing.T) {
	all := newTree()
	all.LimitBytes(2 * all.ChunkBytes())
	root := Make(all, 0, make([]int, 4))
	all.chunks[0].stats[Root].Visits = 28
	all.Link(Root, root)
	for n, size := range []int{9000, 7000, 9000, 7000} {
		b := Make(all, 0, make([]int, size))
		require.EqualValues(t, size, b.Count())
		k := []uint32{0, 2, 1, 3}[n]
		all.chunks[0].stats[root.First()+k].Visits = []uint32{9, 8, 7, 3}[k]
		all.Link(root.First()+k, b)
	}
	for k := range uint32(4) {
		Try[int](all, all.Block(root.Slot()), k)
	}
	require.EqualValues(t, 4, all.Loadable())
}

// A tree that may grow to twice its size is loaded without a look at its blocks.
func TestLoadableAtOnce(t *testing.T) {
	all := newTree()
	all.chunks[0].links[Root] = 40 << chunkBits // in a chunk that does not exist
	for _, c := range []struct {
		current, most, besides int
		looks                  bool
	}{{2, 6, 0, false}, {2, 7, 1, false}, {2, 5, 0, true}, {2, 6, 1, true}, {0, 2, 0, false}, {0, 1, 0, true}, {3, 7, 0, true}} {
		all.current, all.maxChunks, all.besides = c.current, c.most, c.besides
		if c.looks {
			require.Panics(t, func() { all.Loadable() }, "%+v", c)
		} else {
			require.Zero(t, all.Loadable(), "%+v", c)
		}
	}
}

// In a graph, a block is saved if its own visits are enough, for other edges may lead there.
func TestIsSaved(t *testing.T) {
	all := newTree()
	b, below := Make(all, 0, []int{1, 2}), Make(all, 0, []int{3})
	stats := all.chunks[0].stats[:]
	stats[b.First()].Visits, stats[below.First()].Visits = 4, 9
	all.Link(b.First(), below)
	for _, c := range []struct {
		least       uint32
		tree, graph bool
	}{{3, true, true}, {4, true, true}, {5, false, true}, {9, false, true}, {10, false, false}} {
		all.Graph = false
		require.Equal(t, c.tree, all.IsSaved(b.First(), c.least), "%d visits", c.least)
		all.Graph = true
		require.Equal(t, c.graph, all.IsSaved(b.First(), c.least), "%d visits", c.least)
	}
	stats[b.First()].Visits = 20
	require.True(t, all.IsSaved(b.First(), 15), "the edge itself")
}
