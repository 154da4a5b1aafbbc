package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/rng"
)

// pairs sums up scores.
func pairs(scores ...float64) (p stats.Pairs) {
	for _, s := range scores {
		p = p.Add(s)
	}
	return p
}

// s0 = 1/2 and s1 = 10/11. Four pairs with scores 1, 1, 1/2, 1/2 have mean 3/4 and a sum of squared
// deviations of 1/4, so v = (1/4 + 8/8) / 12 = 5/48, and LLR = 4 (9/22) (3/2 - 31/22) / (2 * 5/48)
// = 432/605.
func TestSPRTByHand(t *testing.T) {
	v := stats.SPRT{Elo1: 400}.Test(pairs(1, 1, 0.5, 0.5))
	require.InDelta(t, 432./605, v.LLR, 1e-12)
	require.InDelta(t, math.Log(19), v.Upper, 1e-12)
	require.InDelta(t, -math.Log(19), v.Lower, 1e-12)
	require.Equal(t, stats.Undecided, v.Conclusion)

	v = stats.SPRT{Elo1: 400, Alpha: 0.01, Beta: 0.2, PriorPairs: 4}.Test(stats.Pairs{})
	require.InDelta(t, math.Log(0.2/0.99), v.Lower, 1e-12)
	require.InDelta(t, math.Log(0.8/0.01), v.Upper, 1e-12)
	require.InDelta(t, 0, v.LLR, 0)
}

// atBound returns a test with the Elo differences of t whose bound, as returned by bound for an
// alpha and a beta, is exactly llr.
func atBound(t *testing.T, test stats.SPRT, llr float64, bound func(r stats.SPRTResult) float64, alpha bool) stats.SPRT {
	t.Helper()
	for i := range 1000 {
		rest := 0.05 + float64(i)/1e5
		// Upper = log((1-Beta)/Alpha) and -Lower = log((1-Alpha)/Beta) have the same form.
		x := (1 - rest) / math.Exp(math.Abs(llr))
		for range 3 {
			test.Alpha, test.Beta = x, rest
			if !alpha {
				test.Alpha, test.Beta = rest, x
			}
			if bound(test.Test(stats.Pairs{})) == llr {
				require.NoError(t, test.Validate())
				return test
			}
			x = math.Nextafter(x, 1)
		}
	}
	require.Fail(t, "no such test")
	return test
}

// At a bound the hypothesis is accepted, and just inside of it the test continues.
func TestSPRTAtItsBounds(t *testing.T) {
	won, lost := pairs(1, 1, 0.5, 1, 1, 0.5), pairs(0, 0, 0.5, 0, 0, 0.5)
	base := stats.SPRT{Elo0: -50, Elo1: 50}
	upper := func(r stats.SPRTResult) float64 { return r.Upper }
	lower := func(r stats.SPRTResult) float64 { return r.Lower }

	high := base.Test(won).LLR
	require.Greater(t, high, 1.0)
	v := atBound(t, base, high, upper, true).Test(won)
	require.Equal(t, v.Upper, v.LLR)
	require.Equal(t, stats.AcceptH1, v.Conclusion)
	inside := atBound(t, base, high*1.0001, upper, true).Test(won)
	require.Equal(t, stats.Undecided, inside.Conclusion)

	low := base.Test(lost).LLR
	require.Less(t, low, -1.0)
	v = atBound(t, base, low, lower, false).Test(lost)
	require.Equal(t, v.Lower, v.LLR)
	require.Equal(t, stats.AcceptH0, v.Conclusion)
	inside = atBound(t, base, low*1.0001, lower, false).Test(lost)
	require.Equal(t, stats.Undecided, inside.Conclusion)
}

func TestSPRTValidate(t *testing.T) {
	require.NoError(t, stats.SPRT{Elo1: 30}.Validate())
	for _, test := range []stats.SPRT{
		{},
		{Elo0: 30},
		{Elo0: 5, Elo1: 5},
		{Elo1: math.NaN()},
		{Elo1: math.Inf(1)},
		{Elo1: 30, Alpha: -0.1},
		{Elo1: 30, Beta: 0.96},
		{Elo1: 30, PriorPairs: -1},
		{Elo1: 30, PriorPairs: math.NaN()},
	} {
		require.ErrorContains(t, test.Validate(), "stats: SPRT.", "%+v", test)
	}
}

