package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/ucb"
)

// counts draws visits, small ones and those around the ends of the tables among them.
func counts() *rapid.Generator[uint32] {
	return rapid.OneOf(
		rapid.Uint32Range(1, 100),
		rapid.Uint32Range(1, math.MaxUint32),
		rapid.SampledFrom([]uint32{1, 2, 2047, 2048, 2049, 4095, 4096, 4097, 1 << 24, math.MaxUint32}),
	)
}

// means draws means of all magnitudes, a few of them often, so that there are ties.
func means() *rapid.Generator[float32] {
	return rapid.OneOf(
		rapid.Float32Range(0, 1),
		rapid.Float32Range(-3, 3),
		rapid.Float32Range(-1e30, 1e30),
		rapid.SampledFrom([]float32{0, 0.25, 0.5, 1, -1, float32(math.Copysign(0, -1))}),
	)
}

func children() *rapid.Generator[[]Stats] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Stats {
		return Stats{Mean: means().Draw(t, "mean"), Visits: counts().Draw(t, "visits")}
	}), 1, 300)
}

// exploration is what the formula of the comment adds to the mean, in float64.
func exploration(c float64, s Stats, visits uint32) float64 {
	return c * math.Sqrt(math.Log(float64(visits))/float64(s.Visits))
}

func bound(c float64, s Stats, visits uint32) float64 {
	return float64(s.Mean) + exploration(c, s, visits)
}

// rounding bounds the error of a bound in float32: half a unit in the last place of each summand,
// and the error of the tables.
func rounding(c float64, s Stats, visits uint32) float64 {
	return math.Abs(float64(s.Mean))*0x1p-23 + exploration(c, s, visits)*0x1p-21
}

// roundedBound is the bound of UCT{} in float32.
func roundedBound(s Stats, visits uint32) float32 {
	k := float32(DefaultC) * ucb.SqrtLog(visits)
	return s.Mean + float32(k*ucb.InvSqrt(s.Visits))
}

func TestUCTSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.01, 1000).Draw(t, "C")
		n := &Node{Children: children().Draw(t, "children"), Visits: counts().Draw(t, "N")}
		k := UCT{C: c}.Select(n)
		chosen := n.Children[k]
		for i, s := range n.Children {
			slack := rounding(c, s, n.Visits) + rounding(c, chosen, n.Visits)
			require.LessOrEqual(t, bound(c, s, n.Visits)-bound(c, chosen, n.Visits), slack, "child %d against %d", i, k)
		}
	})
}

// The branch-free scan finds the same child as a plain one: the first with the greatest bound in
// float32.
func TestUCTTakesTheFirstOfEquals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &Node{Children: children().Draw(t, "children"), Visits: counts().Draw(t, "N")}
		copies := rapid.SliceOfN(rapid.IntRange(0, len(n.Children)-1), 0, 20).Draw(t, "copies")
		for _, i := range copies {
			n.Children = append(n.Children, n.Children[i])
		}
		want, greatest := 0, float32(math.Inf(-1))
		for i, s := range n.Children {
			if b := roundedBound(s, n.Visits); b > greatest {
				want, greatest = i, b
			}
		}
		require.Equal(t, want, UCT{}.Select(n))
	})
}

// naiveBest is UCT.Best by its formula, in the same float32 operations: the first child with the
// greatest bound. The table of ucb.InvSqrt has a separate test.
func naiveBest(c float64, children []Stats, visits uint32) int {
	if c == 0 {
		c = DefaultC
	}
	k := float32(c) * ucb.SqrtLog(visits)
	best, greatest := -1, float32(0)
	for i, s := range children {
		if b := s.Mean + float32(k*ucb.InvSqrt(s.Visits)); best < 0 || b > greatest {
			best, greatest = i, b
		}
	}
	return best
}

// tableCounts draws counts around the ends of the table of ucb.InvSqrt, and some that the mask of
// its index maps to small ones.
func tableCounts() *rapid.Generator[uint32] {
	return rapid.OneOf(
		rapid.Uint32Range(0, 5),
		rapid.Uint32Range(0, ucb.Small-1),
		rapid.Uint32Range(ucb.Small-2, ucb.Small+2),
		rapid.Uint32Range(2*ucb.Small-2, 2*ucb.Small+2),
		rapid.Uint32Range(1<<31-2, 1<<31+2),
		rapid.Just[uint32](math.MaxUint32),
	)
}

// similarChildren draws children of which many have equal means and counts, and so equal bounds.
func similarChildren() *rapid.Generator[[]Stats] {
	return rapid.Custom(func(t *rapid.T) []Stats {
		kinds := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Stats {
			return Stats{Mean: means().Draw(t, "mean"), Visits: tableCounts().Draw(t, "visits")}
		}), 1, 4).Draw(t, "kinds")
		return rapid.SliceOfN(rapid.SampledFrom(kinds), 1, 40).Draw(t, "children")
	})
}

