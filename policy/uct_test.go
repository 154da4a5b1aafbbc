package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// counts are visits, small ones and those around the ends of the tables.
func counts() *rapid.Generator[uint32] {
	return rapid.OneOf(
		rapid.Uint32Range(1, 100),
		rapid.Uint32Range(1, math.MaxUint32),
		rapid.SampledFrom([]uint32{1, 2, 2047, 2048, 2049, 4095, 4096, 4097, 1 << 24, math.MaxUint32}),
	)
}

func children() *rapid.Generator[[]Stats] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Stats {
		return Stats{Mean: rapid.Float32Range(-3, 3).Draw(t, "mean"), Visits: counts().Draw(t, "visits")}
	}), 1, 60)
}

// bound is the formula of the comment, in float64.
func bound(c float64, s Stats, visits uint32) float64 {
	return float64(s.Mean) + c*math.Sqrt(math.Log(float64(visits))/float64(s.Visits))
}

func TestUCTSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.01, 3).Draw(t, "C")
		n := &Node{Children: children().Draw(t, "children"), Visits: counts().Draw(t, "N")}
		k := UCT{C: c}.Select(n)
		got := bound(c, n.Children[k], n.Visits)
		for i, s := range n.Children {
			require.LessOrEqual(t, bound(c, s, n.Visits), got+1e-5, "child %d against %d", i, k)
		}
		require.Equal(t, k, slices.Index(n.Children, n.Children[k]), "the first of equals")
	})
}

func TestUCTByHand(t *testing.T) {
	// N = 100: ln 100 = 4.605. Of visits 80, 15 and 5 the bounds are
	// 0.6 + C*0.240, 0.5 + C*0.554 and 0.2 + C*0.960.
	n := &Node{Visits: 100, Children: []Stats{{0.6, 80}, {0.5, 15}, {0.2, 5}}}
	require.Equal(t, 0, UCT{C: 0.3}.Select(n), "0.672, 0.666, 0.488")
	require.Equal(t, 1, UCT{C: 0.5}.Select(n), "0.720, 0.777, 0.680")
	require.Equal(t, 2, UCT{C: 1}.Select(n), "0.840, 1.054, 1.160")
	require.Equal(t, UCT{C: math.Sqrt2}.Select(n), UCT{}.Select(n))
}

// Children in another order are chosen in that order, so their place means nothing.
func TestUCTPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Node{Visits: counts().Draw(t, "N")}
		n.Children = children().Draw(t, "children")
		k := UCT{}.Select(&n)
		for i := range n.Children { // no ties: their order is of the first trial
			if i != k && bound(math.Sqrt2, n.Children[i], n.Visits) > bound(math.Sqrt2, n.Children[k], n.Visits)-1e-5 {
				return
			}
		}
		moved := Node{Visits: n.Visits, Children: slices.Clone(n.Children)}
		slices.Reverse(moved.Children)
		require.Equal(t, len(n.Children)-1-k, UCT{}.Select(&moved))
	})
}

// Returns and C multiplied by the same power of two change nothing at all.
func TestUCTScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Node{Visits: counts().Draw(t, "N"), Children: children().Draw(t, "children")}
		scaled := Node{Visits: n.Visits, Children: slices.Clone(n.Children)}
		for i := range scaled.Children {
			scaled.Children[i].Mean *= 64
		}
		require.Equal(t, UCT{C: 0.5}.Select(&n), UCT{C: 32}.Select(&scaled))
	})
}

func TestUCTNegativeBounds(t *testing.T) {
	n := &Node{Visits: 20, Children: []Stats{{-7, 10}, {-5, 10}, {-5, 10}, {-9, 10}}}
	require.Equal(t, 1, UCT{C: 0.1}.Select(n))
}

// rank orders floats as floats are ordered, and puts the first of equals above the others.
func TestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float32().Draw(t, "a"), rapid.Float32().Draw(t, "b")
		i, j := rapid.IntRange(0, 1<<20).Draw(t, "i"), rapid.IntRange(0, 1<<20).Draw(t, "j")
		switch {
		case a < b:
			require.Less(t, rank(a, i), rank(b, j))
		case a == b && math.Signbit(float64(a)) == math.Signbit(float64(b)) && i < j:
			require.Greater(t, rank(a, i), rank(b, j))
		}
		require.Equal(t, i, rankIndex(rank(a, i)))
	})
	require.Less(t, rank(float32(math.Inf(-1)), 0), rank(-math.MaxFloat32, 9))
	require.Less(t, rank(math.MaxFloat32, 0), rank(float32(math.Inf(1)), 9))
}

func TestValidate(t *testing.T) {
	for _, v := range []Validator{
		UCT{C: -1},
		UCT{C: math.NaN()},
		UCT{C: math.Inf(1)},
		SecureChild{A: -1},
		SecureChild{A: math.NaN()},
		SecureChild{MinShare: 1.5},
		SecureChild{MinShare: -0.1},
		MaxRobustChild{Held: -0.1},
		MaxRobustChild{Held: 1},
		MaxRobustChild{Held: math.NaN()},
	} {
		require.ErrorContains(t, v.Validate(), ", want ", "%+v", v)
	}
	for _, v := range []Validator{UCT{}, UCT{C: 40}, SecureChild{}, SecureChild{A: 4, MinShare: 1}, MaxRobustChild{}, MaxRobustChild{Held: 0.9}} {
		require.NoError(t, v.Validate(), "%+v", v)
	}
}
