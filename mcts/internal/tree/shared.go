package tree

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Several workers may grow one tree without locks. At rest it is a tree like any other, the first
// worker's. During a round these words change, by atomic operations only:
//
//	edge    stats         mean and visits, in one word, so that no worker sees one without the other
//	        link          from unexpanded to the block, once
//	        virtual       a column: simulations on their way through the edge; 0 at rest
//	header  stats.Visits  how many of the actions are tried; it only grows
//	root    stats.Visits
//
// A block is complete before a link leads to it, and the rest of it never changes: its actions are
// in the order of their trial from the beginning. Each worker makes blocks in its own chunk, so a
// block may lie before the slot that points to it.

// Shared is what the workers of a shared tree have in common.
type Shared struct {
	tree     *Tree                    // of the first worker
	chunks   atomic.Pointer[[]*chunk] // of the tree; the slice is replaced when there are more
	maxNodes int
	reserved atomic.Int64 // nodes there are or will be, if maxNodes limits them
	full     atomic.Bool

	mu   sync.Mutex
	open []int // chunks with room that no worker has
}

// Join lets t be the tree of the next worker, which has the same columns as the first.
func (h *Shared) Join(t *Tree) {
	if h.tree == nil {
		h.tree = t
	}
	t.Unordered = true
	t.virtual = NewData[uint32](t, false)
	t.shared = &h.chunks
	t.actions.share(h.tree.actions)
	for c, column := range t.columns {
		column.share(h.tree.columns[c])
	}
}

// Begin prepares for a round. The workers call [Tree.Follow] next.
func (h *Shared) Begin() {
	t := h.tree
	chunks := t.chunks
	h.maxNodes = t.maxNodes
	h.chunks.Store(&chunks)
	h.reserved.Store(int64(t.nodes))
	h.full.Store(false)
	h.open = h.open[:0]
	for i := t.current; i >= 0; i-- { // The first are taken first.
		if chunks[i].used+MaxActions/64 < chunkSlots {
			h.open = append(h.open, i)
		}
	}
}

// Follow lets the tree of a worker begin a round with what the first one has.
func (t *Tree) Follow(h *Shared) {
	t.chunks, t.maxNodes = h.tree.chunks, h.tree.maxNodes
	t.writer = &writer{shared: h}
}

// End ends a round, in which the workers were the first to visit so many nodes.
func (h *Shared) End(nodes int) {
	t := h.tree
	t.chunks, t.writer = *h.chunks.Load(), nil
	t.nodes += nodes
	t.full = t.full || h.full.Load()
}

// Reserve makes sure of the room for a node.
func (h *Shared) Reserve() bool {
	if h.maxNodes == math.MaxInt || h.reserved.Add(1) <= int64(h.maxNodes) {
		return true
	}
	h.reserved.Add(-1)
	h.full.Store(true)
	return false
}

// Release gives room back that Reserve has made sure of.
func (h *Shared) Release() {
	if h.maxNodes != math.MaxInt {
		h.reserved.Add(-1)
	}
}

// chunk returns a chunk with room for n slots that no worker has, and its number, or nil if there
// is none.
func (h *Shared) chunk(n int) (*chunk, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.tree
	chunks := *h.chunks.Load()
	for len(h.open) > 0 {
		i := h.open[len(h.open)-1]
		h.open = h.open[:len(h.open)-1]
		if chunks[i].used+n <= chunkSlots {
			return chunks[i], i
		}
	}
	if t.current+1 == len(chunks) {
		if len(chunks) == t.maxChunks {
			h.full.Store(true)
			return nil, -1
		}
		more := append(slices.Clone(chunks), t.newChunk())
		h.chunks.Store(&more)
		chunks = more
	}
	t.current++
	c := chunks[t.current]
	c.used = 0
	return c, t.current
}

// writer makes the blocks of one worker of a shared tree, in its own chunk.
type writer struct {
	shared *Shared
	own    *chunk
	number int // of that chunk
}

// find is at of a slot that another worker may have added. The worker knows the chunks that were
// there when it looked last.
func (t *Tree) find(slot uint32) (*chunk, uint32) {
	if n := int(slot >> chunkBits); n >= len(t.chunks) {
		t.chunks = *t.shared.Load()
	}
	return t.at(slot)
}

