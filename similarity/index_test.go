package similarity_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// distributions are ways to draw codes, each of which suits another plan.
var distributions = []struct {
	name string
	draw func(r *rng.Rand) func() uint64
}{
	{"uniform", func(r *rng.Rand) func() uint64 { return r.Uint64 }},
	{"walk", func(r *rng.Rand) func() uint64 { // every code differs from the last one in a few bits
		code := r.Uint64()
		return func() uint64 {
			for range 1 + r.IntN(3) {
				code ^= 1 << r.IntN(64)
			}
			return code
		}
	}},
	{"few", func(r *rng.Rand) func() uint64 { // most bits never vary
		fixed, vary := r.Uint64(), uint64(0)
		for range 16 {
			vary |= 1 << r.IntN(64)
		}
		return func() uint64 { return fixed ^ r.Uint64()&vary }
	}},
	{"low", func(r *rng.Rand) func() uint64 { return func() uint64 { return r.Uint64() >> 44 } }}, // 20 bits
	{"skewed", func(r *rng.Rand) func() uint64 { // most bits of most codes are 0
		return func() uint64 {
			code := r.Uint64()
			for range 3 {
				code &= r.Uint64()
			}
			return code
		}
	}},
}

func naiveWithin(codes []uint64, code uint64, distance int) []similarity.Match {
	matches := []similarity.Match{}
	for id, c := range codes {
		if d := similarity.Hamming(c, code); d <= distance {
			matches = append(matches, similarity.Match{ID: uint32(id), Distance: uint32(d)})
		}
	}
	return matches
}

func sorted(matches []similarity.Match) []similarity.Match {
	matches = append([]similarity.Match{}, matches...)
	slices.SortFunc(matches, func(a, b similarity.Match) int { return int(a.ID) - int(b.ID) })
	return matches
}

// The index finds what looking at all codes finds, at every size that it grows through, and after codes are dropped.
func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(distributions).Draw(t, "distribution")
		most := rapid.IntRange(0, similarity.MaxDistance).Draw(t, "most")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		draw := d.draw(r)
		x := similarity.NewIndex(most)
		var codes []uint64
		ids := map[uint64]uint32{}
		for range rapid.IntRange(1, 3000).Draw(t, "codes") {
			code := draw()
			id, added := x.Add(code)
			old, known := ids[code]
			require.Equal(t, !known, added)
			if known {
				require.Equal(t, old, id)
				continue
			}
			require.Equal(t, uint32(len(codes)), id)
			ids[code] = id
			codes = append(codes, code)
			if r.IntN(100) == 0 {
				requireWithin(t, x, codes, most, r, draw)
			}
		}
		requireWithin(t, x, codes, most, r, draw)
		n := rapid.IntRange(0, len(codes)).Draw(t, "dropped")
		x.Drop(n)
		codes = codes[n:]
		requireWithin(t, x, codes, most, r, draw)
		for range 100 {
			if code := draw(); !slices.Contains(codes, code) {
				x.Add(code)
				codes = append(codes, code)
			}
		}
		requireWithin(t, x, codes, most, r, draw)
		x.Reset()
		require.Empty(t, x.AppendWithin(nil, codes[0], most))
	})
}

func requireWithin(t require.TestingT, x *similarity.Index, codes []uint64, most int, r *rng.Rand, draw func() uint64) {
	require.Equal(t, len(codes), x.Len())
	for distance := range most + 1 {
		query := draw()
		if len(codes) > 0 && r.IntN(2) == 0 {
			query = codes[r.IntN(len(codes))] ^ 1<<r.IntN(64)
		}
		require.Equal(t, naiveWithin(codes, query, distance), sorted(x.AppendWithin(nil, query, distance)), "distance %d", distance)
	}
}

func TestHamming(t *testing.T) {
	require.Equal(t, 2, similarity.Hamming(uint16(0b000010011010), 0b000010001110)) // the paper's example
	require.Equal(t, 0, similarity.Hamming(uint64(7), 7))
	require.Equal(t, 64, similarity.Hamming(0, ^uint64(0)))
	require.Equal(t, 8, similarity.Hamming[uint8](0x0f, 0xf0))
}

func TestNewIndexPanics(t *testing.T) {
	require.PanicsWithValue(t, "similarity: NewIndex(4), want 0..3", func() { similarity.NewIndex(4) })
	require.PanicsWithValue(t, "similarity: NewIndex(-1), want 0..3", func() { similarity.NewIndex(-1) })
}

// A look-up allocates nothing once there is room for its answer, nor does a code that is there already.
func TestIndexAllocates(t *testing.T) {
	for _, d := range distributions {
		draw := d.draw(rng.New(1))
		x := similarity.NewIndex(2)
		for range 5000 {
			x.Add(draw())
		}
		matches := x.AppendWithin(nil, x.Code(17), 2)
		matches = slices.Grow(matches, 5000)
		require.Zero(t, testing.AllocsPerRun(100, func() {
			matches = x.AppendWithin(matches[:0], x.Code(17), 2)
			x.Add(x.Code(17))
		}), d.name)
	}
}

// BenchmarkWithin looks up codes within distance 2 of codes of the same distribution.
func BenchmarkWithin(b *testing.B) {
	for _, d := range distributions {
		for _, n := range []int{1000, 100_000} {
			b.Run(fmt.Sprintf("codes=%s/n=%d", d.name, n), func(b *testing.B) {
				draw := d.draw(rng.New(1))
				x := similarity.NewIndex(2)
				var queries []uint64
				for i := range n {
					code := draw()
					x.Add(code)
					if i%(n/256) == 0 {
						queries = append(queries, code^1)
					}
				}
				var matches []similarity.Match
				i := 0
				b.ReportAllocs()
				for b.Loop() {
					matches = x.AppendWithin(matches[:0], queries[i&255], 2)
					i++
				}
			})
		}
	}
}

// BenchmarkAdd puts new codes in, and looks one up after every thirty, as a search does.
func BenchmarkAdd(b *testing.B) {
	for _, d := range distributions {
		b.Run("codes="+d.name, func(b *testing.B) {
			draw := d.draw(rng.New(1))
			x := similarity.NewIndex(2)
			var matches []similarity.Match
			i := 0
			for b.Loop() {
				code := draw()
				if x.Add(code); i%30 == 0 {
					matches = x.AppendWithin(matches[:0], code, 2)
				}
				if i++; x.Len() == 1<<17 {
					x.Reset()
				}
			}
		})
	}
}
