package tree

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The link of a leaf keeps the rounding error of any mean, along with what it leads to.
func TestRoundingInALeaf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mean := rapid.Float64Range(-MaxMean, MaxMean).Filter(func(v float64) bool {
			return v == 0 || math.Abs(v) >= 0x1p-126
		}).Draw(t, "mean")
		high := float32(mean)
		for _, end := range []bool{false, true} {
			link := uint32(Unexpanded)
			if end {
				link = Terminal
			}
			for _, rounding := range []float32{float32(mean - float64(high)), -float32(mean - float64(high))} {
				if float32(float64(high)+float64(rounding)) != high {
					continue // The numbers below a power of two are closer to each other than those above.
				}
				setRoundingIn(&link, high, rounding)
				require.Equal(t, rounding, roundingIn(link, high))
				require.False(t, Leads(link))
				require.Equal(t, end, leadsTo(link) == Terminal)
				require.Equal(t, !end, leadsTo(link) == Unexpanded)
			}
		}
	})
}

// The float64 that are the farthest from a float32 which is the nearest to them.
func TestRoundingIsFarthest(t *testing.T) {
	for _, high := range []float32{1, -1, 1.5, 0x1p-100, -0x1p90} {
		for _, to := range []float32{float32(math.Inf(1)), float32(math.Inf(-1)), 0} {
			mean := (float64(high) + float64(math.Nextafter32(high, to))) / 2
			link := uint32(0)
			setRoundingIn(&link, high, float32(mean-float64(high)))
			require.Equal(t, mean, float64(high)+float64(roundingIn(link, high)))
		}
	}
	link := uint32(Terminal)
	setRoundingIn(&link, 0x1p-149, 0x1p-140)
	require.Zero(t, roundingIn(link, 0x1p-149), "no rounding error")
	require.Equal(t, uint32(Terminal), leadsTo(link))
}

// A mean is the same, to the last bit, whether its edge leads to no block, to one that is new, old,
// moved, or to the end of the game, and whether the tree is growing.
func TestMeansAreAlikeEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		never, sometime, growing := newTree(), newTree(), New(1, NewActions[int]())
		growing.Grow()
		growing.Reset()
		trees := []*Tree{never, sometime, &growing}
		var edges [3]uint32
		for i, all := range trees {
			all.Link(Root, Make(all, 0, []int{1, 2}))
			edges[i] = all.Below(Root).First()
		}
		makes := rapid.IntRange(0, 40).Draw(t, "made after")
		ends := rapid.Bool().Draw(t, "ends")
		for n := range 40 {
			if n == makes && ends {
				sometime.End(edges[1])
			} else if n == makes {
				sometime.Link(edges[1], Make(sometime, 0, []int{3}))
			}
			v := rapid.Float64Range(-1000, 1000).Draw(t, "return")
			for i, all := range trees {
				all.AddReturns(&Walk{Path: []Step{{Slot: edges[i]}}}, []float64{v})
			}
			visits, mean := never.Stats(edges[0])
			for i, all := range trees {
				n, is := all.Stats(edges[i])
				require.Equal(t, visits, n)
				require.Equal(t, mean, is, "tree %d", i)
			}
		}
	})
}
