package similarity

import (
	"fmt"
	"math/bits"
	"slices"
)

// MaxDistance is the greatest distance that an Index looks for.
const MaxDistance = 3

// MaxCodes is how many codes an Index can hold.
const MaxCodes = 1<<idBits - 1

// Match is a code that was found near another.
type Match struct {
	ID       uint32 // of the code, as Add returned it
	Distance uint32
}

// Index is a set of up to MaxCodes codes that finds those near a given one. It numbers its codes from 0 in the order in
// which they were added. NewIndex makes one. It is for one goroutine at a time, look-ups included.
//
// A look-up picks the cheapest of three plans for this table and query: to look at all codes; at those that differ from
// the query in few bits of one half of their bits, for if two codes differ in up to three bits, then one of their halves
// differs in no more than one (multi-index hashing: Norouzi, Punjani and Fleet, "Fast Search in Hamming Space with
// Multi-Index Hashing", CVPR 2012); or for every code that differs from the query in few enough of the bits that are not
// the same in all codes.
type Index struct {
	nodes []node
	slots []uint32 // of codes; open addressing with linear probes: a reference, or 0; at most half are taken
	shift int      // from a product to its slot

	ones   uint64 // bits that are 1 in all codes
	anyOne uint64 // bits that are 1 in some code

	halves [2]half   // empty in an index for distance 0
	halved int       // codes that are in the halves
	chains [64]chain // scratch
}

// node is a code.
type node struct {
	code uint64
	next [2]uint32 // references to the next code in the chains of the halves
}

// A reference to a code is 1 + its ID, or 0, and above it there are marks that save looking at the code itself:
// some bits of its hash.
const (
	idBits = 24
	idMask = 1<<idBits - 1
)

// NewIndex returns an empty index for distances up to most, which is 0 to 3. For a distance of 0 it takes less memory and
// time.
func NewIndex(most int) *Index {
	if most < 0 || most > MaxDistance {
		panic(fmt.Sprintf("similarity: NewIndex(%d), want 0..%d", most, MaxDistance))
	}
	x := &Index{}
	if most > 0 {
		x.halves = [2]half{{mask: everySecond}, {mask: everySecond << 1}}
	}
	x.rehash(minSlots)
	return x
}

const minSlots = 1 << 8

// Len returns the number of codes.
func (x *Index) Len() int { return len(x.nodes) }

// Code returns the code with that ID.
func (x *Index) Code(id uint32) uint64 { return x.nodes[id].code }

// Bytes returns the memory that the index holds.
func (x *Index) Bytes() int64 {
	return int64(16*cap(x.nodes) + 4*cap(x.slots) + 5*(cap(x.halves[0].buckets)+cap(x.halves[1].buckets)))
}

// spread mixes all bits of a code into the highest ones.
func spread(code uint64) uint64 { return (code ^ code>>32) * 0x9e3779b97f4a7c15 }

// Find returns the ID of a code, and whether it is there.
func (x *Index) Find(code uint64) (uint32, bool) {
	hash := spread(code)
	mark, mask := uint32(hash)&^idMask, uint64(len(x.slots)-1)
	for i := hash >> (x.shift & 63); ; i++ {
		n := x.slots[i&mask]
		if n == 0 {
			return 0, false
		}
		if n&^idMask == mark && x.nodes[n&idMask-1].code == code {
			return n&idMask - 1, true
		}
	}
}

// Add puts a code in, if it is not there yet, and returns its ID and whether it is new.
func (x *Index) Add(code uint64) (id uint32, added bool) {
	hash := spread(code)
	mark, mask := uint32(hash)&^idMask, uint64(len(x.slots)-1)
	i := hash >> (x.shift & 63) & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		if n := x.slots[i]; n&^idMask == mark && x.nodes[n&idMask-1].code == code {
			return n&idMask - 1, false
		}
	}
	id = uint32(len(x.nodes))
	x.slots[i] = id + 1 | mark
	x.nodes = append(x.nodes, node{code: code})
	if x.anyOne |= code; id == 0 {
		x.ones = code
	}
	x.ones &= code
	if 2*len(x.nodes) > len(x.slots) {
		x.rehash(2 * len(x.slots))
	}
	return id, true
}

// warm asks for the memory that Add is going to need for these codes, all at once. It returns nothing of meaning.
func (x *Index) warm(codes []uint64) (sum uint32) {
	mask := uint64(len(x.slots) - 1)
	for _, code := range codes {
		sum += x.slots[spread(code)>>(x.shift&63)&mask]
	}
	return sum
}

