package tree

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/policy"
)

// A tree is saved as it lies in memory, without its actions: whoever saves it knows them. Loading
// does not trust what it reads: what [Tree.Load] and [Tree.Claim] let pass and [Tree.Check] finds
// sound is a tree.

// What an edge leads to.
const (
	toNothing = iota
	toEnd
	toBlock

	kindBits = 2
	hasLow   = 1 << kindBits // added if the mean has a rounding error
	lowBits  = kindBits + 1
)

// MaxMean bounds the magnitude of means, so that a float32 holds one and a float64 its square.
const MaxMean = 1e30

// Save writes how the blocks lie in the chunks, and the blocks with their tried edges in this
// order.
func (t *Tree) Save(e *wire.Writer) {
	e.Uint(uint64(t.current + 1))
	for _, c := range t.chunks[:t.current+1] {
		e.Uint(uint64(c.used))
	}
	e.Bool(t.full)
	e.Bool(t.wasFull)
	t.saveEdge(e, Root)
	t.Blocks(func(b Block) {
		e.Uint(uint64(b.Count()))
		e.Uint(uint64(b.Tried()))
		e.Bool(b.IsMarked())
		e.Int(int64(b.Player))
		for k := range b.Tried() {
			t.saveEdge(e, b.First()+k)
		}
	})
}

// saveEdge saves the statistics of an edge and what it leads to.
func (t *Tree) saveEdge(e *wire.Writer, slot uint32) {
	c, i := t.at(slot)
	s, l := c.stats[i], c.links[i]
	kind := uint64(toBlock)
	switch l.child {
	case Unexpanded:
		kind = toNothing
	case Terminal:
		kind = toEnd
	}
	if l.low != 0 {
		kind |= hasLow
	}
	e.Uint(uint64(s.Visits)<<lowBits | kind)
	if s.Visits > 0 {
		e.Float32(s.Mean)
	}
	if l.low != 0 {
		e.Uint(uint64(l.low))
	}
	if Leads(l.child) {
		e.Int(int64(l.child) - int64(slot))
	}
}

// Load reads what Save has written into a tree without memory, which so many workers share. joint
// tells whether there may be simultaneous moves. Every block must be claimed next.
func (t *Tree) Load(r *wire.Reader, workers int, joint bool) {
	t.current, t.dead, t.writer = 0, 0, nil
	t.loadChunks(r, workers)
	t.full, t.wasFull = r.Bool(), r.Bool()
	if r.Err() != nil {
		return
	}
	t.loadEdge(r, Root)
	for n, c := range t.chunks {
		for i := firstBlock(n); i < c.used && r.Err() == nil; {
			i += t.loadBlock(r, n, i, joint)
		}
	}
}

// loadChunks makes the chunks, if the rest of the data can fill them: a slot takes a byte, and two
// chunks in a row have more slots than fit into one, except where several workers were filling
// chunks.
func (t *Tree) loadChunks(r *wire.Reader, workers int) {
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
	if t.Unordered {
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
func (t *Tree) loadBlock(r *wire.Reader, chunk, i int, joint bool) int {
	c := t.chunks[chunk]
	count := uint32(r.Upto(uint64(c.used - i - 1)))
	tried := uint32(r.Upto(uint64(count)))
	isMarked := r.Bool()
	player := r.Int()
	least := int64(chance)
	if joint {
		least = int64(simultaneous - t.players + 1)
	}
	switch {
	case r.Err() != nil:
		return 0
	case count == 0:
		r.Fail("a block has no edges")
	case player < least || player >= int64(t.players):
		r.Fail("a block is that of player %d of %d", player, t.players)
	case player == chance && tried != count:
		r.Fail("%d of %d outcomes are tried", tried, count)
	}
	c.setBlock(uint32(chunk<<chunkBits|i), int32(player), count, tried)
	if isMarked {
		c.stats[i].Visits |= marked << countBits
	}
	c.links[i].low = unclaimed
	for k := range tried {
		slot := uint32(chunk<<chunkBits|i) + 1 + k
		if t.loadEdge(r, slot); r.Err() != nil {
			return 0
		}
	}
	return 1 + int(count)
}

// loadEdge loads the statistics of an edge and what it leads to.
func (t *Tree) loadEdge(r *wire.Reader, slot uint32) {
	v := r.Upto(math.MaxUint32<<lowBits | (1<<lowBits - 1))
	s, l := policy.Stats{Visits: uint32(v >> lowBits)}, link{}
	if s.Visits > 0 {
		s.Mean = r.Within32(MaxMean)
	}
	if v&hasLow != 0 {
		l.low = uint32(r.Upto(math.MaxUint32))
		if low := math.Float32frombits(l.low); !(low >= -MaxMean && low <= MaxMean) || t.Unordered {
			r.Fail("the rounding error of a mean is %v", low)
		}
	}
	switch v % (1 << kindBits) {
	case toNothing:
	case toEnd:
		l.child = Terminal
	case toBlock:
		at := int64(slot) + r.Int()
		if at <= Root || at >= int64(len(t.chunks))<<chunkBits || at <= int64(slot) && !t.Unordered {
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

// Claim removes the mark of a block that was loaded. It returns an error if there is no block at
// slot, or if another link has led to it before.
func (t *Tree) Claim(slot uint32) error {
	if n := int(slot >> chunkBits); n < len(t.chunks) {
		if c, i := t.at(slot); int(i) < c.used && c.links[i].low == unclaimed {
			c.links[i].low = 0
			return nil
		}
	}
	return fmt.Errorf("a link leads to slot %d, where no block begins or to which another one leads", slot)
}

// Claimed says that all blocks that links lead to are claimed, and that there are so many nodes. It
// counts the blocks that no link leads to. Only several workers leave such blocks.
func (t *Tree) Claimed(nodes int) error {
	t.nodes = nodes
	t.Blocks(func(b Block) {
		if l := &b.c.links[b.header()]; l.low == unclaimed {
			l.low = 0
			t.dead++
		}
	})
	if t.dead > 0 && !t.Unordered {
		return fmt.Errorf("no link leads to %d blocks", t.dead)
	}
	return nil
}

// SameChunk reports whether two slots lie in one chunk.
func SameChunk(a, b uint32) bool { return a>>chunkBits == b>>chunkBits }

// LeadsToState reports whether the edges of a block lead to states, rather than to the next
// component of a joint action.
func (t *Tree) LeadsToState(b Block) bool { return b.leads(t.players) }

// SetActions makes the actions of a loaded block those at some places of a list.
func SetActions[A any](b Block, listed []A, places []int) {
	actions := ActionsOf[A](b)
	for k, place := range places {
		actions[k] = listed[place]
	}
}

// SaveData writes a column of numbers: the values of all tried edges or, with untried, of all
// edges.
func SaveData[T float32 | float64](e *wire.Writer, t *Tree, d *Data[T], untried bool) {
	t.eachEdge(untried, func(slot uint32) { e.Float64(float64(*d.At(slot))) })
}

// LoadData reads what SaveData has written. The magnitude of a value is at most most.
func LoadData[T float32 | float64](r *wire.Reader, t *Tree, d *Data[T], untried bool, most float64) {
	t.eachEdge(untried, func(slot uint32) {
		if r.Err() == nil {
			*d.At(slot) = T(r.Within64(most))
		}
	})
}

func (t *Tree) eachEdge(untried bool, f func(slot uint32)) {
	t.Blocks(func(b Block) {
		n := b.Tried()
		if untried {
			n = b.Count()
		}
		for k := range n {
			f(b.First() + k)
		}
	})
}
