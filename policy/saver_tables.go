package policy

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/internal/wire"
)

// What the tables of the policies append to bytes and read from them. Entries of hash tables are
// sorted, so that equal tables give equal bytes whatever order they were filled in.

// maxVisits is beyond the visits of any entry: 2^24 of the greatest weight.
const maxVisits = 1 << 36

func (e entry) append(b []byte) []byte {
	return wire.AppendFloat32(wire.AppendFloat32(b, e.visits), e.mean)
}

// readEntry reads an entry with visits.
func readEntry(r *wire.Reader) entry {
	e := entry{visits: r.Within32(maxVisits), mean: r.Within32(maxUnseen)}
	if !(e.visits > 0) {
		r.Fail("an entry has %v visits, want more than 0", e.visits)
	}
	return e
}

// append appends the table up to the last action with visits. How far it goes beyond depends on
// what was looked up. Actions without visits take a byte.
func (t *actionTable) append(b []byte) []byte {
	for p, row := range t.visits {
		for len(row) > 0 && row[len(row)-1] == 0 {
			row = row[:len(row)-1]
		}
		b = wire.AppendUint(b, uint64(len(row)))
		for a, visits := range row {
			b = wire.AppendFloat32(b, visits)
			if visits > 0 {
				b = wire.AppendFloat32(b, t.means[p][a])
			}
		}
	}
	return b
}

// read reads a table for so many actions; 0 stands for any number.
func (t *actionTable) read(r *wire.Reader, actions int) {
	for p := range t.means {
		n := r.Count(1)
		if actions > 0 && n > actions {
			r.Fail("player %d has %d actions, want up to %d", p, n, actions)
			return
		}
		t.means[p], t.visits[p] = t.means[p][:0], t.visits[p][:0]
		t.grow(p, max(n, actions))
		for a := range n {
			if visits := r.Within32(maxVisits); visits > 0 {
				t.means[p][a], t.visits[p][a] = r.Within32(maxUnseen), visits
			}
		}
	}
}

func (s *decayState) append(b []byte) []byte {
	return wire.AppendUint(wire.AppendFloat64(b, s.exact), uint64(s.count))
}

func (s *decayState) read(r *wire.Reader) {
	s.exact = r.Within64(maxWeight)
	s.weight = float32(s.exact)
	s.count = int(r.Upto(uint64(s.factors.BatchSize - 1)))
	if !(s.exact >= 1) {
		r.Fail("the weight of a visit is %v, want 1 or more", s.exact)
	}
}

// append appends the sequences with visits: in an array each with its distance to the last one, in
// a hash table each with its ID.
func (g *ngramTable) append(b []byte) []byte {
	if g.array != nil {
		last := -1
		for i, e := range g.array {
			if e.visits > 0 {
				b = e.append(wire.AppendUint(b, uint64(i-last)))
				last = i
			}
		}
		return wire.AppendUint(b, 0)
	}
	used := make([]ngramSlot, 0, g.used)
	for _, s := range g.slots {
		if s.visits > 0 {
			used = append(used, s)
		}
	}
	slices.SortFunc(used, func(a, b ngramSlot) int { return cmp.Compare(a.id, b.id) })
	b = wire.AppendUint(b, uint64(len(used)))
	for _, s := range used {
		b = s.append(wire.AppendUint(b, uint64(s.id)))
	}
	return b
}

func (g *ngramTable) read(r *wire.Reader) {
	clear(g.ripe)
	if g.array != nil {
		clear(g.array)
		for i := -1; ; {
			step := r.Upto(uint64(len(g.array) - 1 - i))
			if step == 0 {
				return
			}
			i += int(step)
			g.array[i] = readEntry(r)
			if g.ripe != nil {
				g.ripen(uint64(i), g.array[i].visits)
			}
		}
	}
	n := r.Count(3)
	if n > g.limit {
		r.Fail("there are %d sequences, want at most %d", n, g.limit)
		return
	}
	size := minNGramSlots
	for size < 3*n {
		size *= 2
	}
	g.slots, g.ripe, g.used = make([]ngramSlot, size), make([]uint64, size/64), n
	last := ngramID(0)
	for i := range n {
		s := ngramSlot{id: ngramID(r.Uint()), entry: readEntry(r)}
		if r.Err() != nil {
			return
		}
		if i > 0 && s.id <= last {
			r.Fail("sequence %d has the ID %d and comes after %d", i, s.id, last)
			return
		}
		last = s.id
		*g.slot(s.id) = s
		g.ripen(uint64(s.id)&uint64(size-1), s.visits)
	}
}

// append appends the replies. The size of a hash table and its forgotten replies are among them,
// because they decide when it is rebuilt.
func (t *replyTable) append(b []byte) []byte {
	if t.array != nil {
		last := -1
		for i, reply := range t.array {
			if reply != 0 {
				b = wire.AppendUint(wire.AppendUint(b, uint64(i-last)), uint64(reply))
				last = i
			}
		}
		return wire.AppendUint(b, 0)
	}
	used := make([]replySlot, 0, t.used)
	for _, s := range t.slots {
		if s.context != 0 {
			used = append(used, s)
		}
	}
	slices.SortFunc(used, func(a, b replySlot) int { return cmp.Compare(a.context, b.context) })
	b = wire.AppendUint(b, uint64(bits.TrailingZeros(uint(len(t.slots)))))
	b = wire.AppendUint(b, uint64(len(used)))
	for _, s := range used {
		b = wire.AppendUint(wire.AppendUint(b, uint64(s.context)), uint64(s.action+1))
	}
	return b
}

// read reads the replies, action numbers below actions; 0 stands for any number.
func (t *replyTable) read(r *wire.Reader, actions int) {
	if actions == 0 {
		actions = math.MaxInt32
	}
	if t.array != nil {
		clear(t.array)
		for i := -1; ; {
			step := r.Upto(uint64(len(t.array) - 1 - i))
			if step == 0 {
				return
			}
			i += int(step)
			t.array[i] = int32(r.Upto(uint64(actions)))
		}
	}
	size := 1 << r.Upto(31)
	n := r.Count(2)
	if r.Err() != nil {
		return
	}
	if size < minReplySlots || 2*n > size || n > t.limit || size > max(minReplySlots, 8*n) {
		r.Fail("there are %d replies in a table of %d", n, size)
		return
	}
	*t = replyTable{slots: make([]replySlot, size), used: n, limit: t.limit}
	last := context(0)
	for range n {
		s := replySlot{context(r.Uint()), int32(r.Upto(uint64(actions))) - 1}
		if r.Err() != nil {
			return
		}
		if s.context <= last {
			r.Fail("the context %d comes after %d", s.context, last)
			return
		}
		if last = s.context; s.action == noReply {
			t.forgotten++
		}
		*t.slot(s.context) = s
	}
}
