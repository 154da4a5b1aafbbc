package mcts

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/policy"
)

// The tree is an arena of slots addressed by uint32. A slot is an edge together with the node that
// the edge leads to. The slot of the root is rootSlot. When a simulation passes through a node for
// the first time, the node gets a block: a header slot followed by one slot per action, the tried
// actions first. The tree holds no pointers and no states.
//
//	slot    stats.Mean  stats.Visits      link.child         link.low
//	edge    mean        simulations       block, or below    rounding error of mean
//	header  -           count, tried      player             new address while compacting
//
// The actions of the edges are a column beside it, and features keep more data per edge in columns
// of their own; see [column].
//
// Search.Check verifies these invariants. A block lies after the slot that points to it, so one
// ascending pass sees parents first, unless the tree is unordered or growing. The tried edges of a
// block come first; they have visits, except at chance nodes. The visits of an edge are the sum of
// those of its children and the simulations that ended at its node.
const (
	rootSlot = 0

	unexpanded = 0              // link.child of a node that no simulation has passed through
	terminal   = math.MaxUint32 // link.child of a node known to be the end of the game

	chunkBits  = 14
	chunkSlots = 1 << chunkBits
	chunkMask  = chunkSlots - 1
	maxChunks  = 1<<(32-chunkBits) - 1 // No address equals terminal.
	maxActions = chunkSlots - 2        // of a state: a block lies in one chunk, and the first has the root

	countBits = 16 // a header's visits are count | tried<<countBits, and
	countMask = 1<<countBits - 1
	detour    = 1 << 15 // added to tried if a [filter] may leave out edges, or Config.Root chooses
)

// link leads from an edge to the block of its node. In the header of a block the fields have other
// uses.
type link struct {
	child uint32
	low   uint32
}

// chunk holds the data of chunkSlots slots. The garbage collector scans its first word only.
type chunk struct {
	actions unsafe.Pointer // see actionsOf; it is first, so that the collector scans no more
	used    int
	_       [0]atomic.Uint64 // aligns stats on 32-bit processors: a shared tree uses them as 64-bit words
	stats   [chunkSlots]policy.Stats
	links   [chunkSlots]link
}

// tree is the arena of one search tree.
type tree struct {
	chunks    []*chunk
	shared    *atomic.Pointer[[]*chunk] // all chunks, if several workers share the tree; chunks may be fewer
	current   int                       // index of the chunk for new blocks
	actions   actionColumn              // the actions of the edges
	columns   []column                  // the data of features
	untried   []column                  // those that may hold something of any untried edge
	players   int
	maxChunks int
	besides   int // room that features take beside the chunks, as a number of chunks
	unheld    int // how much of it holds no memory at the moment
	nodes     int // the root and the visited edges that lead to a state
	maxNodes  int
	dead      int  // number of blocks that no slot points to
	full      bool // a node was left out in this Run
	wasFull   bool // a node was left out in an earlier Run

	// The kind of tree.
	disposable bool   // Advance keeps nothing.
	unordered  bool   // A block may lie before the slot that points to it; edges have no rounding errors.
	growing    bool   // Blocks have room for more edges; the header's link.low is their capacity.
	virtual    bool   // Tried edges without a result have the mean of the others.
	ends       uint32 // the number of simulations that end at a node before it has a block
}

func newTree(cfg Config, players int, actions actionColumn) tree {
	t := tree{players: players, actions: actions, ends: 1, maxNodes: cfg.MaxNodes, maxChunks: maxChunks, disposable: cfg.FreshTree}
	if t.maxNodes == 0 {
		t.maxNodes = math.MaxInt
	}
	return t
}

// addColumn gives the tree a column.
func (t *tree) addColumn(c column, holdsUntried bool) {
	t.columns = append(t.columns, c)
	if holdsUntried {
		t.untried = append(t.untried, c)
	}
}

// limit applies Config.MaxBytes. All columns must have been added.
func (t *tree) limit(cfg Config) {
	if cfg.MaxBytes > 0 {
		t.maxChunks = int(min(cfg.MaxBytes/t.chunkBytes(), maxChunks))
	}
}

// chunkBytes returns the size of a chunk with its columns, without the pointers to them. The tree
// takes memory in steps of this size.
func (t *tree) chunkBytes() int64 {
	n := int64(unsafe.Sizeof(chunk{})-unsafe.Sizeof(chunk{}.actions)) + t.actions.bytes()
	for _, c := range t.columns {
		n += c.bytes()
	}
	return n
}

