package mcts

// joint checks the blocks of all players at a simultaneous-move node, that of player 0 being b with
// its header at slot, and that the visits of the joint actions add up to those of the players.
func (c *treeChecker[A]) joint(slot uint32, b block) {
	chunk, header := c.tree.at(slot)
	sum := chunk.visits(header, b)
	sums := map[played[A]]uint64{}
	c.played(slot, sums)
	for p := 1; p < c.tree.players; p++ {
		slot, header = slot+1+b.count, header+1+b.count
		if int(header) >= chunk.used {
			c.fail(slot, "the chunk ends before the block of player %d", p)
			return
		}
		b = chunk.block(header)
		if b.player != Simultaneous-int32(p) || b.count == 0 || b.tried > b.count || int(header+b.count) >= chunk.used {
			c.fail(slot, "the block of player %d has player %d, %d edges and %d tried", p, b.player, b.count, b.tried)
			return
		}
		c.blocks++
		if n := chunk.visits(header, b); n != sum {
			c.fail(slot, "%d visits of player %d, %d of player 0", n, p, sum)
		}
		for k := range b.count {
			c.choice(slot+1+k, k, b, sums)
		}
	}
}

// choice checks the k-th edge, at slot, of the block of a player other than player 0.
func (c *treeChecker[A]) choice(slot, k uint32, b block, joint map[played[A]]uint64) {
	chunk, i := c.tree.at(slot)
	visits := chunk.stats[i].Visits
	c.tried(slot, visits, k, b)
	if n := joint[played[A]{b.player, *c.actions.at(slot)}]; n > uint64(visits) || n < uint64(visits) && !c.full() {
		c.fail(slot, "%d visits, %d in joint actions", visits, n)
	}
	if chunk.links[i].child != unexpanded {
		c.fail(slot, "it leads to a block, and is not an edge of player 0")
	}
}

// played identifies an action by the player of its block.
type played[A comparable] struct {
	player int32
	action A
}

// played adds the visits of the components of all joint actions below the block at slot to sums.
func (c *treeChecker[A]) played(slot uint32, sums map[played[A]]uint64) {
	chunk, header := c.tree.at(slot)
	b := chunk.block(header)
	for i := header + 1; i <= header+b.count; i++ {
		sums[played[A]{b.player, *c.actions.at(slot + i - header)}] += uint64(chunk.stats[i].Visits)
		child := chunk.links[i].child
		if child == unexpanded || b.leads(c.tree.players) {
			continue
		}
		below, h := c.tree.at(child)
		if next := below.block(h); next.player != b.player-1 || next.tried == 0 {
			c.fail(child, "the block has player %d, want %d, and %d tried edges", next.player, b.player-1, next.tried)
			continue
		}
		c.played(child, sums)
	}
}

// visits returns the sum of the visits of the edges of a block.
func (c *chunk) visits(header uint32, b block) (sum uint64) {
	for _, s := range c.stats[header+1:][:b.count] {
		sum += uint64(s.Visits)
	}
	return sum
}
