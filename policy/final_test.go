package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// candidates are the visits and the mean of each child.
type candidates [][2]float64

func (c candidates) list() *Candidates {
	var list Candidates
	for _, child := range c {
		list.Children = append(list.Children, Child{Visits: int(child[0]), Mean: child[1]})
	}
	return &list
}

func TestFinal(t *testing.T) {
	// The bounds of SecureChild{} are 0.5-2/20 = 0.4, 0.62-2/10 = 0.42 and 0.9-2/2 = -0.1. A child
	// without visits has none.
	children := candidates{{400, 0.5}, {100, 0.62}, {4, 0.9}, {0, 0}}
	for _, c := range []struct {
		final    Final
		children candidates
		want     int
		decided  bool
	}{
		{RobustChild{}, children, 0, true},
		{MaxChild{}, children, 2, true},
		{MaxRobustChild{}, children, 0, false},
		{SecureChild{}, children, 1, true},
		{SecureChild{A: 4}, children, 0, true},                             // 0.3, 0.22
		{SecureChild{A: 0.1, MinShare: 0.01}, children, 2, true},           // 0.495, 0.61, 0.85
		{SecureChild{A: 0.1}, children, 1, true},                           // 4 < 400/10
		{SecureChild{MinShare: 1}, children, 0, true},                      // no other qualifies
		{RobustChild{}, candidates{{5, 0.1}, {5, 0.3}, {5, 0.3}}, 1, true}, // ties: mean
		{MaxChild{}, candidates{{5, 0.3}, {9, 0.3}, {9, 0.3}}, 1, true},    // ties: visits
		{MaxChild{}, candidates{{0, 0}, {9, -1}}, 1, true},                 // no visits, no mean
		{SecureChild{}, candidates{{0, 0}, {1, -1}}, 1, true},
		{SecureChild{}, candidates{{4, 0.2}, {9, 0.5}, {9, 0.5}}, 1, true}, // ties: the first
		{SecureChild{A: 6}, candidates{{4, 1}, {9, 0}}, 1, true},           // a tie: 1-6/2 = 0-6/3
		{SecureChild{A: 0.1}, candidates{{9, 1}, {100, 0}}, 1, true},       // 9 visits are too few
		{SecureChild{A: 0.1}, candidates{{10, 1}, {100, 0}}, 0, true},      // 10 is enough
		{MaxRobustChild{}, candidates{{3, 0.2}, {7, 0.8}}, 1, true},
		{MaxRobustChild{}, candidates{{7, 0.8}, {3, 0.8}}, 0, true},           // equal means
		{MaxRobustChild{}, candidates{{3, 0.8}, {7, 0.8}, {7, 0.8}}, 1, true}, // equal in both
		{MaxRobustChild{}, candidates{{7, 0.8}, {7, 0.9}, {3, 0.9}}, 1, true}, // a tie of visits
	} {
		k, decided := c.final.Pick(c.children.list())
		require.Equal(t, c.want, k, "%#v of %v", c.final, c.children)
		require.Equal(t, c.decided, decided, "%#v of %v", c.final, c.children)
	}
}

// With 100 visits the bound is Mean - A/10.
func TestSecureChildSubtracts(t *testing.T) {
	k, _ := SecureChild{A: 2, MinShare: 0.001}.Pick(candidates{{100, 0.75}, {10_000, 0.5601}}.list())
	require.Equal(t, 0, k, "0.55 against 0.5401")
	k, _ = SecureChild{A: 2, MinShare: 0.001}.Pick(candidates{{100, 0.75}, {10_000, 0.5801}}.list())
	require.Equal(t, 1, k, "0.55 against 0.5601")
}

