// Package tree is the arena of a search tree: the statistics of its edges, the blocks of its nodes,
// and the columns in which features keep more. It knows neither states nor actions, except that the
// actions of the edges are one of the columns.
//
// The tree is an arena of slots addressed by uint32. A slot is an edge together with the node that
// the edge leads to. The slot of the root is Root. When a simulation passes through a node for the
// first time, the node gets a block: a header slot followed by one slot per action, the tried
// actions first. The tree holds no pointers and no states.
//
//	slot    stats.Mean      stats.Visits   link
//	edge    mean            simulations    block; or of a leaf, see rounding.go
//	header  rounding error  count, tried   player; favorite, new place or capacity
//
// The rounding error belongs to the mean of the edge that leads to the block. These arrays are not
// visible outside the package. Walks ask for a [Block], which is a view of one, and all changes are
// operations:
//
//	block.go    what every simulation does: Make and Link a block, Try an action
//	favorite.go what a block remembers of the last choice
//	add.go      AddReturns, AddValues, and virtual visits
//	rounding.go the rounding errors of means
//	data.go     columns: Data, for what a feature keeps of every edge
//	keeper.go   Keeper, the feature that does
//	joint.go    nodes with simultaneous moves
//	growing.go  blocks of information sets, to which edges are added
//	graph.go    positions that several edges lead to
//	shared.go   what several workers may do at once
//	reuse.go    MoveRoot keeps the part below a node, and compacts it in place
//	check.go    Check; codec.go saves and loads
//
// Statistics lie next to each other and apart from actions, so the scan of a selection reads 8
// bytes per child. Memory is taken in chunks of 16,384 slots. A tree that is full is walked without
// growing; only MoveRoot and Reset make room.
//
// [Tree.Check] verifies these invariants. A block lies after the slot that points to it, so one
// ascending pass sees parents first, unless the tree is unordered, growing or a graph. The tried
// edges of a block come first; they have visits, except at chance nodes. The visits of an edge are
// the sum of the visits of its children and the simulations that ended at its node, except in a
// graph.
package tree

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// Slots that are no edge of a block.
const (
	Root = 0              // the slot of the root
	None = math.MaxUint32 // no slot, where a walk ends
)

// What an edge leads to, if it is no block.
const (
	Unexpanded = 0           // nothing: no simulation has passed through the node
	Terminal   = leaf | ends // the end of the game
)

const (
	chunkBits  = 14
	chunkSlots = 1 << chunkBits
	chunkMask  = chunkSlots - 1
	maxChunks  = leaf >> chunkBits // An address is less than leaf.

	// Headers is how many slots of a block lie before its first edge.
	Headers = 1

	// MaxActions is how many actions a state may have: a block lies in one chunk, and the first
	// chunk has the root.
	MaxActions = chunkSlots - 1 - Headers
)

// MaxJoint is MaxActions of all players together at simultaneous moves.
func MaxJoint(players int) int { return MaxActions - Headers*(players-1) }

// chunk holds the data of chunkSlots slots. The garbage collector scans its first word only.
type chunk struct {
	actions unsafe.Pointer // see ActionsOf; it is first, so that the collector scans no more
	used    int
	_       [0]atomic.Uint64 // aligns stats on 32-bit processors: a shared tree uses them as 64-bit words
	stats   [chunkSlots]policy.Stats
	links   [chunkSlots]uint32
}

// Tree is one search tree. Its methods are for one goroutine, except for the ones in shared.go.
type Tree struct {
	chunks    []*chunk
	shared    *atomic.Pointer[[]*chunk] // all chunks, if several workers share the tree; chunks may be fewer
	writer    *writer                   // makes the blocks of one of several workers, in a round
	current   int                       // index of the chunk for new blocks
	actions   *column
	actionAt  func(slot, first, n uint32) uint32 // see Actions.index
	columns   []*column
	untried   []*column           // those that may hold something of any untried edge
	swapped   []func(i, j uint32) // see OnSwap
	roundings *Data[float32]      // of means, in a growing tree
	favorites []Favorite          // by number, which is in the header of the block; number 0 is none
	moves     []uint32            // the first new chunk for blocks of each old one, while the tree is compacted
	virtual   *Data[uint32]       // visits of simulations on their way, in a shared tree
	players   int
	maxBytes  int64
	maxChunks int
	besides   int // room that features take in addition to the chunks, as a number of chunks
	nodes     int // the root and the visited edges that lead to a state
	maxNodes  int
	dead      int  // number of blocks that no slot points to
	full      bool // a node was left out in this Run
	wasFull   bool // a node was left out in an earlier Run

	Kind
}

