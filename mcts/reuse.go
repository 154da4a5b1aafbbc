package mcts

import "fmt"

// Advance plays an action at the root and keeps the part of the tree below it for the next
// [Search.Run]. The action may be an outcome of chance. At simultaneous moves, Advance takes one
// action of every player, in the order of the players. It reports whether any statistics are kept.
// None are before the first Run, after an error, with Config.FreshTree, with Config.Hidden, and
// with Config.Similarity unless its KeepTree is set; the next Run then starts a new tree.
//
// An action that is not legal at the root is an error. After this or another error, such as one in
// the game, the next Run starts a new tree.
//
// Call Advance for every action that is played, whoever chooses it. It does not touch the caller's
// state and only reads actions. It takes time proportional to the size of the tree.
func (s *Search[S, A]) Advance(actions ...A) (kept bool, err error) {
	s.idle("Advance")
	s.inspection.acquire()
	defer s.inspection.release()
	s.inspection.setRoot()
	s.advances++
	if !s.phase.hasTree() {
		return false, nil
	}
	s.phase = stale // In case of an error, or of a panic in the game.
	if s.reroot != nil {
		return false, nil
	}
	if err := s.expandRoots(); err != nil {
		return false, err
	}
	player, _ := s.root().Player()
	if err := s.validateActions(player, actions); err != nil {
		return false, err
	}
	for _, w := range s.trees {
		child := findPath(w.rootNode(), actions)
		if player == Simultaneous {
			w.Simultaneous.ApplyJoint(&w.root, actions)
		} else {
			w.Apply(&w.root, actions[0])
		}
		w.moveTo(child, player, actions)
	}
	s.phase = advanced
	for _, root := range s.roots() {
		kept = kept || root.Visits() > 0
	}
	return kept, nil
}

// validateActions checks that actions are legal at the root, where player chooses.
func (s *Search[S, A]) validateActions(player int, actions []A) error {
	want := 1
	if player == Simultaneous {
		want = s.w.tree.players
	}
	if len(actions) != want {
		return fmt.Errorf("mcts: Advance got %d actions, want %d", len(actions), want)
	}
	for p, a := range actions {
		legal := s.root().Children()
		if player == Simultaneous {
			legal = s.root().choices(p)
		}
		if _, ok := find(legal, a); !ok {
			return fmt.Errorf("mcts: Advance: %v is not a legal action at the root", a)
		}
	}
	return nil
}

// moveTo makes child the root after player chose actions. If child is the zero Node, the tree
// starts empty.
func (w *worker[S, A]) moveTo(child Node[A], player int, actions []A) {
	w.remember(player, actions)
	if child.tree == nil || w.tree.disposable {
		w.tree.reset()
	} else {
		w.tree.moveRoot(child.slot)
	}
}

// expandRoots gives the roots their blocks of actions, if no simulation has.
func (s *Search[S, A]) expandRoots() error {
	for _, w := range s.trees {
		if w.tree.chunks[0].links[rootSlot].child == unexpanded {
			w.Copy(&w.sim.state, &w.root)
			w.sim.plies = w.sim.plies[:w.history]
			if _, err := w.expand(&w.sim, rootSlot); err != nil {
				return err
			}
		}
		if _, known := w.rootNode().Player(); !known {
			return ErrTerminal
		}
	}
	return nil
}

// moveRoot makes the node at slot the root and keeps the blocks below it.
//
// The blocks keep their order, so a block moves only to a lower address, over blocks that are
// dropped or have moved already. A block lies after its parent, so one ascending pass marks the
// blocks to keep and assigns their addresses, and another moves them. In an unordered tree this is
// not so: blocks are marked first, and links are changed before blocks move.
func (t *tree) moveRoot(slot uint32) {
	c, i := t.at(slot)
	stats, l := c.stats[i], c.links[i]
	if l.child == unexpanded || l.child == terminal {
		t.reset()
		t.chunks[0].stats[rootSlot].Visits = stats.Visits
		t.chunks[0].links[rootSlot].child = l.child
		return
	}
	child := t.keep(l.child)
	root := t.chunks[0]
	t.clear(0, 0, 1)
	root.stats[rootSlot].Visits = stats.Visits
	root.links[rootSlot].child = child
}

// keep moves the block at slot and those below it to the front of the arena, and drops the others.
// It returns the new address of the block.
func (t *tree) keep(slot uint32) (moved uint32) {
	t.mark(slot)
	if t.unordered {
		t.markBelow(slot)
	}
	t.assign()
	t.dead = 0 // No block that nothing leads to is kept.
	moved = t.forward(slot)
	if t.unordered {
		t.relink()
	}
	t.slide()
	return moved
}

