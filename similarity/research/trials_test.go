package research

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A signature seen in several places counts where it was seen first.
func TestTrailKeepsTheFirstPlace(t *testing.T) {
	tr := &trail{seen: map[uint64]place{}}
	tr.Pass([]uint8{0})
	tr.played = 1
	walk := func(signatures []uint64, cells ...uint8) {
		tr.Begin()
		for _, c := range cells {
			tr.Pass([]uint8{c})
		}
		tr.Keep(signatures)
	}
	walk([]uint64{10, 20}, 1, 2)        // 20 is at distance 2 below the game.
	walk([]uint64{11, 21, 20}, 3, 4, 5) // and again at distance 3
	tr.Begin()
	tr.Pass([]uint8{1})
	tr.Measure([]uint64{20, 99})
	require.EqualValues(t, []int{0, 1}, intsOf(tr.found), "from its parent, not from the other branch")
}

func intsOf[T ~[]E, E ~int | ~int64 | ~uint64](found T) (n []int) {
	for _, v := range found {
		n = append(n, int(v))
	}
	return n
}
