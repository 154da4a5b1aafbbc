package similarity

import (
	"math/bits"
	"slices"
)

// half is a hash table, with chains, of codes by half of their bits. It lags behind the index and catches up when it is
// used, since putting many codes in together waits less for memory.
type half struct {
	mask    uint64   // the bits that it is about
	buckets []uint32 // references to the code added last, with the marks of all codes in the chain
}

// everySecond are the bits of one half. Those of a half are apart from each other, because neighbouring bits tend to
// vary together, or not at all.
const everySecond = 0x5555555555555555

// place returns the bucket of a code, for buckets of which there are 1<<(64-shift), and its mark.
func (h *half) place(code uint64, shift int) (bucket uint64, mark uint32) {
	hash := spread(code & h.mask)
	return hash >> (shift & 63), 1 << (idBits + hash&7)
}

// empty takes all codes out of the halves.
func (x *Index) empty() {
	x.halved = 0
	clear(x.halves[0].buckets)
	clear(x.halves[1].buckets)
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
		}
		x.empty()
	}
	shift := 64 - bits.TrailingZeros(uint(size))
	for i := range x.halves {
		h := &x.halves[i]
		for id := x.halved; id < len(x.nodes); id++ {
			n := &x.nodes[id]
			at, mark := h.place(n.code, shift)
			before := h.buckets[at]
			n.next[i] = before & idMask
			h.buckets[at] = before&^idMask | mark | uint32(id+1)
		}
	}
	x.halved = len(x.nodes)
}

// inHalves looks at the codes that differ from the query in at most one bit of one half.
func (x *Index) inHalves(dst []Match, q *query) []Match {
	shift := 64 - bits.TrailingZeros(uint(len(x.halves[0].buckets)))
	for i := range x.halves {
		dst = x.inBucket(dst, q, i, 0, shift)
		if q.left == 0 {
			break
		}
		h := &x.halves[i]
		for vary := q.vary & h.mask; vary != 0; vary &= vary - 1 {
			dst = x.inBucket(dst, q, i, vary&-vary, shift)
		}
		if q.left == 1 {
			break // the other half finds nothing more
		}
	}
	return dst
}

// inBucket looks at the codes that differ from q.near in the given bits of a half, and in no others of it. What differs so
// little in both halves is found in the first of them.
func (x *Index) inBucket(dst []Match, q *query, i int, differ uint64, shift int) []Match {
	h := &x.halves[i]
	at, mark := h.place(q.near^differ, shift)
	n := h.buckets[at]
	if n&mark == 0 {
		return dst
	}
	for n &= idMask; n != 0; n = x.nodes[n-1].next[i] {
		other := x.nodes[n-1].code ^ q.near
		if d := bits.OnesCount64(other); other&h.mask == differ && d <= q.left &&
			(i == 0 || bits.OnesCount64(other&^h.mask) > 1) {
			dst = append(dst, Match{n - 1, uint32(d + q.distance - q.left)})
		}
	}
	return dst
}
