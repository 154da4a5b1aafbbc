package minimax

// table is a transposition table with a fixed number of slots. A new position replaces the one in
// its slot. The zero table stores nothing.
type table struct {
	slots []slot
	run   uint32 // slots with another run are empty
}

// slot is one entry of 32 bytes, with padding.
type slot struct {
	key
	value float64
	run   uint32
	bound bound
}

// key identifies a position and the depth searched below it. A value of another depth is not used,
// not even of a greater one, so that the table cannot change the result of a search.
type key struct {
	hash  uint64
	depth int32
}

// bound describes how a stored value relates to the exact one.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

func newTable(bits int) table {
	if bits == 0 {
		return table{}
	}
	return table{slots: make([]slot, 1<<bits)}
}

// reset empties the table.
func (t *table) reset() {
	if t.run++; t.run == 0 {
		clear(t.slots)
		t.run = 1
	}
}

// slot returns the slot of a key. The hash is mixed first, because the hash of a game may leave
// bits unused. The multiplier comes from Fibonacci hashing (D. E. Knuth, The Art of Computer
// Programming 3, section 6.4).
func (t *table) slot(k key) *slot {
	h := (k.hash ^ uint64(k.depth)) * 0x9e3779b97f4a7c15
	return &t.slots[(h>>32^h)&uint64(len(t.slots)-1)]
}

// lookup returns a value that can replace a search of k in the window from alpha to beta.
func (t *table) lookup(k key, alpha, beta float64) (float64, bool) {
	if t.slots == nil {
		return 0, false
	}
	s := t.slot(k)
	if s.run != t.run || s.key != k {
		return 0, false
	}
	ok := s.bound == exact || s.bound == atLeast && s.value >= beta || s.bound == atMost && s.value <= alpha
	return s.value, ok
}

// store saves the result of a search of k in the window from alpha to beta.
func (t *table) store(k key, value, alpha, beta float64) {
	if t.slots == nil {
		return
	}
	b := exact
	switch {
	case value <= alpha:
		b = atMost
	case value >= beta:
		b = atLeast
	}
	*t.slot(k) = slot{key: k, value: value, run: t.run, bound: b}
}

// key returns the key of the position on a level.
func (r *run[S, A]) key(here *level[S, A], ply int) key {
	if r.table.slots == nil {
		return key{}
	}
	k := key{hash: r.rules.Hasher.Hash(&here.state)}
	if r.config.Depth > 0 {
		k.depth = int32(r.config.Depth - ply)
	}
	return k
}
