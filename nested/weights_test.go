package nested

import (
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The table is a map of codes to weights, whatever is added, changed and copied.
func TestWeightsAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const codes = 300
		spread := rapid.SampledFrom([]uint64{1, 1 << 58, 0x9e3779b97f4a7c15, 64}).Draw(t, "spread")
		dense := spread == 1 && rapid.Bool().Draw(t, "dense")
		var p, q weights
		for _, w := range []*weights{&p, &q} {
			if w.reset(0); dense {
				w.reset(codes)
			}
		}
		of, other := map[uint64]float64{}, map[uint64]float64{}
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			code := rapid.Uint64Range(0, codes-1).Draw(t, "code") * spread
			switch rapid.IntRange(0, 20).Draw(t, "step") {
			case 0:
				q.copy(&p)
				other = maps.Clone(of)
			case 1:
				p.copy(&q)
				of = maps.Clone(other)
			default:
				by := rapid.Float64Range(-3, 3).Draw(t, "by")
				p.change(p.add(code), by)
				of[code] += by
			}
		}
		if !dense {
			require.Equal(t, len(of), p.used)
			require.LessOrEqual(t, 2*p.used, len(p.table))
		}
		all, want := []uint64{}, []float64{}
		sum := 0.0
		for i := range uint64(codes) {
			all, want = append(all, i*spread), append(want, math.Exp(of[i*spread]))
			sum += want[i]
		}
		chances := make([]float64, codes)
		require.InEpsilon(t, sum, p.fill(chances, all, nil), 1e-12)
		require.Equal(t, want, chances)
		priors := make([]float32, codes)
		for i := range priors {
			priors[i] = float32(i % 3)
			want[i] *= float64(priors[i])
		}
		p.fill(chances, all, priors)
		require.Equal(t, want, chances)
	})
}

// Weights may be of any magnitude, and still have a sum that is finite and not 0.
func TestWeightsAreBounded(t *testing.T) {
	var p weights
	p.reset(2)
	p.change(0, 1e6)
	p.change(1, -1e6)
	chances := make([]float64, 1)
	for _, prior := range []float32{math.SmallestNonzeroFloat32, math.MaxFloat32} {
		for code := range uint64(2) {
			sum := p.fill(chances, []uint64{code}, []float32{prior})
			require.Positive(t, sum)
			require.False(t, math.IsInf(1e6*sum, 1))
		}
	}
}
