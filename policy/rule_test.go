package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// countPicks returns how often a rule picks each of the scores.
func countPicks(rule Rule, n int, scores ...float32) []int {
	r, counts, scratch := rng.New(1), make([]int, len(scores)), make([]float32, len(scores))
	for range n {
		copy(scratch, scores) // a rule may modify them
		counts[rule.Pick(scratch, r)]++
	}
	return counts
}

// requireShares compares counts with probabilities by the chi-square statistic, whose mean is the
// number of counts less one. All seeds are fixed, so a failure is not due to chance.
func requireShares(t *testing.T, probabilities []float64, counts []int) {
	t.Helper()
	n, chi2, kinds := 0, 0.0, -1
	for _, c := range counts {
		n += c
	}
	for i, p := range probabilities {
		if p == 0 {
			require.Zero(t, counts[i], "%v", counts)
			continue
		}
		d := float64(counts[i]) - p*float64(n)
		chi2 += d * d / (p * float64(n))
		kinds++
	}
	require.LessOrEqual(t, chi2, float64(kinds)+4*math.Sqrt(2*float64(max(kinds, 1))), "%v of %d, want %v", counts, n, probabilities)
}

func TestEpsilonGreedyShares(t *testing.T) {
	const n = 100_000
	for _, test := range []struct {
		rule    Rule
		epsilon float64
	}{{EpsilonGreedy{}, 0.4}, {EpsilonGreedy{Epsilon: 0.1}, 0.1}, {EpsilonGreedy{Epsilon: 1}, 1}, {Greedy{}, 0}} {
		e := test.epsilon
		requireShares(t, []float64{e / 4, e / 4, 1 - 0.75*e, e / 4}, countPicks(test.rule, n, 0.1, -3, 0.5, 0.25))
		requireShares(t, []float64{e / 3, 0.5 - e/6, 0.5 - e/6}, countPicks(test.rule, n, -1, 0, 0))
		requireShares(t, []float64{(1-e)/3 + e/6, e / 6, (1-e)/3 + e/6, e / 6, e / 6, (1-e)/3 + e/6}, countPicks(test.rule, n, 7, 2, 7, 3, 2, 7))
		requireShares(t, []float64{1}, countPicks(test.rule, n, 0.3))
	}
}

// Greedy uses the random stream for ties only.
func TestGreedyUsesRandomNumbersForTies(t *testing.T) {
	r := rng.New(1)
	require.Equal(t, 1, Greedy{}.Pick([]float32{0, 1, 0}, r))
	require.Equal(t, *rng.New(1), *r)
	Greedy{}.Pick([]float32{1, 1, 0}, r)
	require.NotEqual(t, *rng.New(1), *r)
}

func TestGreedyPicksTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(means(), 1, 20).Draw(t, "scores")
		k := Greedy{}.Pick(scores, rng.New(rapid.Uint64().Draw(t, "seed")))
		for _, s := range scores {
			require.LessOrEqual(t, s, scores[k])
		}
	})
}

func TestGibbsShares(t *testing.T) {
	for _, tau := range []float64{0, 0.1, 1, 7} {
		scores := []float32{0.1, 0.3, 0.35, -0.2, 0.3}
		effective := tau
		if tau == 0 {
			effective = 0.1
		}
		sum, shares := 0.0, make([]float64, len(scores))
		for i, s := range scores {
			shares[i] = math.Exp(float64(s) / effective)
			sum += shares[i]
		}
		for i := range shares {
			shares[i] /= sum
		}
		requireShares(t, shares, countPicks(Gibbs{Tau: tau}, 200_000, scores...))
	}
}

// Huge differences of scores and tiny temperatures leave only the highest score, and no NaN.
func TestGibbsOfExtremeScores(t *testing.T) {
	for _, test := range []struct {
		tau    float64
		scores []float32
		shares []float64
	}{
		{0.1, []float32{-1e30, 1e30, 0}, []float64{0, 1, 0}},
		{0.1, []float32{1e30, 1e30, -1e30}, []float64{0.5, 0.5, 0}},
		{0.1, []float32{-3e38, 3e38}, []float64{0, 1}},
		{0.1, []float32{-1e30, -1e30}, []float64{0.5, 0.5}},
		{math.SmallestNonzeroFloat64, []float32{0.5, 0.50001, 0.25}, []float64{0, 1, 0}},
		{math.SmallestNonzeroFloat64, []float32{0.5, 0.5, 0.25}, []float64{0.5, 0.5, 0}},
		{math.MaxFloat64, []float32{0.5, 1e30, 0.25}, []float64{1. / 3, 1. / 3, 1. / 3}},
		{1, []float32{math.SmallestNonzeroFloat32, 0}, []float64{0.5, 0.5}},
	} {
		requireShares(t, test.shares, countPicks(Gibbs{Tau: test.tau}, 10_000, test.scores...))
	}
}

func TestExp(t *testing.T) {
	check := func(t require.TestingT, x float64) {
		want := math.Exp(x)
		require.LessOrEqual(t, math.Abs(exp(x)-want), 1e-9*want, "exp(%v) is %v, want %v", x, exp(x), want)
	}
	for x := 0.0; x >= -700; x -= 0.0137 {
		check(t, x)
	}
	for k := range 1010 { // where the power of two changes
		edge := -(float64(k) + 0.5) * math.Ln2
		if edge > -700 {
			check(t, edge)
			check(t, math.Nextafter(edge, 0))
			check(t, math.Nextafter(edge, -800))
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.Float64Range(-700, 0).Draw(t, "x")) })
	check(t, -700)
	require.Equal(t, 1.0, exp(0))
	require.Zero(t, exp(-701))
	require.Zero(t, exp(math.Inf(-1)))
}
