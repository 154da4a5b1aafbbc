package policy

import (
	"math"
	"slices"
)

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

	// ripe is a set of places in array or slots: the places of all sequences with at least k
	// visits, where a search in slots begins, and perhaps others. Most sequences that are looked up
	// have fewer visits, and this set fits into the cache of the processor. It is nil if the array
	// does.
	ripe []uint64
	k    float32
}

// ngramSlot is free if it has no visits.
type ngramSlot struct {
	id ngramID
	entry
}

// ngramID is a 64-bit hash of an action and its context. Sequences with the same hash share an
// entry; among a million sequences, a collision has a probability of one in forty million.
type ngramID uint64

const (
	minNGramSlots = 1 << 10
	cachedEntries = 1 << 12 // of 8 bytes
)

// ngram returns the hash of the context and the action that follows it. The context is a hash
// already, so a multiplication is enough.
func (c context) ngram(action int32) ngramID {
	return ngramID(c) + ngramID(action)*idStep
}

const idStep = 0x9e3779b97f4a7c15

// newNGramArray returns a table for the given number of exact contexts.
func newNGramArray(contexts, radix context, k float32) ngramTable {
	n := contexts * radix
	g := ngramTable{array: make([]entry, n), radix: radix, k: k}
	if n > cachedEntries {
		g.ripe = make([]uint64, n/64+1)
	}
	return g
}

// newNGramTable returns a hash table for up to limit sequences.
func newNGramTable(limit int, k float32) ngramTable {
	return ngramTable{slots: make([]ngramSlot, minNGramSlots), limit: limit, ripe: make([]uint64, minNGramSlots/64), k: k}
}

// isSmall reports whether the table is an array that the cache of the processor can hold.
func (g *ngramTable) isSmall() bool { return g.ripe == nil }

// row returns the entries of a context in an array, by action.
func (g *ngramTable) row(c context) []entry { return g.array[c*g.radix:][:g.radix] }

// average makes the means of the sequences of one length count in scores, with a share, and returns
// for which actions it did: the ones in left whose sequence has k visits. left holds indices into
// actions and scores, and is overwritten.
func (g *ngramTable) average(scores []float32, left []int32, c context, actions []int32, share, k float32) []int32 {
	n := 0
	for _, i := range left {
		if e := g.find(c, actions[i]); e.visits >= k {
			scores[i] += float32((e.mean - scores[i]) * share)
			left[n] = i
			n++
		}
	}
	return left[:n]
}

// places returns where in ripe the sequences of a context are: (first + action*step) & mask.
func (g *ngramTable) places(c context) (first, step, mask uint64) {
	if g.array != nil {
		return uint64(c) * uint64(g.radix), 1, math.MaxUint64
	}
	return uint64(c), idStep, uint64(len(g.slots) - 1)
}

// maybeRipe writes to dst the indices of the actions whose sequences may have k visits.
func (g *ngramTable) maybeRipe(dst []int32, c context, actions []int32) []int32 {
	dst = slices.Grow(dst, len(actions))[:len(actions)]
	first, step, mask := g.places(c)
	n := 0
	for i, a := range actions {
		dst[n] = int32(i)
		if g.ripe == nil {
			n++
			continue
		}
		place := (first + uint64(a)*step) & mask
		n += int(g.ripe[place>>6] >> (place & 63) & 1)
	}
	return dst[:n]
}

// stillRipe is maybeRipe for the actions in left, which are indices, in place.
func (g *ngramTable) stillRipe(left []int32, c context, actions []int32) []int32 {
	if g.ripe == nil {
		return left
	}
	first, step, mask := g.places(c)
	n := 0
	for _, i := range left {
		place := (first + uint64(actions[i])*step) & mask
		left[n] = i
		n += int(g.ripe[place>>6] >> (place & 63) & 1)
	}
	return left[:n]
}

// ripen notes that the sequence at a place has visits.
func (g *ngramTable) ripen(place uint64, visits float32) {
	if visits >= g.k {
		g.ripe[place>>6] |= 1 << (place & 63)
	}
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
		at := c*g.radix + context(action)
		e := &g.array[at]
		if e.add(value, weight); g.ripe != nil {
			g.ripen(uint64(at), e.visits)
		}
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
	g.ripen(uint64(id)&uint64(len(g.slots)-1), s.visits)
}

// resize moves all entries to a table of the given number of slots.
func (g *ngramTable) resize(slots int) {
	old := g.slots
	g.slots, g.ripe = make([]ngramSlot, slots), make([]uint64, slots/64)
	for _, s := range old {
		if s.visits > 0 {
			*g.slot(s.id) = s
			g.ripen(uint64(s.id)&uint64(slots-1), s.visits)
		}
	}
}

// ripenAll computes ripe.
func (g *ngramTable) ripenAll() {
	if n := len(g.slots) / 64; len(g.ripe) != n && g.array == nil {
		g.ripe = make([]uint64, n)
	}
	clear(g.ripe)
	if g.isSmall() {
		return
	}
	for i := range g.array {
		g.ripen(uint64(i), g.array[i].visits)
	}
	for i := range g.slots {
		g.ripen(uint64(g.slots[i].id)&uint64(len(g.slots)-1), g.slots[i].visits)
	}
}

// decay multiplies all visits by factor, see decayed.
func (g *ngramTable) decay(factor float32, round bool) {
	for i := range g.array {
		e := &g.array[i]
		e.visits = decayed(e.visits, factor, round)
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
	} else {
		g.ripenAll()
	}
}
