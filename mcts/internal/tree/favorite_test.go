package tree

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A favorite is chosen again up to its number of visits, while its mean is greater than its limit,
// and until it is forgotten.
func TestAgain(t *testing.T) {
	all := newTree()
	b := Make(all, 0, []int{1, 2, 3})
	other := Make(all, 0, []int{1, 2, 3})
	all.chunks[0].stats[b.First()+1].Mean = 0.5
	require.False(t, all.HasFavorite(b))
	all.SetFavorite(b, Favorite{Edge: 1, Until: 2000, Above: 0.25})
	require.True(t, all.HasFavorite(b))
	require.False(t, all.HasFavorite(other))
	for _, c := range []struct {
		visits uint32
		mean   float32
		want   bool
	}{
		{1999, 0.5, true},
		{2000, 0.5, true},
		{2001, 0.5, false},
		{2000, math.Nextafter32(0.25, 1), true},
		{2000, 0.25, false},
	} {
		all.chunks[0].stats[b.First()+1].Mean = c.mean
		edge, isSo := all.Again(b, c.visits)
		require.EqualValues(t, 1, edge)
		require.Equal(t, c.want, isSo, "%+v", c)
	}
	all.chunks[0].stats[other.First()].Mean = 1
	_, isSo := all.Again(other, 1)
	require.False(t, isSo)
	all.Forget(other)
	require.True(t, all.HasFavorite(b))
	all.Forget(b)
	require.False(t, all.HasFavorite(b))
	_, isSo = all.Again(b, 1)
	require.False(t, isSo)
}

// The room of a block of a growing tree lies where others have the number of their favorite.
func TestGrowingBlocksHaveNoFavorites(t *testing.T) {
	all := newTree()
	all.Growing = true
	b := all.MakeGrowing(0)
	for n := range 2*firstRoom + 1 {
		all.favorites = make([]Favorite, max(1, n))
		require.False(t, all.HasFavorite(b))
		_, isSo := all.Again(b, 0)
		require.False(t, isSo)
	}
}

// The table of favorites grows at once to what the chunks have room for.
func TestMemoryOfFavorites(t *testing.T) {
	all := newTree()
	for range favoritesPerChunk - 1 {
		before := cap(all.favorites)
		all.SetFavorite(Make(all, 0, []int{1}), Favorite{Until: 1})
		if len(all.favorites) > 2 {
			require.Equal(t, before, cap(all.favorites))
		}
	}
	require.Equal(t, favoritesPerChunk, cap(all.favorites))
}

// Few blocks of a tree remember something, for which its chunks have room.
func TestManyFavorites(t *testing.T) {
	all := newTree()
	count := func() (n int) {
		all.Blocks(func(b Block) {
			if all.HasFavorite(b) {
				n++
			}
		})
		return n
	}
	favor := func(blocks, actions int) {
		for range blocks {
			all.SetFavorite(Make(all, 0, make([]int, actions)), Favorite{Until: 1})
		}
	}
	favor(2*favoritesPerChunk, 1)
	require.Equal(t, favoritesPerChunk-1, count())
	favor(2, MaxActions)
	require.Len(t, all.chunks, 3)
	require.Equal(t, favoritesPerChunk+1, count())
	favor(3*favoritesPerChunk, 1)
	require.Len(t, all.chunks, 4)
	require.Equal(t, 4*favoritesPerChunk-1, count())
	all.Reset()
	favor(1, 1)
	require.Equal(t, 4*favoritesPerChunk, cap(all.favorites), "The next search needs it.")
	all.Shrink(false)
	require.Zero(t, count(), "One chunk has no room for it.")
	require.Equal(t, 1, cap(all.favorites))
	favor(1, 1)
	require.Equal(t, 1, count())
	all.Shrink(true)
	require.Zero(t, cap(all.favorites))
}
