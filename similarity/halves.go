package similarity

import (
	"math/bits"
	"slices"
)

// half is a hash table, with chains, of codes by half of their bits. It lags behind the index and catches up when it is
// used, since putting many codes in together waits less for memory.
type half struct {
	mask    uint64   // the bits that it is about
	buckets []uint32 // references to the code added last
	marks   []uint8  // by bucket: those of all codes in the chain; few enough to stay in a near cache
}

// everySecond are the bits of one half. Those of a half are apart from each other, because neighbouring bits tend to
// vary together, or not at all.
const everySecond = 0x5555555555555555

// place returns the bucket of a code, for buckets of which there are 1<<(64-shift), and its mark.
func (h *half) place(code uint64, shift int) (bucket uint64, mark uint) {
	hash := spread(code & h.mask)
	return hash >> (shift & 63), uint(hash & 7)
}

// empty takes all codes out of the halves.
func (x *Index) empty() {
	x.halved = 0
	for i := range x.halves {
		clear(x.halves[i].buckets)
		clear(x.halves[i].marks)
	}
}

// catchUp puts the codes into the halves that were added since the last time.
func (x *Index) catchUp() {
	if x.halved == len(x.nodes) {
		return
	}
	size := max(minSlots, len(x.halves[0].buckets))
	for size < len(x.nodes) {
		size *= 2
	}
	if size > len(x.halves[0].buckets) {
		for i := range x.halves {
			h := &x.halves[i]
			h.buckets = slices.Grow(h.buckets[:0], size)[:size]
			h.marks = slices.Grow(h.marks[:0], size)[:size]
		}
		x.empty()
	}
	shift := 64 - bits.TrailingZeros(uint(size))
	for i := range x.halves {
		h := &x.halves[i]
		for id := x.halved; id < len(x.nodes); id++ {
			n := &x.nodes[id]
			at, mark := h.place(n.code, shift)
			n.next[i] = h.buckets[at]
			h.buckets[at] = uint32(id + 1)
			h.marks[at] |= 1 << mark
		}
	}
	x.halved = len(x.nodes)
}

// inHalves looks at the codes that differ from the query in few bits of one half. Of a distance d, up to d/2 bits in the first
// half, or up to (d-1)/2 in the second: none there for a distance of 2.
func (x *Index) inHalves(dst []Match, q *query) []Match {
	shift := 64 - bits.TrailingZeros(uint(len(x.halves[0].buckets)))
	for i := range min(2, q.left+1) { // the first half finds what has no bit to differ in
		dst = x.follow(dst, q, i, x.collect(q, i, shift))
	}
	return dst
}

// chain is where codes may be that differ from a query in the given bits of a half.
type chain struct {
	differ uint64
	bucket uint32
	next   uint32 // 1 + the ID of a code, or 0
}

// collect finds the chains for up to (q.left-i)/2 bits of a half, which is 0 or 1, and returns how many there are. It has no
// branches that depend on what is found, and does not wait for the memory of one chain before it asks for the next.
func (x *Index) collect(q *query, i, shift int) (n int) {
	h := &x.halves[i]
	vary := q.vary & h.mask
	if q.left-i < 2 {
		vary = 0
	}
	for differ := uint64(0); ; vary &= vary - 1 {
		at, mark := h.place(q.near^differ, shift)
		c := &x.chains[n&63]
		c.differ, c.bucket = differ, uint32(at)
		n += int(h.marks[at] >> mark & 1)
		if differ = vary & -vary; differ == 0 {
			break
		}
	}
	for k := range x.chains[:n] {
		c := &x.chains[k]
		c.next = h.buckets[c.bucket]
	}
	return n
}

// follow looks at the codes of n chains, one of each in turn, so that their memory is waited for together. What the first
// half finds, the second does not find again.
func (x *Index) follow(dst []Match, q *query, i, n int) []Match {
	mask := x.halves[i].mask
	for n > 0 {
		chains := x.chains[:n]
		n = 0
		for k := range chains {
			c := chains[k]
			at := &x.nodes[c.next-1]
			other := at.code ^ q.near
			if d := bits.OnesCount64(other); d <= q.left && other&mask == c.differ &&
				(i == 0 || bits.OnesCount64(other&^mask) > q.left/2) {
				dst = append(dst, Match{c.next - 1, uint32(d + q.distance - q.left)})
			}
			chains[n&63].differ, chains[n&63].next = c.differ, at.next[i]
			if at.next[i] != 0 {
				n++
			}
		}
	}
	return dst
}
