// Package rng provides the random number generator that a search passes to games and policies.
//
//	r := rng.New(1)
//	column := r.IntN(7)
//	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
//	go worker(r.Split())
//
// [Rand] is a concrete type, so that a bounded draw is inlined into the loop of a playout. Its
// sequences do not change with the version of Go, so that a seed gives the same search next year.
//
//	New, Rand.Seed    begin the sequence of a seed
//	Rand.Split        a new sequence for another goroutine or another purpose
//	Rand.IntN         a number below n; for the choice of an action
//	Rand.Float64      a number in [0,1); for probabilities
//	Rand.Shuffle      a random order; for a deck of cards
//	Rand.Uint64       64 random bits; makes a *Rand a Source of math/rand/v2
//	Mix               the mixing function alone; for hashes
//	Rand.AppendBinary the position in the sequence as bytes, which UnmarshalBinary reads
//
// The generator is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014): a 64-bit counter followed by a mixing function. Every method allocates
// nothing except Split and MarshalBinary, and takes constant time except Shuffle.
//
// # Limits
//
// The generator is made for simulation. It is not cryptographically secure. For distributions that
// are not offered here, [math/rand/v2.New] accepts a *Rand and draws from the same sequence.
//
// # Concurrency and determinism
//
// A Rand must not be used by two goroutines at the same time. Equal seeds give equal sequences on
// every platform.
package rng

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// gamma is the increment of the counter: 2^64 divided by the golden ratio, as in the paper.
const gamma = 0x9e3779b97f4a7c15

// Rand generates a sequence of random numbers. The zero value is ready to use and equals New(0).
//
// A Rand must not be used by two goroutines at the same time; [Rand.Split] makes one for each. A
// copy of a Rand continues the sequence independently from the same position.
type Rand struct{ state uint64 }

// New returns a Rand at the beginning of the sequence of seed. The sequences of different seeds,
// also of consecutive ones, look independent.
func New(seed uint64) *Rand { return &Rand{state: Mix(seed)} }

// Seed moves r to the beginning of the sequence of seed, as returned by [New].
func (r *Rand) Seed(seed uint64) { r.state = Mix(seed) }

// Split draws one number and returns a new Rand whose sequence is determined by that number.
func (r *Rand) Split() *Rand { return &Rand{state: Mix(r.Uint64())} }

// Uint64 returns a uniformly distributed 64-bit number. It implements [math/rand/v2.Source].
func (r *Rand) Uint64() uint64 {
	r.state += gamma
	return Mix(r.state)
}

// AppendBinary implements [encoding.BinaryAppender]: it appends the position in the sequence, 8
// bytes. It returns no error.
func (r *Rand) AppendBinary(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(b, r.state), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. It returns no error.
func (r *Rand) MarshalBinary() ([]byte, error) { return r.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]: r continues the sequence where the Rand
// did whose bytes these are. Any other number of bytes than 8 is an error, which leaves r as it
// was.
func (r *Rand) UnmarshalBinary(data []byte) error {
	if len(data) != 8 {
		return fmt.Errorf("rng: a Rand has 8 bytes, got %d", len(data))
	}
	r.state = binary.BigEndian.Uint64(data)
	return nil
}

// Mix returns the mixing function of SplitMix64: each bit of z affects all bits of the result, as
// hashes need it. It is a bijection, and Mix(0) is 0.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN returns a number in [0,n). n must be positive, but IntN(0) returns 0. The probabilities of
// two numbers differ by at most 2^-64, which no experiment can detect; in exchange there is no
// rejection loop.
func (r *Rand) IntN(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Float64 returns a number in [0,1): a multiple of 2^-53, all of which are equally likely.
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) * 0x1p-53 }

// Shuffle puts n elements into random order by the algorithm of Fisher and Yates. swap exchanges
// the elements i and j.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.IntN(i+1))
	}
}
