package similarity

import (
	"fmt"
	"math/bits"
	"slices"
)

// MaxDistance is the greatest distance that an Index looks for.
const MaxDistance = 3

// Match is a code that was found near another.
type Match struct {
	ID       uint32 // of the code, as Add returned it
	Distance uint32
}

// Index is a set of codes that finds those near a given one. It numbers its codes from 0 in the order in which they were
// added. NewIndex makes one. It is for one goroutine at a time, look-ups included.
//
// A look-up picks the cheapest of three plans for this table and query: to look at all codes; at those that agree
// with the query in one of several bands of bits, for if two codes differ in d bits, then they agree in one of d+1 bands
// (multi-index hashing: Norouzi, Punjani and Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", CVPR
// 2012); or to look for every code that differs from the query in so many of the bits that are not the same in all codes.
type Index struct {
	codes  []uint64
	slots  []uint32 // open addressing with linear probes: 1 + ID, 0 is free; at most half are taken
	shift  int      // from a product to its slot
	ones   uint64   // bits that are 1 in all codes
	anyOne uint64   // bits that are 1 in some code
	bands  bands
}

// NewIndex returns an empty index for distances up to most, which is 0 to 3. The greater it is, the longer Add takes.
func NewIndex(most int) *Index {
	if most < 0 || most > MaxDistance {
		panic(fmt.Sprintf("similarity: NewIndex(%d), want 0..%d", most, MaxDistance))
	}
	x := &Index{bands: newBands(most)}
	x.rehash(minSlots)
	return x
}

const minSlots = 1 << 8

// Len returns the number of codes.
func (x *Index) Len() int { return len(x.codes) }

// Code returns the code with that ID.
func (x *Index) Code(id uint32) uint64 { return x.codes[id] }

// Bytes returns the memory that the index holds.
func (x *Index) Bytes() int64 {
	return int64(8*cap(x.codes)+4*cap(x.slots)) + x.bands.bytes()
}

// slot returns where to look for a code first.
func (x *Index) slot(code uint64) uint64 { return spread(code) >> (x.shift & 63) }

// spread mixes all bits of a code into the highest ones.
func spread(code uint64) uint64 { return (code ^ code>>32) * 0x9e3779b97f4a7c15 }

// Find returns the ID of a code, and whether it is there.
func (x *Index) Find(code uint64) (uint32, bool) {
	mask := uint64(len(x.slots) - 1)
	for i := x.slot(code); ; i++ {
		n := x.slots[i&mask]
		if n == 0 {
			return 0, false
		}
		if x.codes[n-1] == code {
			return n - 1, true
		}
	}
}

// Add puts a code in, if it is not there yet, and returns its ID and whether it is new.
func (x *Index) Add(code uint64) (id uint32, added bool) {
	mask := uint64(len(x.slots) - 1)
	i := x.slot(code) & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		if id = x.slots[i] - 1; x.codes[id] == code {
			return id, false
		}
	}
	id = uint32(len(x.codes))
	x.slots[i] = id + 1
	x.codes = append(x.codes, code)
	x.vary(code)
	if 2*len(x.codes) > len(x.slots) {
		x.rehash(2 * len(x.slots))
	}
	return id, true
}

// vary takes note of the bits of a code.
func (x *Index) vary(code uint64) {
	if x.anyOne |= code; len(x.codes) == 1 {
		x.ones = code
	}
	x.ones &= code
}

// rehash puts all codes into new slots.
func (x *Index) rehash(size int) {
	x.slots = slices.Grow(x.slots[:0], size)[:size]
	clear(x.slots)
	x.shift = 64 - bits.TrailingZeros(uint(size))
	mask := uint64(size - 1)
	for id, code := range x.codes {
		i := x.slot(code) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = uint32(id + 1)
	}
}

// Reset takes all codes out and keeps the memory.
func (x *Index) Reset() {
	x.codes = x.codes[:0]
	x.ones, x.anyOne = 0, 0
	clear(x.slots)
	x.bands.reset()
}

// Drop takes the oldest n codes out. The ID of the others falls by n. It takes time proportional to the index.
func (x *Index) Drop(n int) {
	x.codes = append(x.codes[:0], x.codes[n:]...)
	x.rehash(len(x.slots))
	x.bands.reset()
	x.ones, x.anyOne = ^uint64(0), 0
	for _, code := range x.codes {
		x.ones &= code
		x.anyOne |= code
	}
}

// AppendWithin appends all codes within a distance of code, which is 0 to that of NewIndex, in no particular order. The same
// calls give the same order.
func (x *Index) AppendWithin(dst []Match, code uint64, distance int) []Match {
	if distance == 0 || len(x.codes) == 0 {
		if id, ok := x.Find(code); ok {
			dst = append(dst, Match{id, 0})
		}
		return dst
	}
	f := x.flips(code, distance)
	if f.left < 0 {
		return dst // it differs from all codes in too many of the bits that they share
	}
	switch x.plan(code, distance, &f) {
	case byScan:
		return x.scan(dst, code, distance)
	case byBands:
		return x.bands.appendWithin(dst, x.codes, code, distance)
	}
	return f.append(dst, x, f.code, f.vary, f.left, uint32(distance-f.left))
}

// plan is a way to look codes up.
type plan int

const (
	byScan plan = iota
	byBands
	byFlips
)

// What looking at a code costs, relative to each other: one after the other, one in a bucket, one in the slots; and a
// bucket. Measured with BenchmarkWithin.
const (
	costScan   = 1
	costChain  = 6
	costProbe  = 6
	costBucket = 12
)

// plan returns the cheapest plan.
func (x *Index) plan(code uint64, distance int, f *flips) plan {
	best, cost := byScan, costScan*len(x.codes)
	if c := costProbe * f.count(); c < cost {
		best, cost = byFlips, c
	}
	if least := costBucket * len(x.bands.list); cost <= least || distance >= len(x.bands.list) {
		return best
	}
	x.bands.catchUp(x.codes)
	if c := x.bands.cost(code); c < cost {
		best = byBands
	}
	return best
}

// scan looks at all codes.
func (x *Index) scan(dst []Match, code uint64, distance int) []Match {
	for id, c := range x.codes {
		if d := bits.OnesCount64(c ^ code); d <= distance {
			dst = append(dst, Match{uint32(id), uint32(d)})
		}
	}
	return dst
}

// flips are the codes that a look-up may find: those that differ from code in up to left of the bits vary.
type flips struct {
	code, vary uint64
	left       int
}

// flips returns what can be found near a code: it can only be found where bits that all codes share are as they have
// them.
func (x *Index) flips(code uint64, distance int) flips {
	vary := x.anyOne &^ x.ones
	wrong := (code ^ x.ones) &^ vary
	return flips{code ^ wrong, vary, distance - bits.OnesCount64(wrong)}
}

// count returns how many codes that are.
func (f *flips) count() int {
	n, total, ways := bits.OnesCount64(f.vary), 1, 1
	for k := 1; k <= f.left; k++ {
		ways = ways * (n - k + 1) / k
		total += ways
	}
	return total
}

// append looks for code and all that differ from it in up to left of the bits vary.
func (f *flips) append(dst []Match, x *Index, code, vary uint64, left int, distance uint32) []Match {
	if id, ok := x.Find(code); ok {
		dst = append(dst, Match{id, distance})
	}
	if left == 0 {
		return dst
	}
	for ; vary != 0; vary &= vary - 1 {
		dst = f.append(dst, x, code^vary&-vary, vary&(vary-1), left-1, distance+1)
	}
	return dst
}
