package stats_test

import (
	_ "embed"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
)

// published contains the lines of tables 2 and 3 of K. Uemiya and S. Yokoyama's paper on position
// similarity in general game playing: game and encoding, wins, losses, and the printed p-value.
//
//go:embed testdata/signtests.txt
var published string

// errata lists the lines whose printed p-value does not belong to their counts, with the right one
// to four digits.
var errata = map[string]struct {
	p   float64
	why string
}{
	"random/BreakThrough":         {3.884e-07, "the printed value is that of Connect Four"},
	"random/SheepAndWolf":         {.1946, "truncated instead of rounded"},
	"appearance0/ConnectFive":     {4.004e-04, "a digit is missing; the same counts have 4.00e-04 elsewhere"},
	"huffman2/ConnectFour":        {8.217e-04, "the line makes 499 games; 209 losses make 500 and 9.79e-04"},
	"appearance2/GoldenRectangle": {.7543, "a misprint"},
}

func TestPublishedSignTests(t *testing.T) {
	lines, wrong := strings.Split(strings.TrimSpace(published), "\n"), 0
	require.Len(t, lines, 45)
	for _, line := range lines {
		f := strings.Fields(line)
		wins, err := strconv.Atoi(f[1])
		require.NoError(t, err)
		losses, err := strconv.Atoi(f[2])
		require.NoError(t, err)
		printed, err := strconv.ParseFloat(f[3], 64)
		require.NoError(t, err)
		p := stats.SignTest(wins, losses)
		if e, ok := errata[f[0]]; ok {
			require.False(t, agrees(p, printed, 3), "no erratum: %s", line)
			require.True(t, agrees(p, e.p, 4), "%s: %v", line, p)
			wrong++
			continue
		}
		require.True(t, agrees(p, printed, 3), "%s: %v", line, p)
	}
	require.Len(t, errata, wrong)
	require.True(t, agrees(stats.SignTest(283, 209), 9.79e-04, 3))
}

// agrees reports whether p rounds to the printed number of digits.
func agrees(p, printed float64, digits int) bool {
	unit := math.Pow(10, math.Floor(math.Log10(printed))-float64(digits-1))
	return math.Abs(p-printed) <= 0.5001*unit
}

// exactly returns P(X <= k) for X binomial with n trials and probability 1/2, computed with
// integers.
func exactly(k, n int) float64 {
	sum, choose := new(big.Int), new(big.Int)
	for i := 0; i <= k; i++ {
		sum.Add(sum, choose.Binomial(int64(n), int64(i)))
	}
	p, _ := new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return p
}

func TestSignTestByHand(t *testing.T) {
	for _, c := range []struct {
		wins, losses int
		p            float64
	}{
		{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {6, 5, 1}, {2, 0, 0.5}, {0, 10, 2. / 1024}, {9, 1, 22. / 1024}, {1, 4, 12. / 32},
	} {
		require.InDelta(t, c.p, stats.SignTest(c.wins, c.losses), 1e-14, "%d to %d", c.wins, c.losses)
	}
}

func TestSignTestIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wins := rapid.IntRange(0, 300).Draw(t, "wins")
		losses := rapid.IntRange(0, 300).Draw(t, "losses")
		want := min(1, 2*exactly(min(wins, losses), wins+losses))
		require.InEpsilon(t, want, stats.SignTest(wins, losses), 1e-10)
		require.InDelta(t, stats.SignTest(wins, losses), stats.SignTest(losses, wins), 0)
		require.InEpsilon(t, exactly(wins, wins+losses+1), stats.LOS(wins, losses), 1e-10)
		require.InDelta(t, 1, stats.LOS(wins, losses)+stats.LOS(losses, wins), 1e-12)
	})
}

// The expected values are integer sums computed with Python's math.comb, to ten digits.
func TestSignTestOfManyGames(t *testing.T) {
	for _, c := range []struct {
		games, less int
		p           float64
	}{
		{1_000_000, 499_999, 0.9992021156},
		{1_000_000, 499_000, 0.04560829987},
		{1_000_000, 490_000, 5.544363288e-89},
		{100_000, 49_000, 2.588716038e-10},
	} {
		require.InEpsilon(t, c.p, stats.SignTest(c.games-c.less, c.less), 1e-7)
	}
	require.Zero(t, stats.SignTest(1_000_000, 0), "2^-999999 underflows")
}

func BenchmarkSignTest(b *testing.B) {
	for _, games := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.Positive(b, stats.SignTest(games/2, games/2))
			}
		})
	}
}

func TestLOS(t *testing.T) {
	for _, c := range []struct {
		wins, losses int
		los          float64
	}{
		{0, 0, 0.5}, {7, 7, 0.5}, {400_000, 400_000, 0.5}, {10, 0, 1 - 1./2048}, {3, 1, 26. / 32}, {1, 3, 6. / 32},
	} {
		require.InDelta(t, c.los, stats.LOS(c.wins, c.losses), 1e-14, "%d to %d", c.wins, c.losses)
	}
	// The approximation of the Chess Programming Wiki for many games.
	require.InDelta(t, 0.5*(1+math.Erf(50/math.Sqrt(2*550))), stats.LOS(300, 250), 1e-3)
}
