// Package index finds signatures within a Hamming distance.
package index

import (
	"fmt"
	"math/bits"
	"slices"
)

// MaxDistance is the greatest distance that an [Index] can search.
const MaxDistance = 3

// MaxSignatures is the greatest number of signatures in an [Index].
const MaxSignatures = 1<<idBits - 1

// Match is a signature within a distance of another one.
type Match struct {
	ID       uint32 // the signature's ID, as returned by Add
	Distance uint32
}

// Index is a set of up to MaxSignatures signatures that finds all of them within a Hamming distance
// of a given one, exactly. It numbers its signatures from 0 in the order in which they were added.
// Create an Index with [New]. Only one goroutine at a time may use it, even for look-ups.
//
// A look-up uses the cheapest of three plans:
//   - Scan all signatures.
//   - Read the signatures that differ from the query in at most one bit of one half of the bits. If
//     two signatures differ in up to three bits, one of their halves differs in at most one
//     (multi-index hashing: Norouzi, Punjani and Fleet, "Fast Search in Hamming Space with
//     Multi-Index Hashing", CVPR 2012).
//   - Look up every signature within the distance. Only bits that vary among the signatures can
//     differ.
type Index struct {
	nodes []node
	// slots is a hash table of references with linear probing. 0 is free, and at most half of them
	// are in use.
	slots []uint32
	shift int // of a hash to its slot

	ones   uint64 // bits that are 1 in all signatures
	anyOne uint64 // bits that are 1 in at least one signature

	halves [2]half   // empty in an index for distance 0
	halved int       // number of signatures in the halves
	chains [64]chain // scratch
}

// node is a signature of an Index.
type node struct {
	signature uint64
	next      [2]uint32 // 1 + the ID of the next node in the bucket of each half, or 0
}

// A reference to a node is 1 + its ID. The bits above it are a tag, some bits of the signature's
// hash, which most often saves reading the node.
const (
	idBits = 24
	idMask = 1<<idBits - 1
)

// New returns an empty index for distances up to maxDistance. It panics unless that is in
// 0..MaxDistance. An index for distance 0 takes less memory and time.
func New(maxDistance int) *Index {
	if maxDistance < 0 || maxDistance > MaxDistance {
		panic(fmt.Sprintf("similarity: distance %d, want 0..%d", maxDistance, MaxDistance))
	}
	x := &Index{}
	if maxDistance > 0 {
		x.halves = [2]half{{mask: everySecond}, {mask: everySecond << 1}}
	}
	x.rehash(minSlots)
	return x
}

const minSlots = 1 << 8

// Len returns the number of signatures.
func (x *Index) Len() int { return len(x.nodes) }

// Signature returns the signature with the given ID. It panics if there is none.
func (x *Index) Signature(id uint32) uint64 { return x.nodes[id].signature }

// Bytes returns the size of the index in memory, in bytes.
func (x *Index) Bytes() int64 {
	return int64(16*cap(x.nodes) + 4*cap(x.slots) + 5*(cap(x.halves[0].buckets)+cap(x.halves[1].buckets)))
}

// hashOf mixes all bits of a signature into the highest bits.
func hashOf(signature uint64) uint64 { return (signature ^ signature>>32) * 0x9e3779b97f4a7c15 }

// Find returns the ID of a signature, and whether it is in the index.
func (x *Index) Find(signature uint64) (id uint32, ok bool) {
	hash := hashOf(signature)
	tag, mask := uint32(hash)&^idMask, uint64(len(x.slots)-1)
	for i := hash >> (x.shift & 63); ; i++ {
		n := x.slots[i&mask]
		if n == 0 {
			return 0, false
		}
		if n&^idMask == tag && x.nodes[n&idMask-1].signature == signature {
			return n&idMask - 1, true
		}
	}
}

// Add adds a signature unless it is in the index, and returns its ID and whether it was added. The
// caller must not add more than [MaxSignatures].
func (x *Index) Add(signature uint64) (id uint32, added bool) {
	hash := hashOf(signature)
	tag, mask := uint32(hash)&^idMask, uint64(len(x.slots)-1)
	i := hash >> (x.shift & 63) & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		if n := x.slots[i]; n&^idMask == tag && x.nodes[n&idMask-1].signature == signature {
			return n&idMask - 1, false
		}
	}
	id = uint32(len(x.nodes))
	x.slots[i] = id + 1 | tag
	x.nodes = append(x.nodes, node{signature: signature})
	if x.anyOne |= signature; id == 0 {
		x.ones = signature
	}
	x.ones &= signature
	if 2*len(x.nodes) > len(x.slots) {
		x.rehash(2 * len(x.slots))
	}
	return id, true
}

// Prefetch reads the slots that Add is going to read for these signatures, so that the cache misses
// overlap. The result has no meaning; using it keeps the compiler from removing the reads.
func (x *Index) Prefetch(signatures []uint64) (sum uint32) {
	mask := uint64(len(x.slots) - 1)
	for _, signature := range signatures {
		sum += x.slots[hashOf(signature)>>(x.shift&63)&mask]
	}
	return sum
}

