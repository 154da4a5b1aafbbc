package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFinal(t *testing.T) {
	// The bounds of SecureChild{} are 0.5-2/20 = 0.4, 0.62-2/10 = 0.42, 0.9-2/2 = -0.1 and nothing without visits.
	children := []Child{{Visits: 400, Mean: 0.5}, {Visits: 100, Mean: 0.62}, {Visits: 4, Mean: 0.9}, {Visits: 0, Mean: 0}}
	for _, c := range []struct {
		final    Final
		children []Child
		want     int
		decided  bool
	}{
		{RobustChild{}, children, 0, true},
		{MaxChild{}, children, 2, true},
		{MaxRobustChild{}, children, 0, false},
		{SecureChild{}, children, 1, true},
		{SecureChild{A: 4}, children, 0, true},                   // 0.3, 0.22
		{SecureChild{A: 0.1, MinShare: 0.01}, children, 2, true}, // 0.495, 0.61, 0.85
		{SecureChild{A: 0.1}, children, 1, true},                 // 4 visits are less than a tenth of 400
		{SecureChild{MinShare: 1}, children, 0, true},            // no other has the visits
		{RobustChild{}, []Child{{Visits: 5, Mean: 0.1}, {Visits: 5, Mean: 0.3}, {Visits: 5, Mean: 0.3}}, 1, true}, // ties: mean, then the first
		{MaxChild{}, []Child{{Visits: 5, Mean: 0.3}, {Visits: 9, Mean: 0.3}, {Visits: 9, Mean: 0.3}}, 1, true},    // ties: visits, then the first
		{MaxChild{}, []Child{{Visits: 0, Mean: 0}, {Visits: 9, Mean: -1}}, 1, true},                               // no visits are no value of 0
		{SecureChild{}, []Child{{Visits: 0, Mean: 0}, {Visits: 1, Mean: -1}}, 1, true},
		{SecureChild{}, []Child{{Visits: 4, Mean: 0.2}, {Visits: 9, Mean: 0.5}, {Visits: 9, Mean: 0.5}}, 1, true}, // ties: the first
		{SecureChild{A: 6}, []Child{{Visits: 4, Mean: 1}, {Visits: 9, Mean: 0}}, 1, true},                         // ties: 1-6/2 = 0-6/3, more visits
		{SecureChild{A: 0.1}, []Child{{Visits: 9, Mean: 1}, {Visits: 100, Mean: 0}}, 1, true},                     // 9 visits are too few
		{SecureChild{A: 0.1}, []Child{{Visits: 10, Mean: 1}, {Visits: 100, Mean: 0}}, 0, true},                    // a tenth of 100 is enough
		{MaxRobustChild{}, []Child{{Visits: 3, Mean: 0.2}, {Visits: 7, Mean: 0.8}}, 1, true},
		{MaxRobustChild{}, []Child{{Visits: 7, Mean: 0.8}, {Visits: 3, Mean: 0.8}}, 0, true}, // equal means: both have the highest
	} {
		k, decided := c.final.Pick(&Candidates{Children: c.children})
		require.Equal(t, c.want, k, "%#v of %v", c.final, c.children)
		require.Equal(t, c.decided, decided, "%#v of %v", c.final, c.children)
	}
}

// Of a hundred visits the bound takes A/10.
func TestSecureChildSubtracts(t *testing.T) {
	k, _ := SecureChild{A: 2, MinShare: 0.001}.Pick(&Candidates{Children: []Child{{Visits: 100, Mean: 0.75}, {Visits: 10_000, Mean: 0.5601}}})
	require.Equal(t, 0, k, "0.55 against 0.5401")
	k, _ = SecureChild{A: 2, MinShare: 0.001}.Pick(&Candidates{Children: []Child{{Visits: 100, Mean: 0.75}, {Visits: 10_000, Mean: 0.5801}}})
	require.Equal(t, 1, k, "0.55 against 0.5601")
}

// rootChildren draws the statistics of a root where one action at least has visits. Small numbers make ties.
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

// Nothing that may be picked is better by the rule's first number, or as good and better by the second, or as good by
// both and earlier.
func TestFinalsPickTheBest(t *testing.T) {
	rules := []struct {
		final   Final
		numbers func(c Child) (first, second float64)
		share   float64 // of the most visits, that a child needs
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
			first, second := rule.numbers(children[k])
			for i, c := range children {
				if c.Visits == 0 || float64(c.Visits) < rule.share*float64(most) {
					require.NotEqual(t, i, k, "%#v", rule.final)
					continue
				}
				f, s := rule.numbers(c)
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
