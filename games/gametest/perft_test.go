package gametest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
)

// Worked out by hand. From two pebbles, Ann takes 1, and Bob takes the other, or she takes 2. There
// is no chance node, because an odd number or none is left. From three pebbles, Ann takes 1, and
// chance takes 0 or 1 of the two left, or Ann takes 2 or 3.
func TestPerftByHand(t *testing.T) {
	two, three := pebbles{}.Start(), pebbles{}.Start()
	two.left, three.left = 2, 3
	for depth, want := range []uint64{1, 2, 1, 0, 0} {
		require.Equal(t, want, gametest.Perft(pebbles{}, two, depth), "two pebbles, depth %d", depth)
	}
	// 1 0 then 1 1, or 2; 1 1 then 1; 2 then 1; 3.
	for depth, want := range []uint64{1, 3, 3, 3, 1, 0} {
		require.Equal(t, want, gametest.Perft(pebbles{}, three, depth), "three pebbles, depth %d", depth)
	}
	require.EqualValues(t, 1, gametest.Perft(pebbles{}, three, -1))
}

func TestPerftLeavesTheStartAlone(t *testing.T) {
	start := pebbles{}.Start()
	require.NotZero(t, gametest.Perft(pebbles{}, start, 6))
	require.Equal(t, pebbles{}.Start(), start)
}
