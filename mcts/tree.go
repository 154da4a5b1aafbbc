package mcts

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/policy"
)

// The tree is an arena of slots addressed by uint32. A slot is an edge together with the node it
// leads to; the root's slot is rootSlot. When a simulation passes through a node for the first
// time, the node gets a block: a header slot followed by one slot per action, the tried ones first.
// Nothing in it is a pointer, and states are not stored.
//
//	slot    stats.Mean  stats.Visits      link.child         link.low
//	edge    mean        simulations       block, or below    rounding error of mean
//	header  -           count, tried      player             new address while compacting
//
// Features keep more data per edge in columns; see [column].
//
// Invariants, verified by Check: a block lies after the slot that points to it, so that one
// ascending pass sees parents first (unless the tree is unordered or growing); the tried edges of a
// block come first and, except at chance nodes, have visits; the visits of an edge are those of its
// children and the simulations that ended there.
const (
	rootSlot = 0

	unexpanded = 0              // link.child of a node that no simulation has passed through
	terminal   = math.MaxUint32 // link.child of a node known to be the end of the game

	chunkBits  = 14
	chunkSlots = 1 << chunkBits
	chunkMask  = chunkSlots - 1
	maxChunks  = 1<<(32-chunkBits) - 1 // so that no address equals terminal
	maxActions = chunkSlots - 2        // of one state: a block does not straddle chunks, and the root comes first

	countBits = 16 // a header's visits are count | tried<<countBits
	countMask = 1<<countBits - 1
)

type link struct {
	child uint32
	low   uint32
}

// chunk holds the data of chunkSlots slots. Unless A holds pointers, the collector does not scan
// it.
type chunk[A any] struct {
	used    int
	_       [0]atomic.Uint64 // aligns stats on 32-bit processors, where a shared tree needs 64-bit words
	stats   [chunkSlots]policy.Stats
	links   [chunkSlots]link
	actions [chunkSlots]A
}

type tree[A any] struct {
	chunks    []*chunk[A]
	current   int      // the chunk that new blocks go into
	columns   []column // data of features, per edge
	players   int
	maxChunks int
	nodes     int // the root and the edges with visits that lead to a state
	maxNodes  int
	dead      int  // blocks that nothing leads to
	full      bool // a node was not added for lack of room, in this Run
	wasFull   bool // nor in an earlier one

	// What kind of tree it is.
	disposable bool   // Advance keeps nothing
	unordered  bool   // a block may lie before the slot that points to it, and edges have no rounding errors
	growing    bool   // blocks have room for more edges, the number of which stands in the header's link.low
	virtual    bool   // tried edges without a result have the mean of the others
	ends       uint32 // simulations that may end at a node before it has a block
}

func newTree[A any](cfg Config, players int) tree[A] {
	t := tree[A]{players: players, ends: 1, maxNodes: cfg.MaxNodes, maxChunks: maxChunks}
	if t.maxNodes == 0 {
		t.maxNodes = math.MaxInt
	}
	return t
}

// limit applies Config.MaxBytes, when all columns are there.
func (t *tree[A]) limit(cfg Config) {
	if cfg.MaxBytes > 0 {
		t.maxChunks = int(min(cfg.MaxBytes/t.chunkBytes(), maxChunks))
	}
}

// chunkBytes returns the size of a chunk, the step in which the tree takes memory.
func (t *tree[A]) chunkBytes() int64 {
	n := int64(unsafe.Sizeof(chunk[A]{}))
	for _, c := range t.columns {
		n += c.bytes()
	}
	return n
}

// bytes returns the memory that the tree holds.
func (t *tree[A]) bytes() int64 { return int64(len(t.chunks)) * t.chunkBytes() }

// reset forgets everything but the memory.
func (t *tree[A]) reset() {
	if len(t.chunks) == 0 {
		t.addChunk()
	}
	t.current, t.nodes, t.dead = 0, 1, 0
	t.full, t.wasFull = false, false
	t.clear(0, 0, 1)
	t.chunks[0].used = 1
}

func (t *tree[A]) addChunk() {
	t.chunks = append(t.chunks, new(chunk[A]))
	for _, c := range t.columns {
		c.grow()
	}
}

// at returns where a slot is: its chunk and its index there.
func (t *tree[A]) at(slot uint32) (*chunk[A], uint32) {
	return t.chunks[slot>>chunkBits], slot & chunkMask
}

// block describes the children of a node, as of now.
type block struct {
	player int32  // who chooses, or Chance, or Simultaneous - p for the part of player p in a joint action
	count  uint32 // actions
	tried  uint32 // how many of them, the first, have been tried
}

func (c *chunk[A]) block(i uint32) block {
	v := c.stats[i].Visits
	return block{player: int32(c.links[i].child), count: v & countMask, tried: v >> countBits}
}

func (c *chunk[A]) setBlock(i uint32, b block) {
	c.stats[i] = policy.Stats{Visits: b.count | b.tried<<countBits}
	c.links[i] = link{child: uint32(b.player)}
}

// leads reports whether the edges of the block lead to states, and not to the next part of a joint
// action.
func (b block) leads(players int) bool {
	return b.player > Simultaneous || b.player == Simultaneous-int32(players-1)
}

// alloc makes room for a block of n edges, all zero, in t.current: it returns that chunk and the
// index of the header there. It reports false where the limits have no such room. Zeroing late
// keeps the block in the cache.
func (t *tree[A]) alloc(n int) (*chunk[A], int, bool) {
	c := t.chunks[t.current]
	if c.used+n+1 > chunkSlots {
		if t.current+1 == len(t.chunks) {
			if len(t.chunks) == t.maxChunks {
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

// clear zeroes the slots from..to-1 of a chunk, all but their actions.
func (t *tree[A]) clear(chunk, from, to int) {
	c := t.chunks[chunk]
	clear(c.stats[from:to])
	clear(c.links[from:to])
	for _, column := range t.columns {
		column.clear(chunk, from, to)
	}
}