// rehash stores all nodes in a table of the given number of slots.
func (x *Index) rehash(size int) {
	x.slots = slices.Grow(x.slots[:0], size)[:size]
	clear(x.slots)
	x.shift = 64 - bits.TrailingZeros(uint(size))
	mask := uint64(size - 1)
	for id := range x.nodes {
		hash := hashOf(x.nodes[id].signature)
		i := hash >> (x.shift & 63) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = uint32(id+1) | uint32(hash)&^idMask
	}
}

// Reset removes all signatures and keeps the memory.
func (x *Index) Reset() {
	x.nodes = x.nodes[:0]
	x.ones, x.anyOne = 0, 0
	clear(x.slots)
	x.clearHalves()
	for i := range x.halves { // Their size decides about the order of the matches.
		h := &x.halves[i]
		h.buckets, h.tags = h.buckets[:0], h.tags[:0]
	}
}

// Drop removes the oldest n signatures, where n is in 0..Len(). The IDs of the others decrease by
// n. It takes time proportional to the size of the index.
func (x *Index) Drop(n int) {
	x.nodes = append(x.nodes[:0], x.nodes[n:]...)
	x.rehash(len(x.slots))
	x.clearHalves()
	x.ones, x.anyOne = ^uint64(0), 0
	for _, node := range x.nodes {
		x.ones &= node.signature
		x.anyOne |= node.signature
	}
}

// AppendWithin appends the signatures within a distance of signature to dst and returns the
// extended slice. The distance must be in 0..maxDistance of [New]. The order is unspecified,
// but the same sequence of calls gives the same order.
func (x *Index) AppendWithin(dst []Match, signature uint64, distance int) []Match {
	if distance == 0 || len(x.nodes) == 0 {
		if id, ok := x.Find(signature); ok {
			dst = append(dst, Match{id, 0})
		}
		return dst
	}
	q := x.newQuery(signature, distance)
	switch x.plan(&q) {
	case findNothing:
		return dst
	case scanAll:
		return x.scan(dst, &q)
	case searchHalves:
		x.updateHalves()
		return x.searchHalves(dst, &q)
	}
	return x.flipBits(dst, q.nearest, q.vary, q.flips, uint32(distance-q.flips))
}

// query asks for the signatures within a distance of a given one.
type query struct {
	signature uint64
	distance  int

	// All signatures of the index agree in some bits. nearest is the queried signature with these
	// bits corrected. A match therefore differs from nearest in up to flips bits, all among the
	// signatures of vary. If flips is negative, there is no match.
	nearest, vary uint64
	flips         int
}

func (x *Index) newQuery(signature uint64, distance int) query {
	vary := x.anyOne &^ x.ones
	wrong := (signature ^ x.ones) &^ vary
	return query{signature, distance, signature ^ wrong, vary, distance - bits.OnesCount64(wrong)}
}

// candidates returns the number of signatures that could match.
func (q *query) candidates() int {
	n, total, ways := bits.OnesCount64(q.vary), 1, 1
	for k := 1; k <= q.flips; k++ {
		ways = ways * (n - k + 1) / k
		total += ways
	}
	return total
}

// plan is a way to search an index.
type plan int

const (
	findNothing plan = iota // no signature can match
	scanAll
	searchHalves
	flipBits
)

// Relative costs of scanning a node, of looking up a signature, of reading a bucket, and of
// following its chain for one node, measured with BenchmarkWithin.
const (
	costScan   = 1
	costSlot   = 6
	costBucket = 12
	costChain  = 24
)

// plan returns the cheapest plan. The number of nodes in a bucket is only known after it was read.
// The estimate is eight times what it would be if all values of the bits that vary were equally
// likely.
func (x *Index) plan(q *query) plan {
	if q.flips < 0 {
		return findNothing
	}
	best, cost := scanAll, costScan*len(x.nodes)
	if c := costSlot * q.candidates(); c < cost {
		best, cost = flipBits, c
	}
	n := bits.OnesCount64(q.vary)
	chain := 8 * len(x.nodes) >> (n / 2)
	buckets := 2
	if q.flips > 1 {
		buckets += n / 2 * (q.flips - 1)
	}
	if c := buckets * (costBucket + costChain*chain); c < cost {
		best = searchHalves
	}
	return best
}

// scan compares all signatures with the query.
func (x *Index) scan(dst []Match, q *query) []Match {
	for id := range x.nodes {
		if d := bits.OnesCount64(x.nodes[id].signature ^ q.signature); d <= q.distance {
			dst = append(dst, Match{uint32(id), uint32(d)})
		}
	}
	return dst
}

// flipBits looks up the signature, which has the given distance from the query, and all that differ
// from it in up to flips of the bits vary.
func (x *Index) flipBits(dst []Match, signature, vary uint64, flips int, distance uint32) []Match {
	if id, ok := x.Find(signature); ok {
		dst = append(dst, Match{id, distance})
	}
	if flips == 0 {
		return dst
	}
	for ; vary != 0; vary &= vary - 1 {
		dst = x.flipBits(dst, signature^vary&-vary, vary&(vary-1), flips-1, distance+1)
	}
	return dst
}
