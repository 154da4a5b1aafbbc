package index_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity/internal/index"
	"github.com/banyan-go/banyan/similarity/internal/indextest"
)

// naiveWithin scans all signatures.
func naiveWithin(signatures []uint64, signature uint64, distance int) []index.Match {
	matches := []index.Match{}
	for id, s := range signatures {
		if d := bits.OnesCount64(s ^ signature); d <= distance {
			matches = append(matches, index.Match{ID: uint32(id), Distance: uint32(d)})
		}
	}
	return matches
}

func sorted(matches []index.Match) []index.Match {
	matches = append([]index.Match{}, matches...)
	slices.SortFunc(matches, func(a, b index.Match) int { return int(a.ID) - int(b.ID) })
	return matches
}

// The index finds what a scan of all signatures finds, at all sizes, and after signatures were
// dropped.
func TestIndexMatchesAScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := indextest.Signatures(t)
		maxDistance := rapid.IntRange(0, index.MaxDistance).Draw(t, "max distance")
		x := index.New(maxDistance)
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
		queries := rapid.SliceOfN(indextest.Flipped(drawn), 1, 30)
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
func requireWithin(t require.TestingT, x *index.Index, signatures []uint64, maxDistance int, queries []uint64) {
	require.Equal(t, len(signatures), x.Len())
	for _, query := range queries {
		for distance := range maxDistance + 1 {
			want := naiveWithin(signatures, query, distance)
			require.Equal(t, want, sorted(x.AppendWithin(nil, query, distance)), "distance %d of %#x", distance, query)
		}
	}
}

func TestNewIndexPanics(t *testing.T) {
	require.PanicsWithValue(t, "similarity: distance 4, want 0..3", func() { index.New(4) })
	require.PanicsWithValue(t, "similarity: distance -1, want 0..3", func() { index.New(-1) })
}

// A look-up allocates nothing if its result has room, and neither does adding a known signature.
func TestIndexDoesNotAllocate(t *testing.T) {
	for _, d := range indextest.Distributions {
		t.Run(d.Name, func(t *testing.T) {
			x := index.New(2)
			for n := range uint64(5000) {
				x.Add(d.Signature(n))
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
	for _, d := range indextest.Distributions {
		for _, n := range []int{1000, 100_000} {
			b.Run(fmt.Sprintf("signatures=%s/n=%d", d.Name, n), func(b *testing.B) {
				x := index.New(2)
				var queries []uint64
				for i := range n {
					signature := d.Signature(uint64(i))
					x.Add(signature)
					if i%(n/256) == 0 {
						queries = append(queries, signature^1)
					}
				}
				var matches []index.Match
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
	for _, d := range indextest.Distributions {
		b.Run("signatures="+d.Name, func(b *testing.B) {
			x := index.New(2)
			var matches []index.Match
			n := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				signature := d.Signature(n)
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
