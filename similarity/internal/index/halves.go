package index

import (
	"math/bits"
	"slices"
)

// half is a hash table, with chaining, of the nodes of an Index by one half of their bits. Nodes
// are added in bulk when the table is used, because the cache misses of many insertions overlap.
type half struct {
	mask    uint64   // the bits of this half
	buckets []uint32 // 1 + the ID of the node added last, or 0
	tags    []uint8  // by bucket: a set of the 3-bit hashes in it, small enough for a near cache
}

// everySecond is the mask of one half. The bits of a half are not adjacent, because adjacent bits
// tend to vary together, or not at all.
const everySecond = 0x5555555555555555

// place returns the bucket of a signature, among 1<<(64-shift) buckets, and its 3-bit hash.
func (h *half) place(signature uint64, shift int) (bucket uint64, tag uint) {
	hash := hashOf(signature & h.mask)
	return hash >> (shift & 63), uint(hash & 7)
}

// clearHalves removes all nodes from the halves.
func (x *Index) clearHalves() {
	x.halved = 0
	for i := range x.halves {
		clear(x.halves[i].buckets)
		clear(x.halves[i].tags)
	}
}

// updateHalves adds the nodes to the halves that are not in them yet.
func (x *Index) updateHalves() {
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
			h.tags = slices.Grow(h.tags[:0], size)[:size]
		}
		x.clearHalves()
	}
	shift := 64 - bits.TrailingZeros(uint(size))
	for i := range x.halves {
		h := &x.halves[i]
		for id := x.halved; id < len(x.nodes); id++ {
			n := &x.nodes[id]
			bucket, tag := h.place(n.signature, shift)
			n.next[i] = h.buckets[bucket]
			h.buckets[bucket] = uint32(id + 1)
			h.tags[bucket] |= 1 << tag
		}
	}
	x.halved = len(x.nodes)
}

// searchHalves finds the nodes that differ from the query in few bits of one half. A match with a
// distance of d differs in up to d/2 bits of the first half, or in up to (d-1)/2 bits of the
// second.
func (x *Index) searchHalves(dst []Match, q *query) []Match {
	shift := 64 - bits.TrailingZeros(uint(len(x.halves[0].buckets)))
	for i := range min(2, q.flips+1) { // without flips, the first half finds everything
		dst = x.followChains(dst, q, i, x.findChains(q, i, shift))
	}
	return dst
}

// chain is a bucket that may contain nodes whose half differs from the query's in the bits of
// differ.
type chain struct {
	differ uint64
	bucket uint32
	next   uint32 // 1 + the ID of the next node, or 0
}

// findChains finds the chains for up to (q.flips-i)/2 different bits of half i and returns their
// number. No branch depends on the contents of the tables, so that the cache misses overlap.
func (x *Index) findChains(q *query, i, shift int) (n int) {
	h := &x.halves[i]
	vary := q.vary & h.mask
	if q.flips-i < 2 {
		vary = 0
	}
	for differ := uint64(0); ; vary &= vary - 1 {
		bucket, tag := h.place(q.nearest^differ, shift)
		c := &x.chains[n&63]
		c.differ, c.bucket = differ, uint32(bucket)
		n += int(h.tags[bucket] >> tag & 1)
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

// followChains compares the nodes of the first n chains with the query, one node of each chain in
// turn, so that the cache misses overlap. The second half skips what the first half finds.
func (x *Index) followChains(dst []Match, q *query, i, n int) []Match {
	mask := x.halves[i].mask
	for n > 0 {
		chains := x.chains[:n]
		n = 0
		for k := range chains {
			c := chains[k]
			node := &x.nodes[c.next-1]
			differ := node.signature ^ q.nearest
			if d := bits.OnesCount64(differ); d <= q.flips && differ&mask == c.differ &&
				(i == 0 || bits.OnesCount64(differ&^mask) > q.flips/2) {
				dst = append(dst, Match{c.next - 1, uint32(d + q.distance - q.flips)})
			}
			chains[n&63].differ, chains[n&63].next = c.differ, node.next[i]
			if node.next[i] != 0 {
				n++
			}
		}
	}
	return dst
}