// LoadBlock is Block where other workers may change the header.
func (t *Tree) LoadBlock(slot uint32) Block {
	c, i := t.find(slot)
	return Block{c, slot + Headers, playerIn(c.links[i]), atomic.LoadUint32(&c.stats[i].Visits)}
}

// Reload returns the block as it stands now.
func (b Block) Reload() Block {
	b.counts = atomic.LoadUint32(&b.c.stats[b.header()].Visits)
	return b
}

// LoadBelow is Below where other workers may change the link and the header.
func (t *Tree) LoadBelow(slot uint32) Block {
	if child := t.LoadChild(slot); Leads(child) {
		return t.LoadBlock(child)
	}
	return Block{}
}

// LoadChild returns what an edge leads to.
func (t *Tree) LoadChild(slot uint32) uint32 {
	c, i := t.find(slot)
	return atomic.LoadUint32(&c.links[i])
}

// LoadStats returns the statistics of an edge, where other workers may change them.
func (t *Tree) LoadStats(slot uint32) policy.Stats {
	c, i := t.find(slot)
	return c.load(i)
}

// LoadStats returns the statistics of edge k.
func (b Block) LoadStats(k uint32) policy.Stats { return b.c.load((b.first + k) & chunkMask) }

// LoadVirtual returns how many simulations are on their way through the edge at slot.
func (t *Tree) LoadVirtual(slot uint32) uint32 { return atomic.LoadUint32(t.virtual.At(slot)) }

// EnterEdge counts a simulation on its way through the edge at slot and returns how many others
// are.
func (t *Tree) EnterEdge(slot uint32) (others uint32) {
	return atomic.AddUint32(t.virtual.At(slot), 1) - 1
}

// LeaveEdges undoes EnterEdge for the edges at some slots.
func (t *Tree) LeaveEdges(slots []uint32) {
	for _, slot := range slots {
		atomic.AddUint32(t.virtual.At(slot), ^uint32(0))
	}
}

// TryNext counts the next action of a block as tried, unless another worker has changed the block.
func (b Block) TryNext() bool {
	return atomic.CompareAndSwapUint32(&b.c.stats[b.header()].Visits, b.counts, b.counts+1<<countBits)
}

// AddRoot adds so many simulations to the visits of the root and returns the sum.
func (t *Tree) AddRoot(n uint32) (visits uint32) {
	return atomic.AddUint32(&t.chunks[0].stats[Root].Visits, n)
}

// LoadRoot returns the visits of the root, where other workers may add to them.
func (t *Tree) LoadRoot() uint32 { return atomic.LoadUint32(&t.chunks[0].stats[Root].Visits) }

// AddSum averages so many values with a sum into the mean of an edge, concurrently with other
// workers. It reports whether the edge had no visits.
func (t *Tree) AddSum(slot uint32, sum float64, visits uint32, rand *rng.Rand) (first bool) {
	c, i := t.find(slot)
	for {
		before := c.load(i)
		after := policy.Stats{Visits: before.Visits + visits}
		mean := float64(before.Mean)
		after.Mean = round(mean+(sum-float64(visits)*mean)/float64(after.Visits), after.Visits, rand)
		if c.swap(i, before, after) {
			return before.Visits == 0
		}
	}
}

// round returns one of the two float32 next to mean. After many visits it is drawn such that its
// expectation is mean: the nearest one would stop the mean from moving, as each visit moves it by
// less than the difference.
func round(mean float64, visits uint32, rand *rng.Rand) float32 {
	nearest := float32(mean)
	rest := mean - float64(nearest)
	if visits < 1<<12 || rest == 0 {
		return nearest
	}
	other := math.Nextafter32(nearest, float32(math.Copysign(math.MaxFloat32, rest)))
	if rand.Float64()*(float64(other)-float64(nearest)) < rest == (rest > 0) {
		return other
	}
	return nearest
}

// word returns the mean and visits of an edge as one word. The column is aligned for words.
func (c *chunk) word(i uint32) *uint64 { return (*uint64)(unsafe.Pointer(&c.stats[i])) }

func (c *chunk) load(i uint32) policy.Stats {
	word := atomic.LoadUint64(c.word(i))
	return *(*policy.Stats)(unsafe.Pointer(&word))
}

func (c *chunk) swap(i uint32, before, after policy.Stats) bool {
	return atomic.CompareAndSwapUint64(c.word(i), *(*uint64)(unsafe.Pointer(&before)), *(*uint64)(unsafe.Pointer(&after)))
}
