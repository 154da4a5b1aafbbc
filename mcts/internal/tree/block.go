package tree

import (
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

const (
	countBits = 16 // a header's visits are count | tried<<countBits, and
	countMask = 1<<countBits - 1
	marked    = 1 << 15 // is added to tried in a marked block
)

// Block is a view of the actions of a node, as they stood when it was made. It is valid until the
// tree is reset or compacted, or the block moves because it grows.
type Block struct {
	c      *chunk
	first  uint32 // the slot of the first edge, behind the header
	Player int32  // who chooses: a player, Chance, or Simultaneous - p for the component of player p
	counts uint32 // of the actions and of those that have been tried
}

// Slot returns the address of the block, to which the edge of its node leads.
func (b Block) Slot() uint32 { return b.first - Headers }

// header returns the index of the header in its chunk.
func (b Block) header() uint32 { return (b.first - Headers) & chunkMask }

// First returns the slot of the first edge.
func (b Block) First() uint32 { return b.first }

// Count returns the number of actions. The zero Block has none.
func (b Block) Count() uint32 { return b.counts & countMask }

// Tried returns how many actions have been tried; they come first.
func (b Block) Tried() uint32 { return b.counts >> countBits % marked }

// IsPlain reports whether all actions have been tried and the block is not marked.
func (b Block) IsPlain() bool { return b.counts>>countBits == b.counts&countMask }

// HasUntried reports whether some actions have not been tried and the block is not marked. All
// outcomes of chance count as tried.
func (b Block) HasUntried() bool { return b.counts>>countBits < b.counts&countMask }

// IsMarked reports whether the choice at the block depends on more than the selection strategy and
// what it reads: proofs may leave out edges, or Config.Root chooses.
func (b Block) IsMarked() bool { return b.counts>>countBits >= marked }

// Edges returns the first n edges.
func (b Block) Edges(n uint32) Edges { return Edges{First: b.first, N: int(n)} }

// Stats returns the statistics of the first n edges. It is for those who choose one, and they only
// read it.
func (b Block) Stats(n uint32) []policy.Stats {
	return b.c.stats[b.first&chunkMask:][:n]
}

// All is Stats of all edges.
func (b Block) All() []policy.Stats {
	return b.c.stats[b.first&chunkMask:][:b.counts&countMask]
}

// Visits returns the sum of the visits of the edges.
func (b Block) Visits() (sum uint64) {
	for _, s := range b.All() {
		sum += uint64(s.Visits)
	}
	return sum
}

// Edge returns the visits of edge k and what it leads to.
func (b Block) Edge(k uint32) (visits, child uint32) {
	i := (b.first + k) & chunkMask // A block lies in one chunk.
	return b.c.stats[i].Visits, leadsTo(b.c.links[i])
}

// StatsOf returns the statistics of edge k.
func (b Block) StatsOf(k uint32) policy.Stats { return b.c.stats[(b.first+k)&chunkMask] }

// Next returns the block behind this one: at simultaneous moves, the block of the next player.
func (b Block) Next() Block {
	return b.c.block(b.first + b.Count())
}

// leads reports whether the edges of the block lead to states, rather than to the next component of
// a joint action.
func (b Block) leads(players int) bool {
	return b.Player > simultaneous || b.Player == simultaneous-int32(players-1)
}

// block returns the block with a header in this chunk.
func (c *chunk) block(header uint32) Block {
	i := header & chunkMask
	return Block{c, header + Headers, playerIn(c.links[i]), c.stats[i].Visits}
}

// placeShift is how far the place in the link of a header is shifted; the lower bits are the
// player. In a growing tree it is how many edges there is room for, in others the number of the
// block's favorite, and while the tree is compacted, where the block goes.
const placeShift = 16

// playerIn returns the player in the link of a header.
func playerIn(link uint32) int32 { return int32(int16(link)) }

func (b Block) place() uint32 { return b.c.links[b.header()] >> placeShift }

func (b Block) setPlace(place uint32) {
	link := &b.c.links[b.header()]
	*link = *link&(1<<placeShift-1) | place<<placeShift
}

// setBlock writes the header.
func (c *chunk) setBlock(header uint32, player int32, count, tried uint32) Block {
	i := header & chunkMask
	c.stats[i] = policy.Stats{Visits: count | tried<<countBits}
	c.links[i] = uint32(uint16(player))
	return Block{c, header + Headers, player, count | tried<<countBits}
}

// setCounts changes the counts of a block, which it returns.
func (b Block) setCounts(count, tried uint32) Block {
	b.counts = count | tried<<countBits
	b.c.stats[b.header()].Visits = b.counts
	return b
}

// Block returns the block at an address.
func (t *Tree) Block(slot uint32) Block {
	return t.chunks[slot>>chunkBits].block(slot)
}

// Edge returns the visits of an edge and what it leads to.
func (t *Tree) Edge(slot uint32) (visits, child uint32) {
	c, i := t.at(slot)
	return c.stats[i].Visits, leadsTo(c.links[i])
}

// Leads reports whether child, to which an edge leads, is a block.
func Leads(child uint32) bool { return int32(child) > 0 }

// Below returns the block of the node at slot. It is the zero Block if there is none.
func (t *Tree) Below(slot uint32) Block {
	if _, child := t.Edge(slot); Leads(child) {
		return t.Block(child)
	}
	return Block{}
}

// Stats returns the visits of an edge and its mean with all its bits.
func (t *Tree) Stats(slot uint32) (visits uint32, mean float64) {
	c, i := t.at(slot)
	return c.stats[i].Visits, float64(c.stats[i].Mean) + float64(t.rounding(slot))
}

// StatsAt returns the statistics of an edge as the selection sees them.
func (t *Tree) StatsAt(slot uint32) policy.Stats {
	c, i := t.at(slot)
	return c.stats[i]
}

// Mark marks a block. Other workers may do so at once.
func (t *Tree) Mark(block uint32) {
	c, i := t.find(block)
	if header := &c.stats[i].Visits; atomic.LoadUint32(header) < marked<<countBits {
		atomic.OrUint32(header, marked<<countBits)
	}
}

// End notes that the game is over at the node at slot.
func (t *Tree) End(slot uint32) {
	c, i := t.find(slot)
	atomic.OrUint32(&c.links[i], Terminal)
}

// IsUnexpanded reports whether the node at slot has no block and is not known to be terminal. A
// leaf of a full tree may have one.
func (t *Tree) IsUnexpanded(slot uint32) bool {
	c, i := t.find(slot)
	return leadsTo(atomic.LoadUint32(&c.links[i])) == Unexpanded
}

// Make makes a block with actions, which it copies, and to which no edge leads yet; see
// [Tree.Link]. All outcomes of chance count as tried. It returns the zero Block if there is no
// room.
func Make[A any](t *Tree, player int32, actions []A) Block {
	b := t.make(player, uint32(len(actions)))
	if b.c != nil {
		copy(ActionsOf[A](b), actions)
	}
	return b
}

func (t *Tree) make(player int32, n uint32) Block {
	tried := uint32(0)
	if player == chance {
		tried = n
	}
	c, header := t.alloc(int(n))
	if c == nil {
		return Block{}
	}
	return c.setBlock(header, player, n, tried)
}

// Link makes a new block what the node at slot leads to. Of several workers that do so, the first
// wins, and the block of another is taken back. It returns what the node leads to.
func (t *Tree) Link(slot uint32, b Block) (child uint32) {
	if t.writer == nil {
		c, i := t.at(slot)
		if c.links[i] != Unexpanded {
			b.c.stats[b.header()].Mean = t.rounding(slot)
		}
		c.links[i] = b.Slot()
		return b.Slot()
	}
	c, i := t.find(slot)
	if !atomic.CompareAndSwapUint32(&c.links[i], Unexpanded, b.Slot()) {
		t.writer.own.used -= Headers + int(b.Count())
		return atomic.LoadUint32(&c.links[i])
	}
	return b.Slot()
}

// Try moves edge k of a block, which has not been tried, to the boundary of the tried ones, and the
// boundary behind it. It returns the new index of the edge.
func Try[A any](t *Tree, b Block, k uint32) uint32 {
	tried, actions := b.Tried(), ActionsOf[A](b)
	actions[tried], actions[k] = actions[k], actions[tried]
	if b.IsMarked() { // Every column may hold something of its untried edges.
		t.swapColumns(t.columns, b.first+tried, b.first+k)
	} else if len(t.untried) > 0 {
		t.swapColumns(t.untried, b.first+tried, b.first+k)
	}
	if t.Virtual {
		b.expectMean()
	}
	b.c.stats[b.header()].Visits += 1 << countBits
	return tried
}

// Swap exchanges two edges of a block that have not been tried.
func Swap[A any](t *Tree, b Block, i, j uint32) {
	actions := ActionsOf[A](b)
	actions[i], actions[j] = actions[j], actions[i]
	t.swapColumns(t.columns, b.first+i, b.first+j)
}

// swapColumns exchanges what the features keep of two edges, in some of the columns.
func (t *Tree) swapColumns(columns []*column, i, j uint32) {
	for _, column := range columns {
		column.swapSlots(i, j)
	}
	for _, f := range t.swapped {
		f(i, j)
	}
}

// HasRoom reports whether the limit of nodes leaves room for one more. Otherwise the tree is full.
func (t *Tree) HasRoom() bool {
	if t.nodes < t.maxNodes {
		return true
	}
	t.full = true
	return false
}

// AddNode counts a node, if there is room for it.
func (t *Tree) AddNode() bool {
	if !t.HasRoom() {
		return false
	}
	t.nodes++
	return true
}

// alloc takes a block of n edges, zeroes it, and returns its chunk and the slot of its header. The
// chunk is nil if the limits leave no room. A block is zeroed here and not with its chunk, because
// that brings it into the cache when it is needed.
func (t *Tree) alloc(n int) (c *chunk, header uint32) {
	number := 0
	n += Headers
	if w := t.writer; w != nil {
		if w.own == nil || w.own.used+n > chunkSlots {
			w.own, w.number = w.shared.chunk(n)
		}
		c, number = w.own, w.number
	} else if c, number = t.chunks[t.current], t.current; c.used+n > chunkSlots {
		c, number = t.nextChunk()
	}
	if c == nil {
		return nil, 0
	}
	i := c.used
	c.used += n
	t.clear(c, number, i, c.used)
	return c, uint32(number<<chunkBits | i)
}

// nextChunk makes the next chunk, with its number, the one for new blocks. It is nil if the limits
// leave no room.
func (t *Tree) nextChunk() (*chunk, int) {
	if t.current+1 == len(t.chunks) {
		if len(t.chunks)+t.besides >= t.maxChunks {
			t.full = true
			return nil, 0
		}
		t.chunks = append(t.chunks, t.newChunk())
	}
	t.current++
	t.chunks[t.current].used = 0
	return t.chunks[t.current], t.current
}

// clear zeroes the slots from to to-1 of a chunk with a number, except for their actions.
func (t *Tree) clear(c *chunk, number, from, to int) {
	clear(c.stats[from:to])
	clear(c.links[from:to])
	for _, column := range t.columns {
		column.clearSlots(number, from, to)
	}
}

// at returns the chunk of a slot and its index there.
func (t *Tree) at(slot uint32) (*chunk, uint32) {
	return t.chunks[slot>>chunkBits], slot & chunkMask
}

// ActionsOf returns the actions of a block, to be read.
func ActionsOf[A any](b Block) []A {
	return (*[chunkSlots]A)(b.c.actions)[b.first&chunkMask:][:b.Count()]
}

// ActionOf returns the action of edge k of a block.
func ActionOf[A any](b Block, k uint32) A {
	return (*[chunkSlots]A)(b.c.actions)[(b.first+k)&chunkMask]
}
