package policy

import "slices"

// grams is a table of the sequences of one length. Where there are few enough that could be played, it is an array with an
// entry for each. Else it has open addressing, and its entries are scattered: most questions are about sequences that it
// does not hold, and these find a free slot sooner that way.
type grams struct {
	array []entry // nil if there is none
	radix past    // how many actions there are, for the array

	slots []gram // a power of two, at most a third of them in use
	used  int
	limit int // of used
}

// gram is free if it has no visits.
type gram struct {
	id sequence
	entry
}

// sequence is an action and what came before it, in 64 bits. Two sequences that share them are taken for one; of a million
// sequences, some two do with a probability of one in forty million.
type sequence uint64

const fewGrams = 1 << 10

// then needs no more mixing, since p is mixed.
func (p past) then(action int32) sequence {
	return sequence(p) + sequence(action)*0x9e3779b97f4a7c15
}

// newArray returns a table for so many exact pasts.
func newArray(pasts, radix past) grams { return grams{array: make([]entry, pasts*radix), radix: radix} }

func newGrams(limit int) grams { return grams{slots: make([]gram, fewGrams), limit: limit} }

// slot returns where a sequence is, or would be.
func (g *grams) slot(id sequence) *gram {
	mask := sequence(len(g.slots) - 1)
	for i := id; ; i++ {
		if s := &g.slots[i&mask]; s.id == id || s.visits == 0 {
			return s
		}
	}
}

// find returns the entry of a sequence, one without visits if it was never played.
func (g *grams) find(p past, action int32) *entry {
	if g.array != nil {
		return &g.array[p*g.radix+past(action)]
	}
	return &g.slot(p.then(action)).entry
}

// add counts a return of a sequence.
func (g *grams) add(p past, action int32, value, weight float32) {
	if g.array != nil {
		g.find(p, action).add(value, weight)
		return
	}
	s := g.slot(p.then(action))
	if s.visits == 0 {
		if g.used == g.limit {
			return
		}
		if g.used++; 3*g.used > len(g.slots) {
			g.rebuild(2 * len(g.slots))
			s = g.slot(p.then(action))
		}
		s.id = p.then(action)
	}
	s.add(value, weight)
}

// rebuild moves what has visits to a table of that many slots.
func (g *grams) rebuild(slots int) {
	old := g.slots
	g.slots = make([]gram, slots)
	for _, s := range old {
		if s.visits > 0 {
			*g.slot(s.id) = s
		}
	}
}

func (g *grams) fade(keep float32, round bool) {
	if g.array != nil {
		for i := range g.array {
			e := &g.array[i]
			e.visits = faded(e.visits, keep, round)
		}
		return
	}
	// Each entry is taken out and put back, which closes the gaps behind those that are gone. From a free slot on, all
	// between an entry and the slot that it belongs to were put back before it.
	first := slices.IndexFunc(g.slots, func(s gram) bool { return s.visits == 0 })
	g.used = 0
	for i := range g.slots {
		s := &g.slots[(first+i)&(len(g.slots)-1)]
		kept := *s
		s.visits = 0
		if kept.visits = faded(kept.visits, keep, round); kept.visits > 0 {
			*g.slot(kept.id) = kept
			g.used++
		}
	}
	size := len(g.slots)
	for size/2 >= max(fewGrams, 16*g.used) {
		size /= 2
	}
	if size < len(g.slots) {
		g.rebuild(size)
	}
}
