package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

func TestPairs(t *testing.T) {
	p := pairs(1, 0.5, 0.75)
	require.Equal(t, stats.Pairs{Count: 3, Sum: 2.25, Squares: 1.8125}, p)
	require.InDelta(t, 0.75, p.Mean(), 0)
	require.InDelta(t, 0.5, stats.Pairs{}.Mean(), 0)
}

// 92 pairs with the scores 0, 1/4, 1/2, 3/4 and 1 have the deviations 1/4, 1/16, 0, 1/16 and 1/4 in
// squares: (8+3+3+8 pairs) = 4.375; with the prior sample the variance is 5.375/100.
func TestPairsInterval(t *testing.T) {
	p := stats.Pentanomial{8, 3, 70, 3, 8}.Pairs()
	require.Equal(t, 92, p.Count)
	require.InDelta(t, math.Sqrt(5.375/100/92), p.StandardError(), 1e-12)
	low, high := p.Interval(0.95)
	half := 1.959964 * math.Sqrt(5.375/100/92)
	require.InDelta(t, 0.5-half, low, 1e-6)
	require.InDelta(t, 0.5+half, high, 1e-6)
	below, above := p.EloInterval(0.95)
	require.InDelta(t, stats.Elo(low), below, 1e-9)
	require.InDelta(t, -below, above, 1e-9)

	low, high = stats.Pentanomial{4: 5}.Pairs().Interval(0.95)
	require.Less(t, low, 0.8, "five equal scores are not certain")
	require.InDelta(t, 1, high, 0)
	low, high = stats.Pairs{}.Interval(0.95)
	require.Equal(t, [2]float64{0, 1}, [2]float64{low, high})
}

// The interval contains the expected score about as often as its level says, if openings favor a
// seat and if they do not. The interval of single games is too wide for the former.
func TestPairsIntervalCovers(t *testing.T) {
	for name, weights := range map[string][5]float64{
		"seats decide": {0.1, 0.05, 0.6, 0.05, 0.2}, "openings decide": {0.35, 0.05, 0.1, 0.05, 0.45}, "strong": {0, 0.05, 0.15, 0.2, 0.6},
	} {
		random, mean := rng.New(1), 0.0
		for k, w := range weights {
			mean += w * float64(k) / 4
		}
		inside, wide := 0, 0
		const matches = 4000
		for range matches {
			var p stats.Pentanomial
			for range 150 {
				p[draw(weights, random)]++
			}
			if low, high := p.Pairs().Interval(0.95); low <= mean && mean <= high {
				inside++
			}
			points := 300 * p.Pairs().Mean()
			if low, high := stats.Wilson(points, 300, 0.95); low <= mean && mean <= high {
				wide++
			}
		}
		require.InDelta(t, 0.95, float64(inside)/matches, 0.015, name)
		if name == "seats decide" {
			require.Greater(t, float64(wide)/matches, 0.975, name)
		}
	}
}

// draw returns an index with the probability of its weight.
func draw(weights [5]float64, random *rng.Rand) int {
	u := random.Float64()
	for k, w := range weights {
		if u -= w; u < 0 {
			return k
		}
	}
	return len(weights) - 1
}
