package similarity_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/similarity"
)

// constant is the same Weight at all distances.
type constant float64

func (c constant) Weight(int) float64 { return float64(c) }

func TestWeights(t *testing.T) {
	for _, test := range []struct {
		name   string
		weight similarity.Weight
		want   []float64
	}{
		{"nil", nil, []float64{1, 1, 1}},
		{"Falling", similarity.Falling{}, []float64{1, 0.5, 0.25}},
		{"Falling/F=0.1", similarity.Falling{F: 0.1}, []float64{1, 0.1, 0.01}},
		{"zero", constant(0), []float64{0, 0, 0}},
		{"greatest", constant(1e6), []float64{1e6, 1e6, 1e6}},
	} {
		t.Run(test.name, func(t *testing.T) {
			weights, err := similarity.Weights(test.weight, 2)
			require.NoError(t, err)
			require.InDeltaSlice(t, test.want, weights, 1e-15)
		})
	}
}

func TestWeightsOutOfRange(t *testing.T) {
	_, err := similarity.Weights(similarity.Falling{F: -1}, 1)
	require.EqualError(t, err, "similarity: Weight of similarity.Falling is -1 at distance 1, want 0..1e6")
	for _, w := range []float64{-0.1, 1.1e6, math.NaN(), math.Inf(1)} {
		_, err := similarity.Weights(constant(w), 0)
		require.ErrorContains(t, err, "want 0..1e6", "%v", w)
	}
}
