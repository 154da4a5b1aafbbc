package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
)

// The values come from standard tables.
func TestStudentQuantile(t *testing.T) {
	for degrees, want := range map[int]float64{1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962} {
		got := stats.StudentQuantile(0.95, degrees)
		require.InEpsilon(t, want, got, 0.01, "%d degrees of freedom", degrees)
	}
	require.InDelta(t, 2.0002978, stats.StudentQuantile(0.95, 60), 3e-7, "every term of the expansion counts")
}

func TestReturnsWithoutPairs(t *testing.T) {
	var r stats.Returns
	require.Zero(t, r.Difference())
	require.Equal(t, math.Inf(1), r.StandardError())
	low, high := r.Add(3, 1).Interval(0.95)
	require.Equal(t, math.Inf(-1), low)
	require.Equal(t, math.Inf(1), high)
	require.Equal(t, 2.0, r.Add(3, 1).Difference())
}

// The numbers match the definitions, computed from all pairs at once.
func TestReturnsAreThoseOfTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-1000, 1000)
		a := rapid.SliceOfN(value, 2, 30).Draw(t, "a")
		b := rapid.SliceOfN(value, len(a), len(a)).Draw(t, "b")
		var r, swapped stats.Returns
		sumA, sumB, n := 0.0, 0.0, float64(len(a))
		for i := range a {
			r, swapped = r.Add(a[i], b[i]), swapped.Add(b[i], a[i])
			sumA, sumB = sumA+a[i], sumB+b[i]
		}
		variance := 0.0
		for i := range a {
			d := a[i] - b[i] - (sumA-sumB)/n
			variance += d * d / (n - 1)
		}
		require.Equal(t, len(a), r.Count)
		require.InDelta(t, sumA/n, r.MeanA, 1e-9)
		require.InDelta(t, sumB/n, r.MeanB, 1e-9)
		require.InDelta(t, (sumA-sumB)/n, r.Difference(), 1e-9)
		require.InDelta(t, math.Sqrt(variance/n), r.StandardError(), 1e-6)
		low, high := r.Interval(0.95)
		require.InDelta(t, 2*stats.StudentQuantile(0.95, len(a)-1)*r.StandardError(), high-low, 1e-6)
		require.InDelta(t, r.Difference(), low/2+high/2, 1e-6)
		require.InDelta(t, -r.Difference(), swapped.Difference(), 1e-9)
	})
}