// Kind is what kind of tree it is.
type Kind struct {
	Unordered bool   // A block may lie before the slot that points to it; edges have no rounding errors.
	Growing   bool   // Blocks have room for more edges; see growing.go.
	Sampled   bool   // Outcomes of chance become edges when they are drawn; see sampled.go.
	Graph     bool   // Several edges may lead to a block, which may lie before them; see graph.go.
	Virtual   bool   // Tried edges without a result have the mean of the others.
	Ends      uint32 // the number of simulations that end at a node before it has a block
}

// KeepsFavorites reports whether blocks may have favorites: whether a simulation changes only the
// statistics of the edges that are chosen for it, before the next one chooses.
func (k *Kind) KeepsFavorites() bool { return !k.Unordered && !k.Growing && !k.Graph && !k.Virtual }

// New returns a tree without memory, for a game of so many players.
func New[A any](players int, actions *Actions[A]) Tree {
	return Tree{
		players: players, actions: &actions.column, actionAt: actions.index,
		maxNodes: math.MaxInt, maxBytes: math.MaxInt64, maxChunks: maxChunks, Kind: Kind{Ends: 1},
	}
}

// OnSwap lets f see every exchange of two edges, for what is kept of them elsewhere.
func (t *Tree) OnSwap(f func(i, j uint32)) { t.swapped = append(t.swapped, f) }

// LimitBytes bounds the memory of the tree with its columns, also with those that are added later.
func (t *Tree) LimitBytes(most int64) {
	t.maxBytes = most
	t.maxChunks = int(min(most/t.ChunkBytes(), maxChunks))
}

// LimitNodes bounds the number of nodes.
func (t *Tree) LimitNodes(most int) { t.maxNodes = most }

// MaxNodes returns the bound of the number of nodes.
func (t *Tree) MaxNodes() int { return t.maxNodes }

// ChunkBytes returns the size of a chunk with its columns and its share of the favorites, without
// the pointers to them. The tree takes memory in steps of this size.
func (t *Tree) ChunkBytes() int64 {
	slot := t.actions.size
	for _, c := range t.columns {
		slot += c.size
	}
	bytes := int64(unsafe.Sizeof(chunk{})-unsafe.Sizeof(chunk{}.actions)) + int64(slot)*chunkSlots
	return bytes + favoritesPerChunk*int64(unsafe.Sizeof(Favorite{}))
}

// Bytes returns the memory that the tree holds, without what features keep in addition.
func (t *Tree) Bytes() int64 { return int64(len(t.chunks)) * t.ChunkBytes() }

// Players returns the number of players.
func (t *Tree) Players() int { return t.players }

// Nodes returns how many nodes there are: the root and the visited edges that lead to a state.
func (t *Tree) Nodes() int { return t.nodes }

// Full reports whether a node was left out in this Run.
func (t *Tree) Full() bool { return t.full }

// BeginRun forgets that the tree is full.
func (t *Tree) BeginRun() {
	t.wasFull = t.wasFull || t.full
	t.full = false
}

// Reset empties the tree, except for the root, and keeps its memory.
func (t *Tree) Reset() {
	if len(t.chunks) == 0 {
		t.chunks = append(t.chunks, t.newChunk())
	}
	t.current, t.nodes, t.dead = 0, 1, 0
	t.full, t.wasFull, t.writer = false, false, nil
	t.clear(t.chunks[0], 0, 0, 1)
	t.chunks[0].used = 1
	t.favorites = append(t.favorites[:0], Favorite{})
}

// newChunk makes the next chunk, of the arena and of every column.
func (t *Tree) newChunk() *chunk {
	for _, c := range t.columns {
		c.grow()
	}
	return &chunk{actions: t.actions.grow()}
}

// Shrink drops the chunks that have no blocks, or all of them.
func (t *Tree) Shrink(all bool) {
	if all {
		t.shrink(0)
	} else {
		t.shrink(t.current + 1)
	}
}

// ShrinkLike drops the chunks that another tree, with which t shares its chunks, does not use.
func (t *Tree) ShrinkLike(other *Tree) { t.shrink(other.current + 1) }

// shrink drops all chunks but the first n, which have all blocks.
func (t *Tree) shrink(n int) {
	t.shrinkFavorites(n)
	if n < len(t.chunks) {
		clear(t.chunks[n:])
		t.chunks = t.chunks[:n]
	}
	t.actions.shrink(n)
	for _, c := range t.columns {
		c.shrink(n)
	}
}

// Spare sets the room for what a feature keeps in addition to the tree, in bytes, which are rounded
// up to chunks, if the limit of memory leaves so much; otherwise the tree is full. Chunks that hold
// no blocks make room.
func (t *Tree) Spare(bytes int64) bool {
	chunks := int((bytes + t.ChunkBytes() - 1) / t.ChunkBytes())
	if t.current+1+chunks > t.maxChunks {
		t.full = true
		return false
	}
	t.besides = chunks
	t.shrink(max(t.current+1, t.maxChunks-chunks))
	return true
}

const (
	chance       = game.Chance
	simultaneous = game.Simultaneous
)
