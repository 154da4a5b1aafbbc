// Package bitset reads sets of small numbers: number i is bit i%64 of word i/64.
package bitset

import (
	"iter"
	"math/bits"
)

// All returns the numbers of a set in ascending order.
func All(set []uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range set {
			for ; x != 0; x &= x - 1 {
				if !yield(w*64 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// Count returns how many numbers a set has.
func Count(set []uint64) int {
	n := 0
	for _, x := range set {
		n += bits.OnesCount64(x)
	}
	return n
}

// Nth returns a number of a set, counted from 0 in ascending order, or -1 if the set has not so
// many.
func Nth(set []uint64, n int) int {
	for w, x := range set {
		if c := bits.OnesCount64(x); n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			x &= x - 1
		}
		return w*64 + bits.TrailingZeros64(x)
	}
	return -1
}
