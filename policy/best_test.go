package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// Best finds an index of the highest score, and draws for ties only.
func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(means(), 1, 20).Draw(t, "scores")
		r := rng.New(1)
		b := NewBest(r)
		for i, s := range scores {
			b.Add(int32(100+i), s)
		}
		require.Equal(t, slices.Max(scores), scores[b.Index-100])
		if slices.IsSorted(scores) && len(slices.Compact(slices.Clone(scores))) == len(scores) {
			require.Equal(t, *rng.New(1), *r)
		}
	})
}

// The actions with the highest score are equally likely, wherever they stand in the list.
func TestBestOfTies(t *testing.T) {
	const n = 30_000
	r, counts := rng.New(1), [7]int{}
	for range n {
		b := NewBest(r)
		for i, s := range []float32{-1, -1, 2, 0, 2, 1, 2} {
			b.Add(int32(i), s)
		}
		counts[b.Index]++
	}
	for i, share := range []float64{2: 1. / 3, 4: 1. / 3, 6: 1. / 3} {
		require.InDelta(t, n*share, counts[i], 350)
	}
}
