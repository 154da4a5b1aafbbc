// Package table finds the numbers of things by their hashes.
package table

import "github.com/banyan-go/banyan/rng"

// Hash returns the hash of a list after another hash.
func Hash[T ~int32](after uint64, list []T) uint64 {
	for _, x := range list {
		after = rng.Mix(after ^ uint64(x))
	}
	return after
}

// Table assigns numbers from 0 to things that its user keeps. The zero value is empty.
type Table struct {
	places []place // a power of two of them, a quarter free
	count  int
}

// place has the number of a thing plus 1, or 0 if it is free.
type place struct{ hash, number uint32 }

// Find returns the number with a hash for which is holds. Only the upper half of a hash counts.
func (t *Table) Find(hash uint64, is func(int32) bool) (number int32, ok bool) {
	if t.count == 0 {
		return 0, false
	}
	h, mask := uint32(hash>>32), uint32(len(t.places)-1)
	for at := h & mask; t.places[at].number > 0; at = (at + 1) & mask {
		if p := t.places[at]; p.hash == h && is(int32(p.number-1)) {
			return int32(p.number - 1), true
		}
	}
	return 0, false
}

// Add adds the number of a thing that is not in the table.
func (t *Table) Add(hash uint64, number int32) {
	if 4*(t.count+1) > 3*len(t.places) {
		old := t.places
		t.places = make([]place, max(16, 2*len(old)))
		for _, p := range old {
			if p.number > 0 {
				t.put(p)
			}
		}
	}
	t.put(place{uint32(hash >> 32), uint32(number) + 1})
	t.count++
}

func (t *Table) put(p place) {
	mask := uint32(len(t.places) - 1)
	at := p.hash & mask
	for t.places[at].number > 0 {
		at = (at + 1) & mask
	}
	t.places[at] = p
}
