package policy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

func TestUniform(t *testing.T) {
	c, _ := Uniform{}.New(Info{Players: 2})
	var counts [3]int
	choice := &Choice{Actions: []int32{7, 8, 9}, Rand: rng.New(1)}
	for range 30_000 {
		counts[c.Choose(choice)]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 400)
	}
}
