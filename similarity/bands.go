package similarity

import (
	"math/bits"
	"slices"
)

// bands are hash tables of codes by some of their bits, one table for each part of the bits. Codes that differ in fewer
// bits than there are bands agree in one of them. They lag behind the index and catch up when they are used, since
// putting many codes in together waits less for memory.
type bands struct {
	list  []band
	codes int // put in
	shift int // from a product to its bucket
}

// band is a hash table with chains.
type band struct {
	mask    uint64 // the bits that it is about
	buckets []bucket
	next    []uint32 // by code: 1 + the ID of the next one in the bucket, 0 if there is none
}

// bucket is the chain of the codes that hash alike, the last one added first.
type bucket struct {
	first uint32 // 1 + ID, 0 if there is none
	count uint32
}

// newBands makes room for what is needed to look within a distance. The bits of a band are apart from each other, because
// neighbouring bits tend to vary together, or not at all.
func newBands(distance int) bands {
	var b bands
	if distance == 0 {
		return b
	}
	b.list = make([]band, distance+1)
	for i := range 64 {
		b.list[i%len(b.list)].mask |= 1 << i
	}
	return b
}

func (b *bands) bytes() (n int64) {
	for _, band := range b.list {
		n += int64(8*cap(band.buckets) + 4*cap(band.next))
	}
	return n
}

// reset takes all codes out.
func (b *bands) reset() {
	b.codes = 0
	for i := range b.list {
		clear(b.list[i].buckets)
	}
}

// catchUp puts in the codes that were added since the last time.
func (b *bands) catchUp(codes []uint64) {
	if b.codes == len(codes) {
		return
	}
	size := max(minSlots, len(b.list[0].buckets))
	for size < len(codes) {
		size *= 2
	}
	if size > len(b.list[0].buckets) {
		b.codes, b.shift = 0, 64-bits.TrailingZeros(uint(size))
		for i := range b.list {
			band := &b.list[i]
			band.buckets = slices.Grow(band.buckets[:0], size)[:size]
			clear(band.buckets)
		}
	}
	for i := range b.list {
		b.list[i].add(codes, b.codes, b.shift)
	}
	b.codes = len(codes)
}

// add puts in the codes from the given one on.
func (b *band) add(codes []uint64, from, shift int) {
	if n := len(codes); n > len(b.next) {
		b.next = slices.Grow(b.next, n-len(b.next))
		b.next = b.next[:cap(b.next)]
	}
	for id := from; id < len(codes); id++ {
		at := b.at(codes[id], shift)
		b.next[id] = at.first
		at.first = uint32(id + 1)
		at.count++
	}
}

// at returns the bucket of a code.
func (b *band) at(code uint64, shift int) *bucket {
	return &b.buckets[spread(code&b.mask)>>(shift&63)&uint64(len(b.buckets)-1)]
}

// cost returns what appendWithin costs.
func (b *bands) cost(code uint64) int {
	cost := costBucket * len(b.list)
	for i := range b.list {
		cost += costChain * int(b.list[i].at(code, b.shift).count)
	}
	return cost
}

// appendWithin appends the codes within a distance, smaller than the number of bands.
func (b *bands) appendWithin(dst []Match, codes []uint64, code uint64, distance int) []Match {
	seen := [MaxDistance + 1]uint64{}
	for i := range b.list {
		band := &b.list[i]
		seen[i] = band.mask
		for n := band.at(code, b.shift).first; n != 0; n = band.next[n-1] {
			differ := codes[n-1] ^ code
			d := bits.OnesCount64(differ)
			if d > distance || firstEqual(differ, seen[:i+1]) != i {
				continue
			}
			dst = append(dst, Match{n - 1, uint32(d)})
		}
	}
	return dst
}

// firstEqual returns the first of the masks in which two codes agree that differ in those bits. A code is found once
// only in the first of the bands in which it agrees, and not in a bucket where it is by chance.
func firstEqual(differ uint64, masks []uint64) int {
	for i, mask := range masks {
		if differ&mask == 0 {
			return i
		}
	}
	return len(masks)
}
