package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/policy"
)

// loadTree loads what saveTree has saved into a tree without chunks. The root of the worker is
// that of the tree.
func (w *worker[S, A]) loadTree(r *wire.Reader, workers int) error {
	t := &w.tree
	t.current, t.dead = 0, 0
	t.loadChunks(r, workers)
	t.full, t.wasFull = r.Bool(), r.Bool()
	if r.Err() != nil {
		return r.Err()
	}
	t.loadEdge(r, rootSlot)
	for n, c := range t.chunks {
		for i := t.firstBlock(n); i < c.used && r.Err() == nil; {
			i += t.loadBlock(r, n, i, w.Simultaneous != nil)
		}
	}
	if r.Err() != nil {
		return r.Err()
	}
	if err := w.loadActions(r); err != nil {
		return err
	}
	return t.sweepUnclaimed()
}

// loadChunks makes the chunks, if the rest of the data can fill them: a slot takes a byte, and two
// chunks in a row have more slots than fit into one, except where several workers were filling
// chunks.
func (t *tree) loadChunks(r *wire.Reader, workers int) {
	n := int(r.Upto(uint64(t.maxChunks - t.besides)))
	var used []int
	slots := 0
	for range n {
		used = append(used, int(r.Upto(chunkSlots)))
		if slots += used[len(used)-1]; r.Err() != nil {
			return
		}
	}
	most := 2*slots/chunkSlots + 1
	if t.unordered {
		most += workers
	}
	if n == 0 || n > most || slots > r.Len() || used[0] == 0 {
		r.Fail("%d slots in %d chunks, and %d bytes follow", slots, n, r.Len())
		return
	}
	for k := range n {
		t.addChunk()
		t.chunks[k].used = used[k]
	}
	t.current = n - 1
}

// unclaimed marks the header of a block to which no link has led yet, in its link.low. No rounding
// error has these bits.
const unclaimed = live

// loadBlock loads the block at index i of a chunk, without its actions, and returns the number of
// its slots.
func (t *tree) loadBlock(r *wire.Reader, chunk, i int, joint bool) int {
	c := t.chunks[chunk]
	count := uint32(r.Upto(uint64(c.used - i - 1)))
	b := block{count: count, tried: uint32(r.Upto(uint64(count)))}
	isDetour := r.Bool()
	player := r.Int()
	least := int64(Chance)
	if joint {
		least = int64(Simultaneous - t.players + 1)
	}
	switch {
	case r.Err() != nil:
		return 0
	case count == 0:
		r.Fail("a block has no edges")
	case player < least || player >= int64(t.players):
		r.Fail("a block is that of player %d of %d", player, t.players)
	case player == Chance && b.tried != count:
		r.Fail("%d of %d outcomes are tried", b.tried, count)
	}
	b.player = int32(player)
	c.setBlock(uint32(i), b)
	if isDetour {
		c.stats[i].Visits |= detour << countBits
	}
	c.links[i].low = unclaimed
	for k := range b.tried {
		slot := uint32(chunk<<chunkBits|i) + 1 + k
		if t.loadEdge(r, slot); r.Err() != nil {
			return 0
		}
	}
	return 1 + int(count)
}

// loadEdge loads the statistics of an edge and what it leads to.
func (t *tree) loadEdge(r *wire.Reader, slot uint32) {
	v := r.Upto(math.MaxUint32<<lowBits | (1<<lowBits - 1))
	s, l := policy.Stats{Visits: uint32(v >> lowBits)}, link{}
	if s.Visits > 0 {
		s.Mean = r.Within32(maxReturn)
	}
	if v&hasLow != 0 {
		l.low = uint32(r.Upto(math.MaxUint32))
		if low := math.Float32frombits(l.low); !(low >= -maxReturn && low <= maxReturn) || t.unordered {
			r.Fail("the rounding error of a mean is %v", low)
		}
	}
	switch v % (1 << kindBits) {
	case toNothing:
	case toEnd:
		l.child = terminal
	case toBlock:
		at := int64(slot) + r.Int()
		if at <= rootSlot || at >= int64(len(t.chunks))<<chunkBits || at <= int64(slot) && !t.unordered {
			r.Fail("an edge at %d leads to %d", slot, at)
			return
		}
		l.child = uint32(at)
	default:
		r.Fail("an edge leads to something unknown")
	}
	c, i := t.at(slot)
	c.stats[i], c.links[i] = s, l
}

// loadActions takes the actions of all blocks from the game, in the order that was saved.
func (w *worker[S, A]) loadActions(r *wire.Reader) error {
	var seen []bool
	p := &replay[S, A]{w: w, claim: w.tree.claim}
	p.visit = func(block uint32, listed []A) error {
		c, i := w.tree.at(block)
		actions := w.edges.of(block+1, uint32(len(listed)))
		if c.block(i).player == Chance {
			copy(actions, listed)
			return nil
		}
		seen = resized(seen, len(listed))
		clear(seen)
		for k := range actions {
			place := r.Upto(uint64(len(listed) - 1))
			if r.Err() == nil && seen[place] {
				r.Fail("an action is in a block twice")
			}
			if r.Err() != nil {
				return r.Err()
			}
			actions[k], seen[place] = listed[place], true
		}
		return nil
	}
	err := p.run()
	w.tree.nodes = 1 + p.nodes
	return err
}

// claim removes the mark of a block. It returns an error if there is no block at slot, or if
// another link has led to it before.
func (t *tree) claim(slot uint32) error {
	if n := int(slot >> chunkBits); n < len(t.chunks) {
		if c, i := t.at(slot); int(i) < c.used && c.links[i].low == unclaimed {
			c.links[i].low = 0
			return nil
		}
	}
	return fmt.Errorf("%w: a link leads to slot %d, where no block begins or to which another one leads", ErrDamaged, slot)
}

// sweepUnclaimed counts the blocks that no link leads to. Only several workers leave such blocks.
func (t *tree) sweepUnclaimed() error {
	t.blocks(func(c *chunk, header, _ int) {
		if c.links[header].low == unclaimed {
			c.links[header].low = 0
			t.dead++
		}
	})
	if t.dead > 0 && !t.unordered {
		return fmt.Errorf("%w: no link leads to %d blocks", ErrDamaged, t.dead)
	}
	return nil
}