// rehash puts all codes into new slots.
func (x *Index) rehash(size int) {
	x.slots = slices.Grow(x.slots[:0], size)[:size]
	clear(x.slots)
	x.shift = 64 - bits.TrailingZeros(uint(size))
	mask := uint64(size - 1)
	for id := range x.nodes {
		hash := spread(x.nodes[id].code)
		i := hash >> (x.shift & 63) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = uint32(id+1) | uint32(hash)&^idMask
	}
}

// Reset takes all codes out and keeps the memory.
func (x *Index) Reset() {
	x.nodes = x.nodes[:0]
	x.ones, x.anyOne = 0, 0
	clear(x.slots)
	x.empty()
}

// Drop takes the oldest n codes out. The ID of the others falls by n. It takes time proportional to the index.
func (x *Index) Drop(n int) {
	x.nodes = append(x.nodes[:0], x.nodes[n:]...)
	x.rehash(len(x.slots))
	x.empty()
	x.ones, x.anyOne = ^uint64(0), 0
	for _, node := range x.nodes {
		x.ones &= node.code
		x.anyOne |= node.code
	}
}

// AppendWithin appends all codes within a distance of code, which is 0 to that of NewIndex, in no particular order. The same
// calls give the same order.
func (x *Index) AppendWithin(dst []Match, code uint64, distance int) []Match {
	if distance == 0 || len(x.nodes) == 0 {
		if id, ok := x.Find(code); ok {
			dst = append(dst, Match{id, 0})
		}
		return dst
	}
	q := x.query(code, distance)
	switch x.plan(&q) {
	case byNone:
		return dst
	case byScan:
		return x.scan(dst, &q)
	case byHalves:
		x.catchUp()
		return x.inHalves(dst, &q)
	}
	return x.flip(dst, q.near, q.vary, q.left, uint32(distance-q.left))
}

// query is what is looked for.
type query struct {
	code     uint64
	distance int

	// A code can only be found where the bits that all codes share are as they have them. So it differs from near in
	// up to left of the bits vary.
	near, vary uint64
	left       int
}

func (x *Index) query(code uint64, distance int) query {
	vary := x.anyOne &^ x.ones
	wrong := (code ^ x.ones) &^ vary
	return query{code, distance, code ^ wrong, vary, distance - bits.OnesCount64(wrong)}
}

// flips returns how many codes can be found.
func (q *query) flips() int {
	n, total, ways := bits.OnesCount64(q.vary), 1, 1
	for k := 1; k <= q.left; k++ {
		ways = ways * (n - k + 1) / k
		total += ways
	}
	return total
}

// plan is a way to look codes up.
type plan int

const (
	byNone plan = iota // there is nothing to find
	byScan
	byHalves
	byFlips
)

// What it costs, relative to each other, to look at one code after the other, in the slots for a code, and in a bucket.
// Measured with BenchmarkWithin.
const (
	costScan   = 1
	costSlot   = 6
	costBucket = 12
	costChain  = 24
)

// plan returns the cheapest plan. What is in the buckets is known once they were looked at only: it is taken for what it would
// be if all values of the bits that vary were equally likely, eight times over.
func (x *Index) plan(q *query) plan {
	if q.left < 0 {
		return byNone
	}
	best, cost := byScan, costScan*len(x.nodes)
	if c := costSlot * q.flips(); c < cost {
		best, cost = byFlips, c
	}
	n := bits.OnesCount64(q.vary)
	chain := 8 * len(x.nodes) >> (n / 2)
	buckets := 2
	if q.left > 1 {
		buckets += n / 2 * (q.left - 1)
	}
	if c := buckets * (costBucket + costChain*chain); c < cost {
		best = byHalves
	}
	return best
}

// scan looks at all codes.
func (x *Index) scan(dst []Match, q *query) []Match {
	for id := range x.nodes {
		if d := bits.OnesCount64(x.nodes[id].code ^ q.code); d <= q.distance {
			dst = append(dst, Match{uint32(id), uint32(d)})
		}
	}
	return dst
}

// flip looks for code and all that differ from it in up to left of the bits vary.
func (x *Index) flip(dst []Match, code, vary uint64, left int, distance uint32) []Match {
	if id, ok := x.Find(code); ok {
		dst = append(dst, Match{id, distance})
	}
	if left == 0 {
		return dst
	}
	for ; vary != 0; vary &= vary - 1 {
		dst = x.flip(dst, code^vary&-vary, vary&(vary-1), left-1, distance+1)
	}
	return dst
}
