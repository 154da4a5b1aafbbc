package stats_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
)

func TestTally(t *testing.T) {
	a := stats.Tally{Wins: 6, Draws: 2, Losses: 2}
	require.Equal(t, 10, a.Games())
	require.InDelta(t, 0.7, a.WinRate(), 1e-15)
	require.InDelta(t, 0.75, a.DecisiveRate(), 1e-15)
	require.Equal(t, stats.Tally{Wins: 2, Draws: 2, Losses: 6}, a.Swap())
	require.Equal(t, stats.Tally{Wins: 8, Draws: 4, Losses: 8}, a.Add(a.Swap()))
	require.InDelta(t, 74./256, a.SignTest(), 1e-15) // 2 * (1 + 8 + 28) / 2^8
	low, high := a.Interval(0.95)
	wantLow, wantHigh := stats.Wilson(7, 10, 0.95)
	require.Equal(t, [2]float64{wantLow, wantHigh}, [2]float64{low, high})
	require.InDelta(t, stats.LOS(6, 2), a.LOS(), 0)
}

func TestNoGames(t *testing.T) {
	none := stats.Tally{}
	low, high := none.Interval(0.95)
	eloLow, eloHigh := none.EloInterval(0.95)
	require.Equal(t, []float64{0.5, 0.5, 1, 0, 0.5, 0, 1, -stats.MaxElo, stats.MaxElo},
		[]float64{none.WinRate(), none.DecisiveRate(), none.SignTest(), none.Elo(), none.LOS(), low, high, eloLow, eloHigh})
	require.InDelta(t, 0.5, stats.Tally{Draws: 3}.DecisiveRate(), 0)
}

// An odds ratio of ten is 400 Elo by definition; 75 % and 64 % are in every table of the logistic
// form.
func TestElo(t *testing.T) {
	for rate, elo := range map[float64]float64{
		0.5: 0, 10. / 11: 400, 1. / 11: -400, 100. / 101: 800, 0.75: 190.85, 0.64: 99.95, 0.25: -190.85, 0.99: 798.25,
	} {
		require.InDelta(t, elo, stats.Elo(rate), 0.005, "%v", rate)
		require.InDelta(t, rate, stats.Rate(stats.Elo(rate)), 1e-12)
	}
	for elo, rate := range map[float64]float64{0: 0.5, 30: 0.5431, 100: 0.6401, 200: 0.7597, -200: 0.2403} {
		require.InDelta(t, rate, stats.Rate(elo), 5e-5, "%v", elo)
	}
	require.True(t, math.IsInf(stats.Elo(1), 1) && math.IsInf(stats.Elo(0), -1))
}

func TestAllWonIsFinite(t *testing.T) {
	won := stats.Tally{Wins: 20}
	low, high := won.EloInterval(0.95)
	require.InDelta(t, stats.MaxElo, won.Elo(), 0)
	require.InDelta(t, stats.MaxElo, high, 0)
	require.InDelta(t, stats.Elo(1-0.1611), low, 0.2) // Newcombe's 0 of 20, mirrored
	text, err := json.Marshal([]float64{won.Elo(), low, high, -won.Swap().Elo()})
	require.NoError(t, err, "%s", text)
}

// MaxElo is above the Elo difference of every result of fewer than ten million games that was not
// won entirely.
func TestMaxEloIsOutOfReach(t *testing.T) {
	require.Less(t, stats.Tally{Wins: 9_999_998, Draws: 1}.Elo(), stats.MaxElo)
	require.Greater(t, stats.Tally{Draws: 1, Losses: 9_999_998}.Elo(), -stats.MaxElo)
}

func TestTallyLaws(t *testing.T) {
	counts := rapid.IntRange(0, 2000)
	rapid.Check(t, func(t *rapid.T) {
		a := stats.Tally{Wins: counts.Draw(t, "wins"), Draws: counts.Draw(t, "draws"), Losses: counts.Draw(t, "losses")}
		b := a.Swap()
		require.InDelta(t, 1, a.WinRate()+b.WinRate(), 1e-12)
		require.InDelta(t, 1, a.DecisiveRate()+b.DecisiveRate(), 1e-12)
		require.InDelta(t, 0, a.Elo()+b.Elo(), 1e-8)
		require.InDelta(t, 1, a.LOS()+b.LOS(), 1e-12)
		require.InDelta(t, a.SignTest(), b.SignTest(), 0)
		low, high := a.EloInterval(0.95)
		otherLow, otherHigh := b.EloInterval(0.95)
		require.InDelta(t, low, -otherHigh, 1e-6)
		require.InDelta(t, high, -otherLow, 1e-6)
		require.True(t, -stats.MaxElo <= low && low <= a.Elo() && a.Elo() <= high && high <= stats.MaxElo)
		more := a.Add(stats.Tally{Wins: 1})
		require.GreaterOrEqual(t, more.WinRate(), a.WinRate())
		require.GreaterOrEqual(t, more.LOS(), a.LOS()-1e-12)
	})
}

