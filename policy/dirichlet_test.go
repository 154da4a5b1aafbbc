package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// naiveGamma draws a gamma variate of a shape that is a multiple of 1/2: half the sum of the
// squares of 2*shape normal variates, made by the formula of Box and Muller.
func naiveGamma(halves int, r *rng.Rand) float64 {
	sum := 0.0
	for range halves {
		x := math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
		sum += x * x / 2
	}
	return sum
}

// Gamma variates have the mean and the variance of their shape, and the distribution of the naive
// ones by the test of Kolmogorov and Smirnov.
func TestGamma(t *testing.T) {
	const n = 40_000
	for _, halves := range []int{1, 2, 3, 10} {
		shape := float64(halves) / 2
		r := rng.New(uint64(halves))
		var fast, naive []float64
		sum, squares := 0.0, 0.0
		for range n {
			x := math.Exp(logGamma(shape, r))
			fast, naive = append(fast, x), append(naive, naiveGamma(halves, r))
			sum += x
			squares += (x - shape) * (x - shape)
		}
		require.InDelta(t, shape, sum/n, 5*math.Sqrt(shape/n))
		require.InDelta(t, shape, squares/n, 5*math.Sqrt((2*shape*shape+6*shape)/n), "variance")
		// The probability that two samples of one distribution are so far apart is 2 exp(-n d^2).
		require.Less(t, distance(fast, naive), math.Sqrt(math.Log(2/1e-4)/n))
	}
	r, sum := rng.New(1), 0.0
	for range n {
		sum += math.Exp(logGamma(0.03, r))
	}
	require.InDelta(t, 0.03, sum/n, 5*math.Sqrt(0.03/n))
}

// distance returns the greatest difference between the distributions of two samples of one size.
func distance(a, b []float64) (most float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, k := 0, 0; i < len(a); i++ {
		for k < len(b) && b[k] <= a[i] {
			k++
		}
		most = max(most, math.Abs(float64(i+1-k))/float64(len(a)))
	}
	return most
}

// Each component has the mean and the variance of the Dirichlet distribution.
func TestDirichletMoments(t *testing.T) {
	const n, draws = 5, 20_000
	for _, alpha := range []float64{1e-6, 0.03, 0.3, 1, 10} {
		r := rng.New(7)
		var sum, squares [n]float64
		for range draws {
			eta := make([]float64, n)
			dirichlet(eta, alpha, r)
			total := 0.0
			for i, x := range eta {
				total += x
				sum[i] += x
				squares[i] += (x - 1./n) * (x - 1./n)
			}
			require.InDelta(t, 1, total, 1e-12)
		}
		variance := (1. / n) * (1 - 1./n) / (n*alpha + 1)
		for i := range n {
			require.InDelta(t, 1./n, sum[i]/draws, 5*math.Sqrt(variance/draws), "alpha %v", alpha)
			require.InDelta(t, variance, squares[i]/draws, 0.05*variance+1e-4, "alpha %v", alpha)
		}
	}
}

// priors are weights that sum to 1.
func priorsOf(t *rapid.T) []float32 {
	weights := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 12).Draw(t, "weights")
	weights[0]++
	sum := 0
	for _, w := range weights {
		sum += w
	}
	priors := make([]float32, len(weights))
	for i, w := range weights {
		priors[i] = float32(w) / float32(sum)
	}
	return priors
}

// Noisy priors sum to 1, none is below its share of the prior, and noise of no size is none.
func TestDirichletNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		priors := priorsOf(t)
		d := DirichletNoise{
			Alpha:   rapid.SampledFrom([]float64{0, 1e-6, 0.3, 10, 1e6}).Draw(t, "alpha"),
			Epsilon: rapid.Float64Range(0, 1).Draw(t, "epsilon"),
		}
		require.NoError(t, d.Validate())
		epsilon := d.Epsilon
		if epsilon == 0 {
			epsilon = 0.25
		}
		noisy, sum := slices.Clone(priors), 0.0
		d.Perturb(noisy, rng.New(rapid.Uint64().Draw(t, "seed")))
		for i, p := range noisy {
			sum += float64(p)
			require.GreaterOrEqual(t, float64(p)+1e-7, (1-epsilon)*float64(priors[i]))
		}
		require.InDelta(t, 1, sum, 1e-5)

		none := slices.Clone(priors)
		DirichletNoise{Epsilon: math.SmallestNonzeroFloat64}.Perturb(none, rng.New(1))
		require.Equal(t, priors, none)
	})
}

// The mean of many draws is the prior mixed with equal shares.
func TestDirichletNoiseMean(t *testing.T) {
	const draws = 20_000
	r := rng.New(5)
	var sum [3]float64
	for range draws {
		p := []float32{0.7, 0.2, 0.1}
		DirichletNoise{}.Perturb(p, r)
		for i := range p {
			sum[i] += float64(p[i])
		}
	}
	for i, p := range []float64{0.7, 0.2, 0.1} {
		require.InDelta(t, 0.75*p+0.25/3, sum[i]/draws, 5*0.25*math.Sqrt(2./9/11/draws)) // alpha is 10/3
	}
}

func TestDirichletNoiseValidates(t *testing.T) {
	require.NoError(t, DirichletNoise{}.Validate())
	require.NoError(t, DirichletNoise{Selection: Widening{Selection: PUCT{C: 1}}}.Validate())
	for want, d := range map[string]DirichletNoise{
		"policy: DirichletNoise.Alpha is -1":                         {Alpha: -1},
		"policy: DirichletNoise.Alpha is NaN":                        {Alpha: math.NaN()},
		"policy: DirichletNoise.Epsilon is 2":                        {Epsilon: 2},
		"policy: DirichletNoise.Selection is a policy.UCT":           {Selection: UCT{}},
		"policy: PUCT.C is -1":                                       {Selection: PUCT{C: -1}},
		"policy: Widening.Selection is a policy.Exp3, a MixedSelect": {Selection: Widening{Selection: Exp3{}}},
	} {
		require.ErrorContains(t, d.Validate(), want)
	}
}
