package tree

import (
	"math"
	"slices"
)

// firstRoom is the number of edges that a new block of a growing tree has room for.
//
// The blocks of a tree of information sets grow: an action gets an edge when it is tried. When a
// block is full, its edges move to a new block with twice the room. The old block stays unused
// until the tree is reset. A block may therefore lie before the slots that lead to its nodes, and
// such a tree is never compacted. The header knows for how many edges there is room. A complete
// block, such as the root's, has all actions from the beginning.
//
// Several edges may lead to one block, and an edge to several: which one depends on what the mover
// knows. The link of an edge is one of them.
const firstRoom = 4

// dead is what the counts of a block become that has moved.
const dead = math.MaxUint32

// Complete says that a block lists all actions and has no room to grow.
func (t *Tree) Complete(b Block) { b.setPlace(b.Count()) }

// Grow makes a tree without memory one of information sets.
func (t *Tree) Grow() {
	t.Growing = true
	t.roundings = NewData[float32](t, false)
}

// SetRoot makes the block at an address the root's block; the root has so many visits then. The
// root has none if the address is Unexpanded.
func (t *Tree) SetRoot(block, visits uint32) {
	t.chunks[0].stats[Root].Visits = visits
	t.chunks[0].links[Root] = block
}

// MakeGrowing makes a block without edges, with room for some, to which no edge leads yet. It
// returns the zero Block if there is no space.
func (t *Tree) MakeGrowing(player int32) Block {
	return t.makeGrowing(Block{Player: player}, firstRoom)
}

// AddGrowing returns the index of a new edge with action a in a block, or None if there is no room.
// In a complete block it is the index of the edge that has the action already, now a tried one;
// isNew is false if it was tried before or if there is none. The block may be at a new place then,
// to which no edge leads yet.
func AddGrowing[A comparable](t *Tree, b Block, a A) (at Block, k uint32, isNew bool) {
	if !t.HasRoom() {
		return b, None, true
	}
	header := b.header()
	if b.Tried() < b.Count() {
		actions := ActionsOf[A](b)
		k := slices.Index(actions, a)
		if k < int(b.Tried()) {
			return b, None, false
		}
		actions[b.Tried()], actions[k] = a, actions[b.Tried()]
		b.c.stats[header].Visits += 1 << countBits
		return b, b.Tried(), true
	}
	if b.Count() == b.place() {
		grown := t.growBlock(b)
		if grown.c == nil {
			return b, None, true
		}
		b, header = grown, grown.header()
	}
	k = b.Count()
	b.c.stats[header].Visits += 1 + 1<<countBits
	(*[chunkSlots]A)(b.c.actions)[header+Headers+k] = a
	return t.Block(b.Slot()), k, true
}

// growBlock moves the edges of a block to one with twice the room. It returns the zero Block if the
// tree has no space for it.
func (t *Tree) growBlock(old Block) Block {
	room := int(old.place())
	if room == MaxActions {
		t.full = true
		return Block{}
	}
	b := t.makeGrowing(old, min(2*room, MaxActions))
	if b.c != nil {
		t.move(b.first, old.first, room)
		old.c.stats[old.header()].Visits = dead
	}
	return b
}

// makeGrowing makes a block with the counts of another. It returns the zero Block if the tree has
// no space for it.
func (t *Tree) makeGrowing(of Block, room int) Block {
	c, header := t.alloc(room)
	if c == nil {
		return Block{}
	}
	b := c.setBlock(header, of.Player, of.Count(), of.Tried())
	b.setPlace(uint32(room))
	return b
}
