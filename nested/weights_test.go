package nested

import (
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
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

// A table grows when it is more than half full, and its hashes with it; memory is used again.
func TestWeightsTakeNoMoreThanTheyNeed(t *testing.T) {
	var p weights
	p.reset(0)
	for code := range uint64(1000) {
		p.add(code << 40)
		size := fewest
		for size < 2*(int(code)+1) {
			size *= 2
		}
		require.Len(t, p.table, size)
		require.Len(t, p.w, size)
		require.Equal(t, size, 1<<(64-p.shift), "a hash may be any index")
	}
	large := resize([]int(nil), 100)
	require.Equal(t, 150, cap(large), "room for half as many")
	require.Same(t, &large[0], &resize(large, 150)[0])
	require.NotSame(t, &large[0], &resize(large, 151)[0])
}

// An impossible action is not drawn, not even where the sum is a little too great.
func TestDraw(t *testing.T) {
	r, counts := rng.New(1), make([]int, 4)
	for range 10_000 {
		counts[draw([]float64{0, 1, 2, 0}, 4, r)]++
	}
	require.Equal(t, []int{0, counts[1], 10_000 - counts[1], 0}, counts)
	require.InDelta(t, 2_500, counts[1], 220)
}
