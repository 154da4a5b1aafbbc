package policy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

func TestMix(t *testing.T) {
	for _, p := range []float64{0, 0.3, 1} {
		first, second := &part{}, &part{}
		c := live(t, Mix{P: p, First: first, Second: second}, Info{Players: 2})
		choice := &Choice{Actions: []int32{3, 4}, Rand: rng.New(1)}
		for range 10_000 {
			require.Equal(t, 1, c.Choose(choice))
		}
		require.InDelta(t, 10_000*p, first.chosen, 150)
		require.Equal(t, 10_000, first.chosen+second.chosen)
		learn(c, trace(won, hello))
		learn(c, trace(lost, hello))
		decay(c)
		for _, inner := range []*part{first, second} {
			require.Equal(t, 2, inner.learned)
			require.Equal(t, 1, inner.aged)
		}
	}
}

// What is nil is Uniform.
func TestMixOfNothing(t *testing.T) {
	for _, spec := range []Playout{Mix{P: 0.5}, Mix{P: 1, Second: &part{}}, Mix{First: &part{}}, LGRF{}} {
		c := live(t, spec, Info{Players: 2})
		learn(c, trace(won)) // and nothing happens
		decay(c)
		choice, counts := &Choice{Actions: []int32{3, 4, 5}, Rand: rng.New(1)}, make([]int, 3)
		for range 10_000 {
			counts[c.Choose(choice)]++
		}
		requireShares(t, []float64{1. / 3, 1. / 3, 1. / 3}, counts)
	}
}