// The four examples of R. G. Newcombe, Two-sided confidence intervals for the single proportion,
// Statistics in Medicine 17, 1998, table I, method 3.
func TestWilsonPublished(t *testing.T) {
	for _, c := range []struct{ successes, trials, low, high float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := stats.Wilson(c.successes, c.trials, 0.95)
		require.InDelta(t, c.low, low, 5e-5, "%v", c)
		require.InDelta(t, c.high, high, 5e-5, "%v", c)
	}
}

// Without successes the upper end is z²/(n+z²), which is 0.5 for n = z².
func TestWilsonByHand(t *testing.T) {
	z := stats.Quantile(0.9)
	low, high := stats.Wilson(0, z*z, 0.9)
	require.InDelta(t, 0, low, 0)
	require.InDelta(t, 0.5, high, 1e-15)
	low, high = stats.Wilson(0, 0, 0.95)
	require.Equal(t, [2]float64{0, 1}, [2]float64{low, high})
}

// The values are in every table of the normal distribution.
func TestQuantile(t *testing.T) {
	for level, z := range map[float64]float64{0: 0, 0.6826894921: 1, 0.9: 1.6448536270, 0.95: 1.9599639845, 0.99: 2.5758293035} {
		require.InDelta(t, z, stats.Quantile(level), 1e-9, "%v", level)
	}
}

func TestWilsonLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.IntRange(1, 100_000).Draw(t, "trials")
		twice := rapid.IntRange(0, 2*trials).Draw(t, "twice the successes")
		level := rapid.Float64Range(0.01, 0.999).Draw(t, "level")
		successes, n := float64(twice)/2, float64(trials)
		low, high := stats.Wilson(successes, n, level)
		require.True(t, 0 <= low && low <= successes/n && successes/n <= high && high <= 1, "%v %v", low, high)
		l, h := stats.Wilson(n-successes, n, level)
		require.InDelta(t, 1-high, l, 1e-12)
		require.InDelta(t, 1-low, h, 1e-12)
		wideLow, wideHigh := stats.Wilson(successes, n, 1-(1-level)/2)
		require.True(t, wideLow <= low && high <= wideHigh, "more confidence, less width")
		moreLow, moreHigh := stats.Wilson(4*successes, 4*n, level)
		require.Less(t, moreHigh-moreLow, high-low+1e-12, "more games, less width")
		// At the ends, the observed rate is z standard deviations away (Wilson's definition).
		for _, end := range []float64{low, high} {
			z := stats.Quantile(level)
			d := end - successes/n
			require.InDelta(t, z*z*end*(1-end)/n, d*d, 1e-9)
		}
	})
}

// Half the width of the interval of an even match, in percentage points.
func TestWilsonWidths(t *testing.T) {
	for games, points := range map[float64]float64{100: 9.6, 400: 4.9, 1000: 3.1, 5000: 1.4} {
		low, high := stats.Wilson(games/2, games, 0.95)
		require.InDelta(t, points, 50*(high-low), 0.05, "%v", games)
	}
}

// The interval contains the true rate of a fair coin with a probability of about 0.95.
func TestWilsonCovers(t *testing.T) {
	const n = 100
	covered := 0.0
	for k := 0; k <= n; k++ {
		low, high := stats.Wilson(float64(k), n, 0.95)
		if low <= 0.5 && 0.5 <= high {
			top, _ := math.Lgamma(n + 1)
			left, _ := math.Lgamma(float64(k) + 1)
			right, _ := math.Lgamma(float64(n-k) + 1)
			covered += math.Exp(top - left - right - n*math.Ln2)
		}
	}
	require.InDelta(t, 0.95, covered, 0.02)
}
