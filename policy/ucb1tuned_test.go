package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/ucb"
)

// naiveTuned is the formula of the doc comment.
func naiveTuned(s Stats, squares float64, visits uint32) float64 {
	n, log := float64(s.Visits), math.Log(float64(visits))
	variance := max(0, squares/n-float64(s.Mean)*float64(s.Mean)) + math.Sqrt(2*log/n)
	return float64(s.Mean) + math.Sqrt(log/n*min(0.25, variance))
}

// tunedNode draws possible statistics of returns in [0,1]: apart from rounding, the mean square is
// between the square of the mean and the mean.
func tunedNode() *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		n := &Node{Visits: counts().Draw(t, "N")}
		for range rapid.IntRange(1, 30).Draw(t, "children") {
			s := Stats{Mean: rapid.Float32Range(0, 1).Draw(t, "mean"), Visits: counts().Draw(t, "visits")}
			mean := float64(s.Mean)
			square := rapid.Float64Range(mean*mean*(1-1e-7), mean).Draw(t, "square")
			n.Children = append(n.Children, s)
			n.Squares = append(n.Squares, square*float64(s.Visits))
		}
		return n
	})
}

func TestUCB1TunedSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := tunedNode().Draw(t, "node")
		k := UCB1Tuned{}.Select(n)
		for i, s := range n.Children {
			require.LessOrEqual(t, naiveTuned(s, n.Squares[i], n.Visits), naiveTuned(n.Children[k], n.Squares[k], n.Visits)+1e-6)
		}
	})
}

func TestUCB1TunedBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := tunedNode().Draw(t, "node")
		for i, s := range n.Children {
			want := naiveTuned(s, n.Squares[i], n.Visits)
			require.InEpsilon(t, 1+want, 1+tunedBound(s, n.Squares[i], float64(ucb.SqrtLog(n.Visits)), 1), 1e-6)
		}
	})
}

// Of children with equal bounds, the first one is selected.
func TestUCB1TunedTakesTheFirstOfEquals(t *testing.T) {
	n := &Node{Visits: 40, Children: []Stats{{0.1, 10}, {0.5, 10}, {0.5, 10}, {0.5, 10}}, Squares: []float64{1, 5, 5, 5}}
	require.Equal(t, 1, UCB1Tuned{}.Select(n))
}

// Of two children with equal means and visits, the one with the greater variance is selected.
func TestUCB1TunedPrefersVariance(t *testing.T) {
	n := &Node{Visits: 8000, Children: []Stats{{0.5, 4000}, {0.5, 4000}}, Squares: []float64{1000, 2000}}
	require.Equal(t, 1, UCB1Tuned{}.Select(n))
	require.Equal(t, 0, UCT{}.Select(n))
}

func TestUCB1TunedWithoutVisits(t *testing.T) {
	n := &Node{Visits: 8, Children: []Stats{{0.5, 8}, {0, 0}}, Squares: []float64{8 * 0.25, 0}}
	// ln 8 = 2.079: the bounds are 0.5 + sqrt(2.079/8/4) = 0.755, and sqrt(2.079/4) = 0.721 as for
	// one visit.
	require.InDelta(t, 0.755, tunedBound(n.Children[0], n.Squares[0], float64(ucb.SqrtLog(8)), 1), 1e-3)
	require.InDelta(t, 0.721, tunedBound(n.Children[1], n.Squares[1], float64(ucb.SqrtLog(8)), 1), 1e-3)
	require.Equal(t, 0, UCB1Tuned{}.Select(n))
	n.Children[1].Mean = 0.1
	require.Equal(t, 1, UCB1Tuned{}.Select(n), "0.755 and 0.821")
}

func TestUCB1TunedByHand(t *testing.T) {
	// N = e^4 = 55: ln N = 4.007. A child of 50 visits and no variance has V = sqrt(8.015/50) =
	// 0.400, cut to 1/4: the bound is 0.5 + sqrt(4.007/50/4) = 0.6416.
	require.InDelta(t, 0.6416, tunedBound(Stats{0.5, 50}, 50*0.25, float64(ucb.SqrtLog(55)), 1), 1e-4)
	// Of 4000 visits, V = sqrt(8.015/4000) = 0.04476: the bound is 0.5 + sqrt(4.007/4000*0.04476) =
	// 0.50670.
	require.InDelta(t, 0.50670, tunedBound(Stats{0.5, 4000}, 4000*0.25, float64(ucb.SqrtLog(55)), 1), 1e-5)
	// Rounding may make the mean square slightly less than the square of the mean.
	require.False(t, math.IsNaN(float64(tunedBound(Stats{0.7, 1 << 30}, 0.48*(1<<30), float64(ucb.SqrtLog(1<<31)), 1))))
}