// rootChildren draws the children of a root, at least one of which has visits. Small numbers make
// ties likely.
func rootChildren() *rapid.Generator[[]Child] {
	return rapid.Custom(func(t *rapid.T) []Child {
		children := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Child {
			c := Child{Visits: rapid.IntRange(0, 50).Draw(t, "visits")}
			if c.Visits > 0 {
				c.Mean = rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{-1, 0, 0.5})).Draw(t, "mean")
			}
			return c
		}), 1, 20).Draw(t, "children")
		if one := &children[rapid.IntRange(0, len(children)-1).Draw(t, "visited")]; one.Visits == 0 {
			*one = Child{Visits: 1 + rapid.IntRange(0, 9).Draw(t, "more"), Mean: -1}
		}
		return children
	})
}

func TestFinalsPickVisitedChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		children := rootChildren().Draw(t, "children")
		a, share := rapid.Float64Range(0, 10).Draw(t, "A"), rapid.Float64Range(0, 1).Draw(t, "MinShare")
		for _, f := range []Final{RobustChild{}, MaxChild{}, MaxRobustChild{}, SecureChild{}, SecureChild{A: a, MinShare: share}} {
			k, _ := f.Pick(&Candidates{Children: children})
			require.Positive(t, children[k].Visits, "%#v picked %d", f, k)
		}
	})
}

// BestLine picks the robust child if there is no best simulation.
func TestBestLine(t *testing.T) {
	for best, want := range map[int]int{-1: 1, 0: 0, 2: 2, 3: 1} {
		k, decided := BestLine{}.Pick(&Candidates{Children: candidates{{1, 0}, {5, 0}, {2, 0}}.list().Children, Best: best})
		require.Equal(t, want, k, "%d", best)
		require.True(t, decided)
	}
}

// No other child that qualifies has a greater first key, or an equal one and a greater second key,
// or equal keys and a lower index.
func TestFinalsPickTheBest(t *testing.T) {
	rules := []struct {
		final Final
		keys  func(c Child) (first, second float64)
		share float64 // of the most visits that a child needs to qualify
	}{
		{RobustChild{}, func(c Child) (float64, float64) { return float64(c.Visits), c.Mean }, 0},
		{MaxRobustChild{}, func(c Child) (float64, float64) { return float64(c.Visits), c.Mean }, 0},
		{MaxChild{}, func(c Child) (float64, float64) { return c.Mean, float64(c.Visits) }, 0},
		{SecureChild{}, func(c Child) (float64, float64) {
			return c.Mean - 2/math.Sqrt(float64(c.Visits)), float64(c.Visits)
		}, 0.1},
		{SecureChild{A: 0.5, MinShare: 0.25}, func(c Child) (float64, float64) {
			return c.Mean - 0.5/math.Sqrt(float64(c.Visits)), float64(c.Visits)
		}, 0.25},
	}
	rapid.Check(t, func(t *rapid.T) {
		children := rootChildren().Draw(t, "children")
		most := 0
		for _, c := range children {
			most = max(most, c.Visits)
		}
		for _, rule := range rules {
			k, _ := rule.final.Pick(&Candidates{Children: children})
			first, second := rule.keys(children[k])
			for i, c := range children {
				if c.Visits == 0 || float64(c.Visits) < rule.share*float64(most) {
					require.NotEqual(t, i, k, "%#v", rule.final)
					continue
				}
				f, s := rule.keys(c)
				isBetter := f > first || f == first && (s > second || s == second && i < k)
				require.False(t, isBetter, "%#v picked %d, and %d is better", rule.final, k, i)
			}
		}
	})
}

func TestMaxRobustChildIsDecidedByTheHighestMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		children := rootChildren().Draw(t, "children")
		k, decided := MaxRobustChild{}.Pick(&Candidates{Children: children})
		isHighest := true
		for _, c := range children {
			isHighest = isHighest && (c.Visits == 0 || c.Mean <= children[k].Mean)
		}
		require.Equal(t, isHighest, decided)
	})
}

func TestReserve(t *testing.T) {
	require.InDelta(t, 1.0/3, MaxRobustChild{}.Reserve(), 1e-12)
	require.Equal(t, 0.5, MaxRobustChild{Held: 0.5}.Reserve())
}
