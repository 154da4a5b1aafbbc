package arena_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/rng"
)

func TestCountPentanomial(t *testing.T) {
	require.Equal(t, arena.Pentanomial{3: 1}, arena.CountPentanomial(three, 0, 1), "a win and a draw; the other pair is not complete")
	require.Equal(t, arena.Pentanomial{0: 1}, arena.CountPentanomial(three, 0, 2))
	require.Equal(t, arena.Pentanomial{2: 1}, arena.CountPentanomial(three, 2, 1))
	require.Equal(t, arena.Pentanomial{}, arena.CountPentanomial(three, 0, 3))
	seats := []arena.Record{{Seats: []int{0, 1, 0}, Winner: 0}, {Seats: []int{1, 0, 0}, Winner: 0}}
	require.Equal(t, arena.Pentanomial{}, arena.CountPentanomial(seats, 0, 1), "three players have pairs of six games")
}

// The counts tell as much about the pairs as the records, seen from both sides.
func TestPentanomialPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []arena.Record
		for pair := range rapid.IntRange(0, 30).Draw(t, "pairs") {
			for game := range 2 {
				winner := rapid.IntRange(-1, 1).Draw(t, "winner")
				records = append(records, arena.Record{Game: 2*pair + game, Pair: pair, Seats: []int{game, 1 - game}, Winner: winner})
			}
		}
		p, q := arena.CountPentanomial(records, 0, 1), arena.CountPentanomial(records, 1, 0)
		require.Equal(t, arena.CountPairs(records, 0, 1), p.Pairs())
		for k := range p {
			require.Equal(t, p[k], q[4-k])
		}
		low, high := p.Pairs().Interval(0.95)
		lost, won := q.Pairs().Interval(0.95)
		require.InDelta(t, low, 1-won, 1e-12)
		require.InDelta(t, high, 1-lost, 1e-12)
		require.LessOrEqual(t, low, p.Pairs().Mean())
		require.GreaterOrEqual(t, high, p.Pairs().Mean())
	})
}

// 92 pairs with the scores 0, 1/4, 1/2, 3/4 and 1 have the deviations 1/4, 1/16, 0, 1/16 and 1/4 in
// squares: (8+3+3+8 pairs) = 4.375; with the prior sample the variance is 5.375/100.
func TestPairsInterval(t *testing.T) {
	p := arena.Pentanomial{8, 3, 70, 3, 8}.Pairs()
	require.Equal(t, 92, p.Count)
	require.InDelta(t, math.Sqrt(5.375/100/92), p.StandardError(), 1e-12)
	low, high := p.Interval(0.95)
	half := 1.959964 * math.Sqrt(5.375/100/92)
	require.InDelta(t, 0.5-half, low, 1e-6)
	require.InDelta(t, 0.5+half, high, 1e-6)
	below, above := p.EloInterval(0.95)
	require.InDelta(t, arena.Elo(low), below, 1e-9)
	require.InDelta(t, -below, above, 1e-9)

	low, high = arena.Pentanomial{4: 5}.Pairs().Interval(0.95)
	require.Less(t, low, 0.8, "five equal scores are not certain")
	require.InDelta(t, 1, high, 0)
	low, high = arena.Pairs{}.Interval(0.95)
	require.Equal(t, [2]float64{0, 1}, [2]float64{low, high})
}

// The interval contains the expected score about as often as its level says, if openings favour a
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
			var p arena.Pentanomial
			for range 150 {
				p[draw(weights, random)]++
			}
			if low, high := p.Pairs().Interval(0.95); low <= mean && mean <= high {
				inside++
			}
			points := 300 * p.Pairs().Mean()
			if low, high := arena.Wilson(points, 300, 0.95); low <= mean && mean <= high {
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
