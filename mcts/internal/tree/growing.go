package tree

import "slices"

// firstRoom is the number of edges that a new block of a growing tree has room for.
//
// The blocks of a tree of information sets grow: an action gets an edge when it is tried. When a
// block is full, its edges move to a new block with twice the room. The old block stays unused
// until the tree is reset. A block may therefore lie before the slots that lead to its nodes, and
// such a tree is never compacted. The header's link.low is the number of edges that there is room
// for. The block of the root has all actions from the beginning.
const firstRoom = 4

// FixRoot says that the block of the root, which lists all actions, has no room to grow.
func (t *Tree) FixRoot() {
	b := t.Below(Root)
	b.c.links[b.header()].low = b.Count()
}

// ExpandGrowing gives the node at slot a block without edges, with room for some. It reports
// whether the tree had space for it.
func (t *Tree) ExpandGrowing(slot uint32, player int32) bool {
	return t.placeGrowing(slot, Block{Player: player}, firstRoom).c != nil
}

// AddGrowing returns the index of a new edge with action a of the node at slot, or None if there is
// no room. At the root, it is the index of the edge that has the action already, now a tried one;
// isNew is false if it was tried before or if there is none.
func AddGrowing[A comparable](t *Tree, slot uint32, a A) (k uint32, isNew bool) {
	if !t.HasRoom() {
		return None, true
	}
	b := t.Below(slot)
	header := b.header()
	if slot == Root {
		actions := ActionsOf[A](b)
		k := slices.Index(actions, a)
		if k < int(b.Tried()) {
			return None, false
		}
		actions[b.Tried()], actions[k] = a, actions[b.Tried()]
		b.c.stats[header].Visits += 1 << countBits
		return b.Tried(), true
	}
	if b.Count() == b.c.links[header].low {
		if b = t.growBlock(slot, b); b.c == nil {
			return None, true
		}
		header = b.header()
	}
	k = b.Count()
	b.c.stats[header].Visits += 1 + 1<<countBits
	(*[chunkSlots]A)(b.c.actions)[header+1+k] = a
	return k, true
}

// growBlock moves the edges of the node at slot to a block with twice the room. It returns the zero
// Block if the tree has no space for it.
func (t *Tree) growBlock(slot uint32, old Block) Block {
	room := int(old.c.links[old.header()].low)
	if room == MaxActions {
		t.full = true
		return Block{}
	}
	b := t.placeGrowing(slot, old, min(2*room, MaxActions))
	if b.c != nil {
		t.dead++
		t.move(b.first, old.first, room)
	}
	return b
}

// placeGrowing makes a block with the counts of another for the node at slot. It returns the zero
// Block if the tree has no space for it.
func (t *Tree) placeGrowing(slot uint32, of Block, room int) Block {
	c, header := t.alloc(room)
	if c == nil {
		return Block{}
	}
	b := c.setBlock(header, of.Player, of.Count(), of.Tried())
	c.links[b.header()].low = uint32(room)
	t.Link(slot, b)
	return b
}
