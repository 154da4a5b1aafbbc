package tree

// MoveRoot makes the node at slot the root and keeps the blocks below it.
//
// The blocks keep their order, so a block moves only to a lower address, over blocks that are
// dropped or have moved already. A block lies after its parent, so one ascending pass marks the
// blocks to keep and assigns their addresses, and another moves them. Where the tree has gaps this
// is not so: blocks are marked first, and links are changed before blocks move.
func (t *Tree) MoveRoot(slot uint32) {
	visits, child := t.Edge(slot)
	if !Leads(child) {
		t.Reset()
	} else {
		child = t.keep(child)
		t.clear(t.chunks[0], 0, 0, 1)
		c, i := t.at(child)
		c.stats[i].Mean = 0 // The root has no mean.
	}
	root := t.chunks[0]
	root.stats[Root].Visits = visits
	root.links[Root] = child
}

// Compact closes the gaps between blocks, if there may be some.
func (t *Tree) Compact() {
	root := &t.chunks[0].links[Root]
	if t.hasGaps() && Leads(*root) {
		*root = t.keep(*root)
	}
}

// keep moves the block at slot and those below it to the front of the arena, and drops the others.
// It returns the new address of the block.
func (t *Tree) keep(slot uint32) (moved uint32) {
	t.forgetAll()
	t.mark(slot)
	if t.hasGaps() {
		t.markBelow(slot)
	}
	t.assign()
	t.dead = 0 // No block that nothing leads to is kept.
	moved = t.forward(slot)
	if t.hasGaps() {
		t.relink()
	}
	t.slide()
	return moved
}

// hasGaps reports whether a block may lie before the slot that points to it, and nothing may point
// to a block.
func (t *Tree) hasGaps() bool { return t.Unordered || t.Sampled || t.Graph }

// While the tree is compacted, the place in the link of a header tells where the block goes: live
// says that it is kept, and next that its new chunk is not the first one to which blocks of its old
// chunk go, but the one after it. There are no more than these two, because together the blocks of
// a chunk fit into one. The rest is the index in the new chunk.
const (
	live = 1 << (chunkBits + 1)
	next = 1 << chunkBits
)

// mark marks the block whose header is at slot.
func (t *Tree) mark(slot uint32) {
	c, i := t.at(slot)
	c.links[i] |= live << placeShift
}

// isLive reports whether the block whose header is at slot is kept.
func (t *Tree) isLive(slot uint32) bool { return t.Block(slot).place()&live != 0 }

// markBelow marks all blocks below the one at slot, wherever they lie.
func (t *Tree) markBelow(slot uint32) {
	for queue := []uint32{slot}; len(queue) > 0; {
		slot, queue = queue[len(queue)-1], queue[:len(queue)-1]
		b := t.Block(slot)
		for k := range b.Count() {
			if _, child := b.Edge(k); Leads(child) && !t.isLive(child) {
				t.mark(child)
				queue = append(queue, child)
			}
		}
	}
}

// relink changes the links of all kept blocks to the new addresses, before blocks move.
func (t *Tree) relink() {
	t.Blocks(func(b Block) {
		c, header := b.c, b.header()
		if b.place() == 0 {
			return
		}
		for i := header + Headers; i < header+Headers+b.Count(); i++ {
			if child := c.links[i]; Leads(child) {
				c.links[i] = t.forward(child)
			}
		}
	})
}

// forward returns the new address of the block at slot, or 0 if it is not kept.
func (t *Tree) forward(slot uint32) uint32 {
	place := t.Block(slot).place()
	if place == 0 {
		return 0
	}
	chunk := t.moves[slot>>chunkBits] + (place&next)>>chunkBits
	return chunk<<chunkBits | place&chunkMask
}

// Blocks calls f for every block, in ascending order. f may move that block.
func (t *Tree) Blocks(f func(b Block)) {
	for n, c := range t.chunks[:t.current+1] {
		i := 0
		if n == 0 {
			i = Root + 1
		}
		for used := c.used; i < used; {
			b := c.block(uint32(n<<chunkBits | i))
			room := t.roomOf(b)
			f(b)
			if t.Growing {
				room = int(b.place())
			}
			i += Headers + room
		}
	}
}

// assign writes its new address into the header of every marked block. Unless the tree has gaps, it
// marks the blocks below as well.
func (t *Tree) assign() {
	current, used := uint32(0), Root+1
	t.nodes = 1
	t.moves = t.moves[:0]
	t.Blocks(func(b Block) {
		c, i, count := b.c, int(b.header()), int(b.Count())
		if b.place() != live {
			return
		}
		slots := t.slotsOf(b)
		if used+slots > chunkSlots {
			current, used = current+1, 0
		}
		from := b.Slot() >> chunkBits
		for len(t.moves) <= int(from) {
			t.moves = append(t.moves, current)
		}
		place := live | (current-t.moves[from])*next | uint32(used)
		for h := i; h < i+slots; h += Headers + t.roomOf(c.block(uint32(h))) {
			c.block(uint32(h)).setPlace(place + uint32(h-i))
		}
		used += slots
		leads := b.leads(t.players)
		for j := i + Headers; j < i+Headers+count; j++ {
			if child := c.links[j]; Leads(child) && !t.hasGaps() {
				t.mark(child)
			}
			if leads && c.stats[j].Visits > 0 {
				t.nodes++
			}
		}
	})
}

// slide moves every block to its new address, if it has one.
func (t *Tree) slide() {
	current, used := 0, Root+1
	t.Blocks(func(b Block) {
		c, i, count, room := b.c, int(b.header()), int(b.Count()), t.roomOf(b)
		to := t.forward(b.Slot())
		if to == 0 {
			return
		}
		b.setPlace(0)
		for j := i + Headers; j < i+Headers+count; j++ {
			if child := c.links[j]; Leads(child) && !t.hasGaps() {
				c.links[j] = t.forward(child)
			}
		}
		t.move(to, b.Slot(), Headers+count)
		if n := int(to >> chunkBits); n > current {
			t.chunks[current].used = used
			current = n
		}
		used = int(to&chunkMask) + Headers + room
	})
	t.chunks[current].used = used
	t.current = current
}

// move copies n slots to another place of the tree. The two ranges may overlap.
func (t *Tree) move(to uint32, from uint32, n int) {
	dst, d := t.at(to)
	src, i := t.at(from)
	copy(dst.stats[d:], src.stats[i:int(i)+n])
	copy(dst.links[d:], src.links[i:int(i)+n])
	t.actions.moveSlots(int(to>>chunkBits), int(d), int(from>>chunkBits), int(i), n)
	for _, column := range t.columns {
		column.moveSlots(int(to>>chunkBits), int(d), int(from>>chunkBits), int(i), n)
	}
}
