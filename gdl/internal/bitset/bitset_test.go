package bitset_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
)

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOfN(rapid.Uint64(), 0, 4).Draw(t, "set")
		var want []int
		for i := range 64 * len(set) {
			if set[i/64]>>(i%64)&1 == 1 {
				want = append(want, i)
			}
		}
		require.Equal(t, want, slices.Collect(bitset.All(set)))
		require.Equal(t, len(want), bitset.Count(set))
		for n, i := range want {
			require.Equal(t, i, bitset.Nth(set, n))
		}
		require.Equal(t, -1, bitset.Nth(set, len(want)))
		for range bitset.All(set) {
			break // It may end early.
		}
	})
}
