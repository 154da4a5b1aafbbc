package policy

import "slices"

// ngramTable holds the statistics of the action sequences of one length. If few enough sequences
// are possible, it is an array with an entry for each of them. Otherwise it is a hash table with
// open addressing and a low load: most look-ups are of sequences that it does not hold, and these
// reach a free slot sooner.
type ngramTable struct {
	array []entry // nil in a hash table
	radix context // number of different actions, for the array

	slots []ngramSlot // a power of two; at most a third of them are in use
	used  int
	limit int // of used
}

// ngramSlot is free if it has no visits.
type ngramSlot struct {
	id ngramID
	entry
}

// ngramID is a 64-bit hash of an action and its context. Sequences with the same hash share an
// entry; among a million sequences, a collision has a probability of one in forty million.
type ngramID uint64

const minNGramSlots = 1 << 10

// ngram returns the hash of the context and the action that follows it. The context is a hash
// already, so a multiplication is enough.
func (c context) ngram(action int32) ngramID {
	return ngramID(c) + ngramID(action)*0x9e3779b97f4a7c15
}

// newNGramArray returns a table for the given number of exact contexts.
func newNGramArray(contexts, radix context) ngramTable {
	return ngramTable{array: make([]entry, contexts*radix), radix: radix}
}

// newNGramTable returns a hash table for up to limit sequences.
func newNGramTable(limit int) ngramTable {
	return ngramTable{slots: make([]ngramSlot, minNGramSlots), limit: limit}
}

// slot returns the slot of a sequence, or the free one where it would be stored.
func (g *ngramTable) slot(id ngramID) *ngramSlot {
	mask := ngramID(len(g.slots) - 1)
	for i := id; ; i++ {
		if s := &g.slots[i&mask]; s.id == id || s.visits == 0 {
			return s
		}
	}
}

// find returns the entry of a sequence. It has no visits if the sequence is not in the table.
func (g *ngramTable) find(c context, action int32) *entry {
	if g.array != nil {
		return &g.array[c*g.radix+context(action)]
	}
	return &g.slot(c.ngram(action)).entry
}

// add counts a return of a sequence. A new sequence is ignored if the table is full.
func (g *ngramTable) add(c context, action int32, value, weight float32) {
	if g.array != nil {
		g.find(c, action).add(value, weight)
		return
	}
	id := c.ngram(action)
	s := g.slot(id)
	if s.visits == 0 {
		if g.used == g.limit {
			return
		}
		if g.used++; 3*g.used > len(g.slots) {
			g.resize(2 * len(g.slots))
			s = g.slot(id)
		}
		s.id = id
	}
	s.add(value, weight)
}

// resize moves all entries to a table of the given number of slots.
func (g *ngramTable) resize(slots int) {
	old := g.slots
	g.slots = make([]ngramSlot, slots)
	for _, s := range old {
		if s.visits > 0 {
			*g.slot(s.id) = s
		}
	}
}

// decay multiplies all visits by factor, see decayed.
func (g *ngramTable) decay(factor float32, round bool) {
	if g.array != nil {
		for i := range g.array {
			e := &g.array[i]
			e.visits = decayed(e.visits, factor, round)
		}
		return
	}
	// Each entry is taken out and put back, which closes the gaps that removed entries leave. The
	// scan starts at a free slot: no entry then moves to a slot that is still to be scanned.
	free := slices.IndexFunc(g.slots, func(s ngramSlot) bool { return s.visits == 0 })
	g.used = 0
	for i := range g.slots {
		s := &g.slots[(free+i)&(len(g.slots)-1)]
		moved := *s
		s.visits = 0
		if moved.visits = decayed(moved.visits, factor, round); moved.visits > 0 {
			*g.slot(moved.id) = moved
			g.used++
		}
	}
	size := len(g.slots)
	for size/2 >= max(minNGramSlots, 16*g.used) {
		size /= 2
	}
	if size < len(g.slots) {
		g.resize(size)
	}
}