// bytes returns the memory that the tree holds.
func (t *tree) bytes() int64 { return int64(len(t.chunks)+t.besides-t.unheld) * t.chunkBytes() }

// reset empties the tree, except for the root, and keeps its memory.
func (t *tree) reset() {
	if len(t.chunks) == 0 {
		t.addChunk()
	}
	t.current, t.nodes, t.dead = 0, 1, 0
	t.full, t.wasFull = false, false
	t.clear(0, 0, 1)
	t.chunks[0].used = 1
}

// addChunk adds a chunk to the arena and to every column.
func (t *tree) addChunk() {
	t.chunks = append(t.chunks, t.newChunk(len(t.chunks)))
	for _, c := range t.columns {
		c.grow()
	}
}

// newChunk makes chunk n with room for its actions. After a panic, columns may have more chunks
// than the tree.
func (t *tree) newChunk(n int) *chunk {
	t.actions.grow()
	return &chunk{actions: t.actions.pointer(n)}
}

// shrink drops all chunks but the first n, which have all blocks.
func (t *tree) shrink(n int) {
	if n < len(t.chunks) {
		clear(t.chunks[n:])
		t.chunks = t.chunks[:n]
	}
	t.actions.shrink(n)
	for _, c := range t.columns {
		c.shrink(n)
	}
}

// at returns the chunk of a slot and its index there.
func (t *tree) at(slot uint32) (*chunk, uint32) {
	return t.chunks[slot>>chunkBits], slot & chunkMask
}

// find is at of a slot that another worker may have added.
func (t *tree) find(slot uint32) (*chunk, uint32) {
	if n := int(slot >> chunkBits); n >= len(t.chunks) {
		t.chunks = *t.shared.Load()
	}
	return t.at(slot)
}

// isUnexpanded reports whether the node at slot has no block and is not known to be terminal. A
// leaf of a full tree may have one.
func (t *tree) isUnexpanded(slot uint32) bool {
	c, i := t.find(slot)
	return atomic.LoadUint32(&c.links[i].child) == unexpanded
}

// block is the content of a block's header.
type block struct {
	player int32  // who chooses, or Chance, or Simultaneous - p for the component of player p
	count  uint32 // actions
	tried  uint32 // actions that have been tried; they come first
}

func (c *chunk) block(i uint32) block {
	b := c.header(i)
	b.tried %= detour
	return b
}

// header is block with detour added to tried, as it stands in the tree.
func (c *chunk) header(i uint32) block {
	v := c.stats[i].Visits
	return block{player: int32(c.links[i].child), count: v & countMask, tried: v >> countBits}
}

// loadBlock is block where other workers may change the header.
func (c *chunk) loadBlock(i uint32) block {
	v := atomic.LoadUint32(&c.stats[i].Visits)
	return block{player: int32(c.links[i].child), count: v & countMask, tried: triedOf(v)}
}

// triedOf returns how many edges of a block are tried, of which a header has these visits.
func triedOf(visits uint32) uint32 { return visits >> countBits % detour }

func (c *chunk) setBlock(i uint32, b block) {
	c.stats[i] = policy.Stats{Visits: b.count | b.tried<<countBits}
	c.links[i] = link{child: uint32(b.player)}
}

// leads reports whether the edges of the block lead to states, rather than to the next component of
// a joint action.
func (b block) leads(players int) bool {
	return b.player > Simultaneous || b.player == Simultaneous-int32(players-1)
}

// alloc takes a block of n edges from t.current, zeroes it, and returns that chunk and the index of
// the header. It returns false if the limits leave no room. A block is zeroed here and not with its
// chunk, because that brings it into the cache when it is needed.
func (t *tree) alloc(n int) (*chunk, int, bool) {
	c := t.chunks[t.current]
	if c.used+n+1 > chunkSlots {
		if t.current+1 == len(t.chunks) {
			if len(t.chunks)+t.besides >= t.maxChunks {
				return nil, 0, false
			}
			t.addChunk()
		}
		t.current++
		c = t.chunks[t.current]
		c.used = 0
	}
	i := c.used
	c.used += n + 1
	t.clear(t.current, i, c.used)
	return c, i, true
}

// clear zeroes the slots from to to-1 of a chunk, except for their actions.
func (t *tree) clear(chunk, from, to int) {
	c := t.chunks[chunk]
	clear(c.stats[from:to])
	clear(c.links[from:to])
	for _, column := range t.columns {
		column.clear(chunk, from, to)
	}
}
