package policy

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMix(t *testing.T) {
	for _, p := range []float64{0, 0.3, 1} {
		t.Run(fmt.Sprint("P=", p), func(t *testing.T) {
			first, second := &countingPolicy{}, &countingPolicy{}
			c := newChooser(t, Mix{P: p, First: first, Second: second}, Info{Players: 2})
			require.Equal(t, []int{0, 10_000}, countChoices(c, Choice{Actions: []int32{3, 4}}, 10_000))
			require.InDelta(t, 10_000*p, first.chosen, 150)
			require.Equal(t, 10_000, first.chosen+second.chosen)
			learn(c, playoutTrace(won, prompt))
			learn(c, playoutTrace(lost, prompt))
			decay(c, 1)
			for _, inner := range []*countingPolicy{first, second} {
				require.Equal(t, 2, inner.learned)
				require.Equal(t, 1, inner.aged)
			}
		})
	}
}

// A nil policy is Uniform, which neither learns nor ages.
func TestNilPoliciesAreUniform(t *testing.T) {
	for _, spec := range []Playout{
		Mix{P: 0.5}, Mix{P: 1, Second: &countingPolicy{}}, Mix{First: &countingPolicy{}}, LGRF{},
	} {
		c := newChooser(t, spec, Info{Players: 2})
		learn(c, playoutTrace(won))
		decay(c, 1)
		third := 1. / 3
		requireShares(t, []float64{third, third, third}, countChoices(c, Choice{Actions: []int32{3, 4, 5}}, 10_000))
	}
}
