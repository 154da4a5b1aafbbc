package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// naiveTuned is the formula of the comment.
func naiveTuned(s Stats, squares float64, visits uint32) float64 {
	n, log := float64(s.Visits), math.Log(float64(visits))
	variance := max(0, squares/n-float64(s.Mean)*float64(s.Mean)) + math.Sqrt(2*log/n)
	return float64(s.Mean) + math.Sqrt(log/n*min(0.25, variance))
}

func TestUCB1TunedSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &Node{Visits: counts().Draw(t, "N")}
		for range rapid.IntRange(1, 30).Draw(t, "children") {
			s := Stats{Mean: rapid.Float32Range(0, 1).Draw(t, "mean"), Visits: counts().Draw(t, "visits")}
			// Returns in [0,1] have a mean square between the square of their mean and their mean.
			square := rapid.Float64Range(float64(s.Mean)*float64(s.Mean), float64(s.Mean)).Draw(t, "square")
			n.Children = append(n.Children, s)
			n.Squares = append(n.Squares, square*float64(s.Visits))
		}
		k := UCB1Tuned{}.Select(n)
		for i, s := range n.Children {
			require.LessOrEqual(t, naiveTuned(s, n.Squares[i], n.Visits), naiveTuned(n.Children[k], n.Squares[k], n.Visits)+1e-6)
		}
	})
}

func TestUCB1TunedByHand(t *testing.T) {
	// N = e^4 = 55: ln N = 4.007. A child of 50 visits and no variance has V = sqrt(8.015/50) = 0.400, cut to 1/4:
	// the bound is 0.5 + sqrt(4.007/50/4) = 0.6416.
	require.InDelta(t, 0.6416, tunedBound(Stats{0.5, 50}, 50*0.25, float64(sqrtLog(55))), 1e-4)
	// Of 4000 visits, V = sqrt(8.015/4000) = 0.04476: the bound is 0.5 + sqrt(4.007/4000*0.04476) = 0.50670.
	require.InDelta(t, 0.50670, tunedBound(Stats{0.5, 4000}, 4000*0.25, float64(sqrtLog(55))), 1e-5)
	// Rounding may leave the mean square a little below the square of the mean.
	require.False(t, math.IsNaN(float64(tunedBound(Stats{0.7, 1 << 30}, 0.48*(1<<30), float64(sqrtLog(1<<31))))))
}
