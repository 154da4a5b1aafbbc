// Package indextest draws signatures for tests.
package indextest

import (
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// Distributions are ways to make signatures of numbers. Each suits another plan of an Index.
var Distributions = []struct {
	Name      string
	Signature func(n uint64) uint64
}{
	{"uniform", rng.Mix},
	{"clusters", func(n uint64) uint64 { // groups of signatures that differ in up to four bits
		return rng.Mix(n>>12) ^ 1<<(n&63) ^ 1<<(n>>6&63)
	}},
	{"fixed", func(n uint64) uint64 { // most bits never vary
		const fixed, vary = 0x123456789abcdef0, 0x0101_8000_0030_f00f
		return fixed ^ rng.Mix(n)&vary
	}},
	{"low", func(n uint64) uint64 { return rng.Mix(n) >> 44 }}, // 20 bits
	{"skewed", func(n uint64) uint64 { // most bits of most signatures are 0
		return rng.Mix(n) & rng.Mix(n+1<<32) & rng.Mix(n+2<<32) & rng.Mix(n+3<<32)
	}},
}

// Signatures draws the number of a distribution, and signatures of it.
func Signatures(t *rapid.T) *rapid.Generator[uint64] {
	d := rapid.IntRange(0, len(Distributions)-1).Draw(t, "distribution")
	numbers := rapid.OneOf(rapid.Uint64Max(100), rapid.Uint64Max(1<<20))
	return rapid.Map(numbers, Distributions[d].Signature)
}

// Flipped draws signatures that differ from generated ones in up to three bits.
func Flipped(signatures *rapid.Generator[uint64]) *rapid.Generator[uint64] {
	return rapid.Custom(func(t *rapid.T) uint64 {
		signature := signatures.Draw(t, "signature")
		for _, bit := range rapid.SliceOfN(rapid.IntRange(0, 63), 0, 3).Draw(t, "bits") {
			signature ^= 1 << bit
		}
		return signature
	})
}
