package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/internal/table"
)

// A table finds what was added and nothing else, also where hashes are equal.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list table.Table
		var things []int
		shift := rapid.SampledFrom([]int{32, 61}).Draw(t, "shift")
		for _, thing := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 300).Draw(t, "things") {
			h := uint64(thing%7) << shift
			k, ok := list.Find(h, func(k int32) bool { return things[k] == thing })
			if ok {
				require.Equal(t, thing, things[k])
				continue
			}
			require.NotContains(t, things, thing)
			list.Add(h, int32(len(things)))
			things = append(things, thing)
		}
	})
}
