package tree

import "slices"

// In a sampled tree, outcomes of chance become edges when they are drawn, and the blocks of chance
// nodes grow: they have room for a power of two of outcomes, and when a block is full, its edges
// move to a new block with twice the room. So a block may lie before the slot that points to it.
// The other blocks are as in any tree.

// firstOutcomes is the number of outcomes that a new chance node has room for.
const firstOutcomes = 4

// roomOf returns how many edges a block has room for.
func (t *Tree) roomOf(b Block) int {
	n := int(b.Count())
	if !t.Sampled || b.Player != chance {
		return n
	}
	room := firstOutcomes
	for room < n {
		room *= 2
	}
	return min(room, MaxActions)
}

// MakeSampled makes the block of a chance node without outcomes, to which no edge leads yet. It
// returns the zero Block if there is no room.
func (t *Tree) MakeSampled() Block {
	c, header := t.alloc(firstOutcomes)
	if c == nil {
		return Block{}
	}
	return c.setBlock(header, chance, 0, 0)
}

// AddOutcome returns the index of the edge with outcome a of the chance node at slot, perhaps a new
// one, or None if there is no room for it.
func AddOutcome[A comparable](t *Tree, slot uint32, a A) uint32 {
	b := t.Below(slot)
	if k := slices.Index(ActionsOf[A](b), a); k >= 0 {
		return uint32(k)
	}
	n := b.Count()
	if !t.HasRoom() || n == MaxActions {
		return None
	}
	if int(n) == t.roomOf(b) {
		if b = t.growOutcomes(slot, b); b.c == nil {
			return None
		}
	}
	b = b.setCounts(n+1, n+1)
	i := int((b.first + n) & chunkMask)
	t.clear(b.c, int(b.first>>chunkBits), i, i+1) // Blocks that moved leave something behind.
	ActionsOf[A](b)[n] = a
	return n
}

// growOutcomes moves the outcomes of the chance node at slot to a block with twice the room. It
// returns the zero Block if the tree has no space for it.
func (t *Tree) growOutcomes(slot uint32, old Block) Block {
	c, header := t.alloc(min(2*int(old.Count()), MaxActions))
	if c == nil {
		return Block{}
	}
	b := c.setBlock(header, chance, old.Count(), old.Tried())
	t.move(b.first, old.first, int(old.Count()))
	t.Link(slot, b)
	t.dead++
	return b
}