func constants() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64Range(0, 3), rapid.SampledFrom([]float64{0, 1e-30, 1, 1e6, 1e30, 1e37}))
}

// The loop over the table and the loop without it find the same child as a plain scan: the first
// one with the greatest bound, even if a child has more visits than the node or the table has room.
func TestUCTBestIsNaiveBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := constants().Draw(t, "C")
		children := similarChildren().Draw(t, "children")
		visits := rapid.OneOf(tableCounts(), rapid.Uint32Range(0, 200)).Draw(t, "N")
		want := naiveBest(c, children, visits)
		require.Equal(t, want, UCT{C: c}.Best(children, visits))
		require.Equal(t, want, UCT{C: c}.Select(&Node{Children: children, Visits: visits}))
	})
}

// Two children, one of which has visits at or beyond the end of the table, at nodes with fewer.
func TestUCTBestBeyondTheTable(t *testing.T) {
	counts := []uint32{0, 1, 2, 2047, 2048, 4095, 4096, 4097, 8191, 8192, 8193, 1 << 31, math.MaxUint32}
	for _, visits := range []uint32{0, 1, 2, 100, 4095, 4096, 4097, math.MaxUint32} {
		for _, a := range counts {
			for _, b := range counts {
				for _, c := range []float64{0, 1, 1e37} {
					children := []Stats{{Mean: 0.5, Visits: a}, {Mean: 0.625, Visits: b}}
					require.Equal(t, naiveBest(c, children, visits), UCT{C: c}.Best(children, visits), "C %v, N %d, %v", c, visits, children)
				}
			}
		}
	}
}

// With availability counts instead of N, the choice is the first greatest bound as well.
func TestUCTByAvailabilityTakesTheFirstOfEquals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := constants().Draw(t, "C")
		n := &Node{Children: similarChildren().Draw(t, "children")}
		for range n.Children {
			n.Available = append(n.Available, rapid.SampledFrom([]uint32{0, 1, 9, 2048, 5000}).Draw(t, "available"))
		}
		want, greatest := -1, float32(0)
		for i, s := range n.Children {
			k := float32(c)
			if c == 0 {
				k = DefaultC
			}
			b := s.Mean + float32(float32(k*ucb.SqrtLog(n.Available[i]))*ucb.InvSqrt(s.Visits))
			if want < 0 || b > greatest {
				want, greatest = i, b
			}
		}
		require.Equal(t, want, UCT{C: c}.Select(n))
	})
}

func TestUCTByHand(t *testing.T) {
	// N = 100: ln 100 = 4.605. Of visits 80, 15 and 5 the bounds are
	// 0.6 + C*0.240, 0.5 + C*0.554 and 0.2 + C*0.960.
	n := &Node{Visits: 100, Children: []Stats{{0.6, 80}, {0.5, 15}, {0.2, 5}}}
	require.Equal(t, 0, UCT{C: 0.3}.Select(n), "0.672, 0.666, 0.488")
	require.Equal(t, 1, UCT{C: 0.5}.Select(n), "0.720, 0.777, 0.680")
	require.Equal(t, 2, UCT{C: 1}.Select(n), "0.840, 1.054, 1.160")
	// With sqrt 2, the bounds are 0.6 + 0.340, 0.5 + 0.784 and 0.2 + 1.357. The third child would
	// tie with the second at a mean of 0.2 - 0.274.
	require.Equal(t, 2, UCT{C: math.Sqrt2}.Select(n), "0.940, 1.284, 1.557")
	n.Children[2].Mean = 0.2 - 0.28
	require.Equal(t, 1, UCT{C: math.Sqrt2}.Select(n), "0.940, 1.284, 1.277")
	n.Children[2].Mean = 0.2 - 0.26
	require.Equal(t, 2, UCT{C: math.Sqrt2}.Select(n), "0.940, 1.284, 1.297")
}

// The bounds do not overflow at the greatest valid C.
func TestUCTGreatestC(t *testing.T) {
	n := &Node{Visits: math.MaxUint32, Children: []Stats{{1, 9}, {1, 3}, {1, 1}, {1, 5}}}
	require.Equal(t, 2, UCT{C: 1e37}.Select(n))
}

// The order of the children decides ties only.
func TestUCTPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Node{Visits: counts().Draw(t, "N"), Children: children().Draw(t, "children")}
		k := UCT{}.Select(&n)
		order := make([]int, len(n.Children))
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		moved := Node{Visits: n.Visits}
		for _, i := range order {
			moved.Children = append(moved.Children, n.Children[i])
		}
		again := order[UCT{}.Select(&moved)]
		if again != k { // only a tie may go to another child
			require.Equal(t, roundedBound(n.Children[k], n.Visits), roundedBound(n.Children[again], n.Visits))
		}
	})
}

