package research_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity/research"
)

// The shares of two games are 1/2, 1/2 and 1/4, 3/4, at distances 1 and 3.
func TestFigures(t *testing.T) {
	games := []research.Histogram{{0, 2, 0, 2}, {0, 1, 0, 3, 0}, {}, {0}}
	f := research.FiguresOf(games)
	require.InDelta(t, (2*1+2*3+1*1+3*3)/8.0, f.Mean, 1e-12)
	require.InDelta(t, (0+0.125+0+0.125)/4, f.Spread, 1e-12)
	shares, deviations := research.Distribution(games)
	require.InDeltaSlice(t, []float64{0, 0.375, 0, 0.625}, shares, 1e-12)
	require.InDeltaSlice(t, []float64{0, 0.125, 0, 0.125}, deviations, 1e-12)
	require.Equal(t, 4, games[0].Total())
}

func TestFiguresWithoutPairs(t *testing.T) {
	f := research.FiguresOf([]research.Histogram{{}, {0, 0}})
	require.Equal(t, research.Figures{Mean: math.Inf(1), Spread: math.Inf(1)}, f)
	require.Zero(t, research.Adviser{}.Distance(f))
}

// The shares add up to 1, and several copies of one game have no deviation.
func TestDistributionLaws(t *testing.T) {
	histogram := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 8)
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) research.Histogram {
			return append(research.Histogram(histogram.Draw(t, "counts")), 1)
		}), 1, 5).Draw(t, "games")
		shares, _ := research.Distribution(games)
		sum := 0.0
		for _, s := range shares {
			sum += s
		}
		require.InDelta(t, 1, sum, 1e-9)
		require.InDelta(t, 0, research.FiguresOf([]research.Histogram{games[0], games[0]}).Spread, 1e-7)
	})
}
