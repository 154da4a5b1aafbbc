package similarity_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity"
)

// naiveWithin scans all signatures.
func naiveWithin(signatures []uint64, signature uint64, distance int) []similarity.Match {
	matches := []similarity.Match{}
	for id, s := range signatures {
		if d := similarity.Hamming(s, signature); d <= distance {
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

// The index finds what a scan of all signatures finds, at all sizes, and after signatures were
// dropped.
func TestIndexMatchesAScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := signatures(t)
		maxDistance := rapid.IntRange(0, similarity.MaxDistance).Draw(t, "max distance")
		x := similarity.NewIndex(maxDistance)
		var added []uint64
		add := func(label string) {
			least := rapid.SampledFrom([]int{0, 100, 1500}).Draw(t, "at least")
			for _, signature := range rapid.SliceOfN(drawn, least, 3000).Draw(t, label) {
				id, isNew := x.Add(signature)
				if old := slices.Index(added, signature); old >= 0 {
					require.False(t, isNew)
					require.EqualValues(t, old, id)
					continue
				}
				require.True(t, isNew)
				require.EqualValues(t, len(added), id)
				added = append(added, signature)
			}
		}
		queries := rapid.SliceOfN(flipped(drawn), 1, 30)
		add("signatures")
		requireWithin(t, x, added, maxDistance, queries.Draw(t, "queries"))
		add("more signatures")
		requireWithin(t, x, added, maxDistance, queries.Draw(t, "queries after more"))
		n := rapid.IntRange(0, len(added)).Draw(t, "dropped")
		x.Drop(n)
		added = added[n:]
		requireWithin(t, x, added, maxDistance, queries.Draw(t, "queries after a drop"))
		add("signatures after a drop")
		requireWithin(t, x, added, maxDistance, queries.Draw(t, "queries after more"))
		x.Reset()
		requireWithin(t, x, nil, maxDistance, queries.Draw(t, "queries after a reset"))
	})
}

// requireWithin compares look-ups with a scan.
func requireWithin(t require.TestingT, x *similarity.Index, signatures []uint64, maxDistance int, queries []uint64) {
	require.Equal(t, len(signatures), x.Len())
	for _, query := range queries {
		for distance := range maxDistance + 1 {
			want := naiveWithin(signatures, query, distance)
			require.Equal(t, want, sorted(x.AppendWithin(nil, query, distance)), "distance %d of %#x", distance, query)
		}
	}
}

// The first pair is the paper's example.
func TestHamming(t *testing.T) {
	require.Equal(t, 2, similarity.Hamming(uint16(0b000010011010), 0b000010001110))
	require.Equal(t, 0, similarity.Hamming(uint64(7), 7))
	require.Equal(t, 64, similarity.Hamming(0, ^uint64(0)))
	require.Equal(t, 8, similarity.Hamming[uint8](0x0f, 0xf0))
}

func TestNewIndexPanics(t *testing.T) {
	require.PanicsWithValue(t, "similarity: NewIndex(4), want 0..3", func() { similarity.NewIndex(4) })
	require.PanicsWithValue(t, "similarity: NewIndex(-1), want 0..3", func() { similarity.NewIndex(-1) })
}

// A look-up allocates nothing if its result has room, and neither does adding a known signature.
func TestIndexDoesNotAllocate(t *testing.T) {
	for _, d := range distributions {
		t.Run(d.name, func(t *testing.T) {
			x := similarity.NewIndex(2)
			for n := range uint64(5000) {
				x.Add(d.signature(n))
			}
			matches := x.AppendWithin(nil, x.Signature(17), 2)
			matches = slices.Grow(matches, 5000)
			require.Zero(t, testing.AllocsPerRun(100, func() {
				matches = x.AppendWithin(matches[:0], x.Signature(17), 2)
				x.Add(x.Signature(17))
			}))
		})
	}
}

// BenchmarkWithin looks up signatures within a distance of 2.
func BenchmarkWithin(b *testing.B) {
	for _, d := range distributions {
		for _, n := range []int{1000, 100_000} {
			b.Run(fmt.Sprintf("signatures=%s/n=%d", d.name, n), func(b *testing.B) {
				x := similarity.NewIndex(2)
				var queries []uint64
				for i := range n {
					signature := d.signature(uint64(i))
					x.Add(signature)
					if i%(n/256) == 0 {
						queries = append(queries, signature^1)
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

// BenchmarkAdd adds new signatures and looks one up after every thirty, as a search does.
func BenchmarkAdd(b *testing.B) {
	for _, d := range distributions {
		b.Run("signatures="+d.name, func(b *testing.B) {
			x := similarity.NewIndex(2)
			var matches []similarity.Match
			n := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				signature := d.signature(n)
				if x.Add(signature); n%30 == 0 {
					matches = x.AppendWithin(matches[:0], signature, 2)
				}
				if n++; x.Len() == 1<<17 {
					x.Reset()
				}
			}
		})
	}
}
