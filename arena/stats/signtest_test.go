package stats_test

import (
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
const published = `
random/ConnectFour          219 271 2.11e-02
random/ConnectFive          207 292 1.64e-04
random/BreakThrough         193 307 2.11e-02
random/TTCC4                258 242 .502
random/SheepAndWolf         265 235 .194
appearance0/BreakThrough    302 198 3.80e-06
appearance2/BreakThrough    377 123 5.23e-31
huffman0/BreakThrough       312 188 3.24e-08
huffman2/BreakThrough       326 174 1.01e-11
appearance0/ConnectFive     290 210 4.04e-04
appearance2/ConnectFive     275 225 2.83e-02
huffman0/ConnectFive        272 228 5.44e-02
huffman2/ConnectFive        287 213 1.08e-03
appearance0/PawnWhopping    269 213 1.22e-02
appearance2/PawnWhopping    343 150 1.93e-18
huffman0/PawnWhopping       346 147 1.52e-19
huffman2/PawnWhopping       362 129 1.25e-26
appearance0/KnightThrough   290 210 4.00e-04
appearance2/KnightThrough   388 112 1.17e-36
huffman0/KnightThrough      292 208 1.99e-04
huffman2/KnightThrough      267 233 .140
appearance0/TTCC4           307 190 1.73e-07
appearance2/TTCC4           255 243 .622
huffman0/TTCC4              308 192 2.40e-07
huffman2/TTCC4              285 213 1.44e-03
appearance0/ConnectFour     288 199 6.39e-05
appearance2/ConnectFour     133 359 4.96e-25
huffman0/ConnectFour        309 183 1.47e-08
huffman2/ConnectFour        283 208 9.79e-04
appearance0/FreeForAll      200 117 3.64e-06
appearance2/FreeForAll      28  409 7.03e-88
huffman0/FreeForAll         214 110 7.89e-09
huffman2/FreeForAll         139 279 6.76e-12
appearance0/Checkers        185 66  3.08e-14
appearance2/Checkers        164 107 6.43e-04
huffman0/Checkers           186 73  1.51e-12
huffman2/Checkers           182 78  9.52e-11
appearance0/GoldenRectangle 276 224 2.25e-02
appearance2/GoldenRectangle 246 254 .785
huffman0/GoldenRectangle    290 210 4.00e-04
huffman2/GoldenRectangle    261 239 .348
appearance0/SheepAndWolf    255 245 .687
appearance2/SheepAndWolf    243 257 .561
huffman0/SheepAndWolf       282 218 4.79e-03
huffman2/SheepAndWolf       261 239 .348
`

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
