package rng_test

import (
	"encoding"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

var (
	_ rand.Source                = (*rng.Rand)(nil)
	_ encoding.BinaryAppender    = (*rng.Rand)(nil)
	_ encoding.BinaryMarshaler   = (*rng.Rand)(nil)
	_ encoding.BinaryUnmarshaler = (*rng.Rand)(nil)
)

// The sequence of seed 0 equals the published generator's from state 0. Recorded experiments depend
// on these numbers, so they never change.
func TestGoldenSequence(t *testing.T) {
	r := rng.New(0)
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		require.Equal(t, want, r.Uint64())
	}
	require.Equal(t, rng.New(0), new(rng.Rand), "zero value")

	r.Seed(7)
	require.Equal(t, rng.New(7), r)
	require.Equal(t, []int{3, 2, 6, 6, 4}, []int{r.IntN(7), r.IntN(7), r.IntN(7), r.IntN(7), r.IntN(7)})
}

func TestMix(t *testing.T) {
	require.Zero(t, rng.Mix(0))
	require.Equal(t, uint64(0xe220a8397b1dcdaf), rng.Mix(0x9e3779b97f4a7c15), "the first number of the sequence of seed 0")
}

func TestIntNIsUniform(t *testing.T) {
	const n, draws = 7, 700_000
	r := rng.New(1)
	var counts [n]float64
	for range draws {
		counts[r.IntN(n)]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += (c - draws/n) * (c - draws/n) / (draws / n)
	}
	require.Less(t, chi, 22.5, "chi squared of 6 degrees of freedom, p = 0.001: %v", counts)
}

func TestRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		n := rapid.IntRange(1, math.MaxInt).Draw(t, "n")
		k := r.IntN(n)
		require.True(t, 0 <= k && k < n, "IntN(%d) is %d", n, k)
		f := r.Float64()
		require.True(t, 0 <= f && f < 1, "Float64 is %v", f)
	})
}

// Float64 is the upper 53 bits of a number divided by 2^53, so the last of them is set half the
// time.
func TestFloat64HasFiftyThreeBits(t *testing.T) {
	r, raw := rng.New(1), rng.New(1)
	odd, least, greatest := 0, 1.0, 0.0
	for range 10_000 {
		f := r.Float64()
		want := raw.Uint64() >> 11
		require.Equal(t, float64(want)/(1<<53), f)
		odd += int(uint64(math.Ldexp(f, 53)) % 2)
		least, greatest = min(least, f), max(greatest, f)
	}
	require.InDelta(t, 5000, odd, 250)
	require.InDelta(t, 0, least, 1e-3)
	require.InDelta(t, 1, greatest, 1e-3)
}

// IntN takes one draw for every n, so that later draws do not depend on earlier bounds.
func TestIntNIsTheHighWordOfTheProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, math.MaxInt).Draw(t, "n")
		r, raw := rng.New(seed), rng.New(seed)
		want, _ := bits.Mul64(raw.Uint64(), uint64(n))
		require.Equal(t, int(want), r.IntN(n))
		require.Equal(t, raw, r, "one draw each")
	})
}

func TestShuffleReachesEveryOrder(t *testing.T) {
	r := rng.New(1)
	seen := map[[4]int]int{}
	for range 24_000 {
		p := [4]int{0, 1, 2, 3}
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		seen[p]++
	}
	require.Len(t, seen, 24)
	for p, n := range seen {
		require.InDelta(t, 1000, n, 150, "%v", p)
	}
}

// Sequences of consecutive seeds and of Split must not share numbers, and half of their bits agree.
func TestSequencesAreIndependent(t *testing.T) {
	parent := rng.New(1)
	sequences := []*rng.Rand{rng.New(2), rng.New(3), parent.Split(), parent.Split(), parent}
	seen := map[uint64]int{}
	for i, s := range sequences {
		for range 10_000 {
			x := s.Uint64()
			other, found := seen[x]
			require.False(t, found, "sequences %d and %d share %#x", i, other, x)
			seen[x] = i
		}
	}
	for i, a := range sequences {
		for _, b := range sequences[:i] {
			equal := 0
			for range 1000 {
				equal += 64 - bits.OnesCount64(a.Uint64()^b.Uint64())
			}
			require.InDelta(t, 32_000, equal, 800, "bits in common")
		}
	}
}

// Split takes one draw from its parent, and Seed restarts any Rand.
func TestSplitAdvancesItsParentByOne(t *testing.T) {
	parent, raw := rng.New(5), rng.New(5)
	child := parent.Split()
	first := raw.Uint64()
	require.Equal(t, raw, parent)
	require.Equal(t, rng.New(first), child)
	child.Seed(5)
	require.Equal(t, rng.New(5), child)
}

func TestSplitIsReproducible(t *testing.T) {
	draw := func() []uint64 {
		s := rng.New(5).Split()
		return []uint64{s.Uint64(), s.Uint64()}
	}
	require.True(t, slices.Equal(draw(), draw()))
}

func BenchmarkIntN(b *testing.B) {
	r := rng.New(1)
	sum := 0
	for b.Loop() {
		sum += r.IntN(7)
	}
	_ = sum
}

// A Rand read from bytes continues the sequence, and bytes of another length are refused.
func TestBinary(t *testing.T) {
	r := rng.New(3)
	r.Uint64()
	data, err := r.MarshalBinary()
	require.NoError(t, err)
	again := rng.New(9)
	require.NoError(t, again.UnmarshalBinary(data))
	require.Equal(t, r, again)
	require.ErrorContains(t, again.UnmarshalBinary(data[1:]), "rng: a Rand has 8 bytes, got 7")
	require.Equal(t, r, again)
}
