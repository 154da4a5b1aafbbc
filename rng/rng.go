// Package rng is the random generator that a search hands to games and strategies.
//
// It is concrete, so that a bounded draw inlines into the loop of a playout, and it is the same on every
// version of Go, so that a seed means the same search next year:
//
//	r := rng.New(1)
//	column := r.IntN(7)
//	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
//
// The generator is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014): a counter of 64 bits behind a mixing function. It is made for simulation, not for secrets.
// A *Rand implements the Source of math/rand/v2, so rand.New(r) offers the rest of that package's methods on
// the same stream.
package rng

import "math/bits"

// gamma is the step of the counter, the golden ratio in 64 bits, as in the paper.
const gamma = 0x9e3779b97f4a7c15

// Rand is a stream of random numbers. The zero value is ready to use and equals New(0).
//
// A Rand must not be used by two goroutines at the same time; Split gives each its own. Copying a Rand copies
// the place in its stream.
type Rand struct{ state uint64 }

// New returns the stream of a seed. Streams of different seeds, neighbouring ones too, look independent.
func New(seed uint64) *Rand { return &Rand{state: Mix(seed)} }

// Seed puts r at the beginning of the stream that New(seed) returns.
func (r *Rand) Seed(seed uint64) { r.state = Mix(seed) }

// Split draws one number and returns a new stream that begins at a place chosen by it.
func (r *Rand) Split() *Rand { return &Rand{state: Mix(r.Uint64())} }

// Uint64 returns a number drawn uniformly from all of uint64.
func (r *Rand) Uint64() uint64 {
	r.state += gamma
	return Mix(r.state)
}

// Mix is the finaliser of SplitMix64: it spreads every bit of z over all bits of the result, for hashes. It is a bijection
// with Mix(0) = 0.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN returns a number in [0,n). n must be positive; IntN(0) is 0. No number of the range is likelier than
// another by more than n in 2^64, which no experiment can tell, and there is no loop that rejects.
func (r *Rand) IntN(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Float64 returns a multiple of 2^-53 in [0,1).
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) * 0x1p-53 }

// Shuffle puts n things into random order by swapping two at a time (Fisher and Yates).
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.IntN(i+1))
	}
}
