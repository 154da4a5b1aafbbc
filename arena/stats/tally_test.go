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
