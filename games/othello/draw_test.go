package othello

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// draw returns member IntN(n) of any set of n squares.
func TestDrawIsUniform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.Uint64().Draw(t, "set")
		if rapid.Bool().Draw(t, "few") {
			set &= rapid.Uint64().Draw(t, "mask")
			set &= rapid.Uint64().Draw(t, "another mask")
		}
		if set == 0 {
			set = 1 << 63
		}
		var members []int
		for rest := set; rest != 0; rest &= rest - 1 {
			members = append(members, bits.TrailingZeros64(rest))
		}
		fast := rng.New(rapid.Uint64().Draw(t, "seed"))
		slow := *fast
		for range 100 {
			require.Equal(t, members[slow.IntN(len(members))], draw(set, fast), "%#x", set)
		}
	})
}

// The full set has the greatest prefix sums.
func TestDrawFromAll(t *testing.T) {
	r, seen := rng.New(1), uint64(0)
	for range 2000 {
		seen |= 1 << draw(^uint64(0), r)
	}
	require.Equal(t, ^uint64(0), seen)
}
