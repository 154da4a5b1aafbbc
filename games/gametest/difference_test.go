package gametest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDifference(t *testing.T) {
	type hand struct{ cards [2]uint8 }
	type state struct {
		hands []hand
		turn  int
		names map[string]int
		stock []uint8
	}
	a := state{hands: []hand{{[2]uint8{1, 2}}, {[2]uint8{3, 4}}}, names: map[string]int{"x": 1}, stock: []uint8{1}}
	b := state{hands: []hand{{[2]uint8{1, 2}}, {[2]uint8{9, 4}}}, turn: 7, names: map[string]int{"x": 2}}
	require.Empty(t, difference(&a, &a))
	require.Equal(t, "hands[1].cards[0] 3 and 9, turn 0 and 7, names map[x:1] and map[x:2], stock [1] and []", difference(&a, &b))
	var zeros, ones [8]int
	for i := range ones {
		ones[i] = 1
	}
	require.Equal(t, "[0] 0 and 1, [1] 0 and 1, [2] 0 and 1, [3] 0 and 1, [4] 0 and 1, 3 more", difference(&zeros, &ones))
	one, two := 1, 2
	require.Equal(t, "1 and 2", difference(&one, &two))
}
