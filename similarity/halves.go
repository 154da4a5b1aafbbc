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

// inHalves looks at the codes that differ from the query in at most one bit of one half. It first collects the chains and
// then follows them, so that it does not wait for the memory of one before it asks for the next.
func (x *Index) inHalves(dst []Match, q *query) []Match {
	shift := 64 - bits.TrailingZeros(uint(len(x.halves[0].buckets)))
	for i := range x.halves {
		h := &x.halves[i]
		var found [33]chain
		chains := found[:h.collect(&found, q, shift)]
		for k := range chains {
			c := &chains[k]
			c.code = x.nodes[c.first-1].code
		}
		for k := range chains {
			dst = x.follow(dst, q, i, &chains[k])
		}
		if q.left <= 1 {
			break // the other half finds nothing more
		}
	}
	return dst
}

// chain is where codes may be that differ from a query in the given bits of a half.
type chain struct {
	differ uint64
	code   uint64 // the first one
	first  uint32 // 1 + its ID
}

// collect finds the chains for up to one bit of the half, and returns how many there are.
func (h *half) collect(found *[33]chain, q *query, shift int) (n int) {
	vary := q.vary & h.mask
	if q.left == 0 {
		vary = 0
	}
	for differ := uint64(0); ; vary &= vary - 1 {
		at, mark := h.place(q.near^differ, shift)
		ref := h.buckets[at]
		found[n].differ, found[n].first = differ, ref&idMask
		if ref&mark != 0 {
			n++
		}
		if differ = vary & -vary; differ == 0 {
			return n
		}
	}
}

// follow looks at the codes of a chain. What differs so little in both halves is found in the first of them.
func (x *Index) follow(dst []Match, q *query, i int, c *chain) []Match {
	h, code := &x.halves[i], c.code
	for n := c.first; ; code = x.nodes[n-1].code {
		other := code ^ q.near
		if d := bits.OnesCount64(other); d <= q.left && other&h.mask == c.differ &&
			(i == 0 || bits.OnesCount64(other&^h.mask) > 1) {
			dst = append(dst, Match{n - 1, uint32(d + q.distance - q.left)})
		}
		if n = x.nodes[n-1].next[i]; n == 0 {
			return dst
		}
	}
}
