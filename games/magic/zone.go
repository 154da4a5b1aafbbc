package magic

import "math/bits"

// zone is a multiset of creatures: nibble k is the number of creatures of kind k, for k from 1 to
// 15. Nibble 0 is zero. Zones are added and subtracted as numbers. No nibble overflows, because a
// deck has at most 15 creatures of a kind.
type zone uint64

// one returns the zone of a single creature of kind k.
func one(k int) zone { return 1 << (4 * uint(k)) }

// some returns n creatures of kind k.
func some(k, n int) zone { return zone(n) << (4 * uint(k)) }

func (z zone) count(k int) int { return int(z >> (4 * uint(k)) & 15) }

// size returns the number of creatures.
func (z zone) size() int {
	const odd = 0x0f0f0f0f0f0f0f0f
	pairs := uint64(z)&odd + uint64(z)>>4&odd
	// The first multiplication cannot overflow a byte: 15 kinds of 15 are 225.
	return int(pairs * 0x0101010101010101 >> 56)
}

// highest returns the highest kind. The zone must not be empty.
func (z zone) highest() int { return (bits.Len64(uint64(z)) - 1) >> 2 }

// lowest returns the lowest kind. The zone must not be empty.
func (z zone) lowest() int { return bits.TrailingZeros64(uint64(z)) >> 2 }

// upTo returns the creatures of kind k and below.
func (z zone) upTo(k int) zone { return z & (1<<(4*uint(k)+4) - 1) }

// without returns z without any creature of kind k.
func (z zone) without(k int) zone { return z &^ (15 << (4 * uint(k))) }

// kinds returns the number of different kinds.
func (z zone) kinds() int {
	x := uint64(z)
	x |= x >> 2
	x |= x >> 1
	return bits.OnesCount64(x & 0x1111111111111111)
}

// nth returns the n-th lowest kind, counted from 0.
func (z zone) nth(n int) int {
	for ; n > 0; n-- {
		z = z.without(z.lowest())
	}
	return z.lowest()
}