// live marks a block to keep, in the link.low of its header, until assign writes its new address
// there.
const live = terminal

// mark marks the block whose header is at slot.
func (t *tree) mark(slot uint32) {
	c, i := t.at(slot)
	c.links[i].low = live
}

// markBelow marks all blocks below the one at slot, in an unordered tree.
func (t *tree) markBelow(slot uint32) {
	for queue := []uint32{slot}; len(queue) > 0; {
		slot, queue = queue[len(queue)-1], queue[:len(queue)-1]
		c, header := t.at(slot)
		for i := header + 1; i <= header+c.block(header).count; i++ {
			if child := c.links[i].child; child != unexpanded && child != terminal {
				t.mark(child)
				queue = append(queue, child)
			}
		}
	}
}

// relink changes the links of all kept blocks to the new addresses, before blocks move.
func (t *tree) relink() {
	t.blocks(func(c *chunk, header, count int) {
		if c.links[header].low == 0 {
			return
		}
		for i := header + 1; i <= header+count; i++ {
			if child := c.links[i].child; child != unexpanded && child != terminal {
				c.links[i].child = t.forward(child)
			}
		}
	})
}

// forward returns the new address of the block at slot, or 0 if it is not kept.
func (t *tree) forward(slot uint32) uint32 {
	c, i := t.at(slot)
	return c.links[i].low
}

// blocks calls f for the header of every block, in ascending order. f may move that block.
func (t *tree) blocks(f func(c *chunk, header, count int)) {
	t.blockSlots(func(c *chunk, header, count int, _ uint32) { f(c, header, count) })
}

// blockSlots is blocks with the slot of the header as another argument.
func (t *tree) blockSlots(f func(c *chunk, header, count int, slot uint32)) {
	for n, c := range t.chunks[:t.current+1] {
		i := 0
		if n == 0 {
			i = rootSlot + 1
		}
		for used := c.used; i < used; {
			count := int(c.block(uint32(i)).count)
			f(c, i, count, uint32(n<<chunkBits|i))
			if t.growing {
				count = int(c.links[i].low)
			}
			i += 1 + count
		}
	}
}

// assign writes its new address into the header of every marked block. Unless the tree is
// unordered, it marks the blocks below as well.
func (t *tree) assign() {
	current, used := 0, rootSlot+1
	t.nodes = 1
	t.blocks(func(c *chunk, i, count int) {
		if c.links[i].low != live {
			return
		}
		b := c.block(uint32(i))
		slots := 1 + count
		if b.player == Simultaneous {
			slots = t.jointSlots(c, i)
		}
		if used+slots > chunkSlots {
			current, used = current+1, 0
		}
		for h := i; h < i+slots; h += 1 + int(c.block(uint32(h)).count) {
			c.links[h].low = uint32(current<<chunkBits | used + h - i)
		}
		used += slots
		leads := b.leads(t.players)
		for j := i + 1; j <= i+count; j++ {
			if child := c.links[j].child; child != unexpanded && child != terminal && !t.unordered {
				t.mark(child)
			}
			if leads && c.stats[j].Visits > 0 {
				t.nodes++
			}
		}
	})
}

// slide moves every block to its new address, if it has one.
func (t *tree) slide() {
	current, used := 0, rootSlot+1
	t.blockSlots(func(c *chunk, i, count int, from uint32) {
		to := c.links[i].low
		if to == 0 {
			return
		}
		c.links[i].low = 0
		for j := i + 1; j <= i+count; j++ {
			if child := c.links[j].child; child != unexpanded && child != terminal && !t.unordered {
				c.links[j].child = t.forward(child)
			}
		}
		t.move(to, from, 1+count)
		if n := int(to >> chunkBits); n > current {
			t.chunks[current].used = used
			current = n
		}
		used = int(to&chunkMask) + 1 + count
	})
	t.chunks[current].used = used
	t.current = current
}

// move copies n slots to another place of the tree. The two ranges may overlap.
func (t *tree) move(to uint32, from uint32, n int) {
	dst, d := t.at(to)
	src, i := t.at(from)
	copy(dst.stats[d:], src.stats[i:int(i)+n])
	copy(dst.links[d:], src.links[i:int(i)+n])
	t.actions.move(int(to>>chunkBits), int(d), int(from>>chunkBits), int(i), n)
	for _, column := range t.columns {
		column.move(int(to>>chunkBits), int(d), int(from>>chunkBits), int(i), n)
	}
}
