package minimax

// table remembers what is known of positions. It has a fixed number of slots, and the last position that needs a
// slot has it. The nil table remembers nothing.
type table struct {
	slots []slot
	run   uint32 // slots of earlier runs count as empty
}

// slot takes 32 bytes with its padding.
type slot struct {
	place
	value float64
	run   uint32
	bound bound
}

// place is a position and how many plies were searched below it. What was found at another depth does not count,
// not even at a greater one, so that the table cannot change the answer of a search.
type place struct {
	hash  uint64
	depth int32
}

// bound says what a remembered value is.
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

// forget empties the table.
func (t *table) forget() {
	if t.run++; t.run == 0 {
		clear(t.slots)
		t.run = 1
	}
}

// slot returns the slot of a place. The hash is mixed first, because a game's own may leave bits unused; the
// multiplier is that of Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3, section 6.4).
func (t *table) slot(p place) *slot {
	h := (p.hash ^ uint64(p.depth)) * 0x9e3779b97f4a7c15
	return &t.slots[(h>>32^h)&uint64(len(t.slots)-1)]
}

// recall returns a value that can stand for the search of p between alpha and beta.
func (t *table) recall(p place, alpha, beta float64) (float64, bool) {
	if t.slots == nil {
		return 0, false
	}
	s := t.slot(p)
	if s.run != t.run || s.place != p {
		return 0, false
	}
	ok := s.bound == exact || s.bound == atLeast && s.value >= beta || s.bound == atMost && s.value <= alpha
	return s.value, ok
}

// store remembers what the search of p between alpha and beta returned.
func (t *table) store(p place, value, alpha, beta float64) {
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
	*t.slot(p) = slot{place: p, value: value, run: t.run, bound: b}
}

// place returns where the table has the position of a level.
func (r *run[S, A]) place(here *level[S, A], ply int) place {
	if r.table.slots == nil {
		return place{}
	}
	p := place{hash: r.hasher.Hash(&here.state)}
	if r.config.Depth > 0 {
		p.depth = int32(r.config.Depth - ply)
	}
	return p
}