// If one side loses every game, or every pair is even, the observed variance is 0. The test ends
// nevertheless, but not after the first pairs.
func TestSPRTWithoutVariance(t *testing.T) {
	for score, want := range map[float64]stats.Conclusion{0: stats.AcceptH0, 0.5: stats.AcceptH0, 1: stats.AcceptH1} {
		test, p, v := stats.SPRT{Elo1: 30}, stats.Pairs{}, stats.SPRTResult{Conclusion: stats.Undecided}
		for v.Conclusion == stats.Undecided && p.Count < 1000 {
			p = p.Add(score)
			v = test.Test(p)
			require.False(t, math.IsNaN(v.LLR) || math.IsInf(v.LLR, 0))
		}
		require.Equal(t, want, v.Conclusion)
		require.Greater(t, p.Count, 5)
		require.Less(t, p.Count, 100)
	}
}

// H1 for one side is H0 for the other.
func TestSPRTMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quarters := rapid.SliceOf(rapid.IntRange(0, 4)).Draw(t, "quarters")
		low := rapid.Float64Range(-100, 100).Draw(t, "elo0")
		width := rapid.Float64Range(1, 100).Draw(t, "width")
		var p, q stats.Pairs
		for _, x := range quarters {
			p, q = p.Add(float64(x)/4), q.Add(1-float64(x)/4)
		}
		v := stats.SPRT{Elo0: low, Elo1: low + width}.Test(p)
		w := stats.SPRT{Elo0: -low - width, Elo1: -low}.Test(q)
		require.InDelta(t, v.LLR, -w.LLR, 1e-9*(1+math.Abs(v.LLR)))
		require.GreaterOrEqual(t, stats.SPRT{Elo0: low, Elo1: low + width}.Test(p.Add(1)).LLR, v.LLR-10, "no jumps")
	})
}

// simulate returns the fraction of tests that accept the wrong hypothesis if pairs score as drawn
// by draw, and the mean number of pairs of a test.
func simulate(test stats.SPRT, right stats.Conclusion, draw func(r *rng.Rand) float64) (wrong, length float64) {
	const tests = 1000
	r := rng.New(1)
	for range tests {
		p, v := stats.Pairs{}, stats.SPRTResult{Conclusion: stats.Undecided}
		for v.Conclusion == stats.Undecided {
			p = p.Add(draw(r))
			v = test.Test(p)
		}
		if v.Conclusion != right {
			wrong++
		}
		length += float64(p.Count)
	}
	return wrong / tests, length / tests
}

// decisive returns the score of a pair of two independent games without draws.
func decisive(r *rng.Rand, rate float64) (score float64) {
	for range 2 {
		if r.Float64() < rate {
			score += 0.5
		}
	}
	return score
}

// drawish returns the score of a pair in which three out of four games are drawn.
func drawish(r *rng.Rand, rate float64) (score float64) {
	for range 2 {
		if x := r.Float64(); x < rate-0.375 {
			score += 0.5
		} else if x < rate+0.375 {
			score += 0.25
		}
	}
	return score
}

// whole returns the score of a pair in which one side wins both games.
func whole(r *rng.Rand, rate float64) float64 {
	if r.Float64() < rate {
		return 1
	}
	return 0
}

// The error rates are close to Alpha and Beta, without draws and with many, and with pairs whose
// games depend on each other and without. A thousand tests have a standard error of 0.007 to 0.01.
func TestSPRTErrors(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.1}
	for name, model := range map[string]func(r *rng.Rand, rate float64) float64{"decisive": decisive, "drawish": drawish, "whole": whole} {
		t.Run(name, func(t *testing.T) {
			alpha, _ := simulate(test, stats.AcceptH0, func(r *rng.Rand) float64 { return model(r, stats.Rate(0)) })
			beta, _ := simulate(test, stats.AcceptH1, func(r *rng.Rand) float64 { return model(r, stats.Rate(50)) })
			t.Logf("%s: alpha %.3f, beta %.3f", name, alpha, beta)
			require.Less(t, alpha, 0.08, name)
			require.Less(t, beta, 0.13, name)
			if name == "decisive" {
				require.Greater(t, alpha, 0.02, name)
				require.Greater(t, beta, 0.05, name)
			}
		})
	}
}

// Wald's approximation of the length of a test under H1 is 0.9 log(19) / D games, where D = 0.0098
// is the divergence of a coin of 0.57 from one of 0.5: 270.
func TestSPRTLength(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: stats.Elo(0.57)}
	_, length := simulate(test, stats.AcceptH1, func(r *rng.Rand) float64 { return decisive(r, 0.57) })
	require.InDelta(t, 270, 2*length, 30)
}
