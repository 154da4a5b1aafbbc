package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
)

// cross returns a cross table from the results above the diagonal.
func cross(rows ...[]stats.Tally) [][]stats.Tally {
	c := make([][]stats.Tally, len(rows))
	for i := range c {
		c[i] = make([]stats.Tally, len(rows))
		copy(c[i][i+1:], rows[i])
		for j := range i {
			c[i][j] = c[j][i].Swap()
		}
	}
	return c
}

// For two entrants, the difference of the ratings is the Elo difference of the rate with one more
// draw.
func TestRatingsOfTwo(t *testing.T) {
	for _, w := range []stats.Tally{{Wins: 70, Draws: 9, Losses: 20}, {Wins: 50}, {}, {Draws: 7}} {
		r := stats.Ratings(cross([]stats.Tally{w}, nil))
		want := w.Add(stats.Tally{Draws: 1}).Elo()
		require.InDelta(t, want/2, r[0], 1e-6)
		require.InDelta(t, -want/2, r[1], 1e-6)
	}
}

// If the rates are those that the ratings 200, 50 and -250 predict, these ratings are found. In
// millions of games the additional draw does not matter.
func TestRatingsAreRecovered(t *testing.T) {
	elo := []float64{200, 50, -250}
	meet := func(i, j int) stats.Tally {
		const n = 1e9
		wins := int(n * stats.Rate(elo[i]-elo[j]))
		return stats.Tally{Wins: wins, Losses: n - wins}
	}
	r := stats.Ratings(cross([]stats.Tally{meet(0, 1), meet(0, 2)}, []stats.Tally{meet(1, 2)}, nil))
	for i := range elo {
		require.InDelta(t, elo[i], r[i], 1e-4)
	}
}

func TestRatingsWithoutGames(t *testing.T) {
	require.Empty(t, stats.Ratings(nil))
	require.Equal(t, []float64{0}, stats.Ratings(cross(nil)))
}

func TestRatingsLaws(t *testing.T) {
	count := rapid.IntRange(0, 200)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "entrants")
		rows := make([][]stats.Tally, n)
		for i := range rows {
			for range n - 1 - i {
				rows[i] = append(rows[i], stats.Tally{Wins: count.Draw(t, "w"), Draws: count.Draw(t, "d"), Losses: count.Draw(t, "l")})
			}
		}
		c := cross(rows...)
		r := stats.Ratings(c)
		sum := 0.0
		for i := range r {
			require.False(t, math.IsNaN(r[i]) || math.IsInf(r[i], 0))
			sum += r[i]
			// At the maximum of the likelihood, the expected score of each entrant is its actual
			// score.
			points, expected := 0.0, 0.0
			for j, w := range c[i] {
				if i != j {
					w.Draws++
					points += w.WinRate() * float64(w.Games())
					expected += stats.Rate(r[i]-r[j]) * float64(w.Games())
				}
			}
			require.InDelta(t, points, expected, 1e-5)
		}
		require.InDelta(t, 0, sum, 1e-6)

		order := rapid.Permutation(indices(n)).Draw(t, "order")
		shuffled := make([][]stats.Tally, n)
		for i := range shuffled {
			for _, j := range order {
				shuffled[i] = append(shuffled[i], c[order[i]][j])
			}
		}
		for i, rating := range stats.Ratings(shuffled) {
			require.InDelta(t, r[order[i]], rating, 1e-5)
		}
	})
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