// Multiplying the returns and C by the same power of two does not change the choice.
func TestUCTScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Node{Visits: counts().Draw(t, "N"), Children: children().Draw(t, "children")}
		c := rapid.Float64Range(0.01, 3).Draw(t, "C")
		scale := math.Ldexp(1, rapid.IntRange(-20, 20).Draw(t, "power"))
		scaled := Node{Visits: n.Visits, Children: slices.Clone(n.Children)}
		for i := range scaled.Children {
			scaled.Children[i].Mean *= float32(scale)
		}
		require.Equal(t, UCT{C: c}.Select(&n), UCT{C: c * scale}.Select(&scaled))
	})
}

// A child without visits counts as one with a single visit, and no bound is NaN.
func TestUCTWithoutVisits(t *testing.T) {
	n := &Node{Visits: 8, Children: []Stats{{0.5, 4}, {0.25, 0}, {0.25, 1}, {0, 3}}}
	require.Equal(t, 1, UCT{}.Select(n), "0.5 + 1.02, twice 0.25 + 2.04, and 1.18")
	require.Equal(t, 0, UCT{C: 0.1}.Select(n), "0.572, twice 0.394, and 0.083")
	require.Equal(t, 0, UCT{}.Select(&Node{Visits: 0, Children: []Stats{{0, 0}, {0, 0}}}))
	require.Equal(t, 1, UCT{}.Select(&Node{Visits: 1, Children: []Stats{{-1, 0}, {0.5, 1}}}), "ln 1 is 0: only the means count")
}

func TestUCTNegativeBounds(t *testing.T) {
	n := &Node{Visits: 20, Children: []Stats{{-7, 10}, {-5, 10}, {-5, 10}, {-9, 10}}}
	require.Equal(t, 1, UCT{C: 0.1}.Select(n))
}

// Ranks are ordered like the bounds, and of equal bounds the first child has the greatest rank.
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
		UCT{C: 1e38},
		SecureChild{A: -1},
		SecureChild{A: math.NaN()},
		SecureChild{A: math.Inf(1)},
		SecureChild{MinShare: 1.5},
		SecureChild{MinShare: -0.1},
		SecureChild{MinShare: math.NaN()},
		MaxRobustChild{Held: -0.1},
		MaxRobustChild{Held: 1},
		MaxRobustChild{Held: math.NaN()},
	} {
		require.ErrorContains(t, v.Validate(), ", want ", "%+v", v)
	}
	for _, v := range []Validator{UCT{}, UCT{C: 40}, UCT{C: 1e37}, Widening{}, Widening{K: 1e9, Alpha: 1}, SecureChild{}, SecureChild{A: 4, MinShare: 1}, MaxRobustChild{}, MaxRobustChild{Held: 0.9}} {
		require.NoError(t, v.Validate(), "%+v", v)
	}
}

// If the available actions vary, N is the availability count of each child: Cowling, Powley and
// Whitehouse (2012).
func TestUCTByAvailability(t *testing.T) {
	even := []Stats{{Mean: 0.5, Visits: 4}, {Mean: 0.5, Visits: 4}}
	require.Equal(t, 1, UCT{}.Select(&Node{Visits: 1000, Children: even, Available: []uint32{4, 5}}))
	require.Equal(t, 0, UCT{}.Select(&Node{Visits: 1000, Children: even, Available: []uint32{9, 9}}))
	// 0.5 + sqrt(ln 8 / 4) = 1.221 against 0.9 + sqrt(ln 4 / 16) = 1.194, and against 0.93 + 0.294
	// = 1.224
	uneven := []Stats{{Mean: 0.5, Visits: 4}, {Mean: 0.9, Visits: 16}}
	require.Equal(t, 0, UCT{C: 1}.Select(&Node{Visits: 1000, Children: uneven, Available: []uint32{8, 4}}))
	uneven[1].Mean = 0.93
	require.Equal(t, 1, UCT{C: 1}.Select(&Node{Visits: 1000, Children: uneven, Available: []uint32{8, 4}}))

	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.01, 1000).Draw(t, "C")
		n := &Node{Visits: counts().Draw(t, "visits"), Children: children().Draw(t, "children")}
		best := math.Inf(-1)
		for _, s := range n.Children {
			n.Available = append(n.Available, max(s.Visits, counts().Draw(t, "available")))
			best = max(best, bound(c, s, n.Available[len(n.Available)-1]))
		}
		i := UCT{C: c}.Select(n)
		slack := 0.0
		for k, s := range n.Children {
			slack = max(slack, rounding(c, s, n.Available[k]))
		}
		require.GreaterOrEqual(t, bound(c, n.Children[i], n.Available[i]), best-2*slack)
	})
}
