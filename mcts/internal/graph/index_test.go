package graph

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An index finds what a map does, while nodes are added and after some were dropped.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x index
		nodes, want := []node{{}}, map[uint64]uint32{}
		hashes := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 40))
		for _, hash := range rapid.SliceOfDistinct(hashes, rapid.ID).Draw(t, "hashes") {
			want[hash] = uint32(len(nodes))
			nodes = append(nodes, node{hash: hash})
			x.add(nodes)
		}
		agree := func() {
			for hash, at := range want {
				require.Equal(t, at, x.find(nodes, hash))
				require.Equal(t, want[^hash], x.find(nodes, ^hash))
			}
			require.GreaterOrEqual(t, len(x.table), 2*(len(nodes)-1))
		}
		agree()
		for _, dropped := range nodes[1+len(nodes)/2:] {
			delete(want, dropped.hash)
			nodes = nodes[:len(nodes)-1]
		}
		x.fill(nodes, len(x.table))
		agree()
		x.fill(nodes, placesFor(len(nodes)))
		agree()
	})
}

// A table is half full at most, and no larger than it must be.
func TestPlacesFor(t *testing.T) {
	for nodes, places := range map[int]int{1: 16, 8: 16, 9: 32, 16: 32, 17: 64, 1 << 20: 1 << 21} {
		require.Equal(t, places, placesFor(nodes), "%d nodes", nodes)
	}
}
