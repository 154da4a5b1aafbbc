package similarity_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// An Experience adds up what a map does, each code once per simulation, and forgets the older half when it is full.
func TestExperience(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(distributions).Draw(t, "distribution")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		draw := d.draw(r)
		distance := rapid.IntRange(0, 3).Draw(t, "distance")
		limit := rapid.SampledFrom([]int{0, 2, 7, 100}).Draw(t, "limit")
		weights, err := similarity.Weights(similarity.Falling{}, distance)
		require.NoError(t, err)
		e := similarity.NewExperience(3, distance, limit)
		known := map[uint64][4]float64{}
		var order []uint64
		for range rapid.IntRange(1, 100).Draw(t, "simulations") {
			codes := make([]uint64, r.IntN(20))
			for i := range codes {
				codes[i] = draw()
				if i > 0 && r.IntN(4) == 0 {
					codes[i] = codes[r.IntN(i)]
				}
			}
			returns := []float64{r.Float64(), r.Float64(), float64(r.IntN(3))}
			seen := map[uint64]bool{}
			for _, code := range codes {
				k, old := known[code]
				if !old {
					order = append(order, code)
				}
				if !seen[code] || !old { // one that was forgotten in between comes in again
					known[code] = [4]float64{k[0] + 1, k[1] + returns[0], k[2] + returns[1], k[3] + returns[2]}
				}
				seen[code] = true
				if limit > 0 && len(order) >= limit {
					for _, code := range order[:limit/2] {
						delete(known, code)
					}
					order = order[limit/2:]
				}
			}
			e.Store(codes, returns)
			require.Equal(t, len(known), e.Len())
		}
		for range 5 {
			query := draw()
			want := [4]float64{}
			for code, k := range known {
				if d := similarity.Hamming(code, query); d <= distance {
					for i, v := range k {
						want[i] += weights[d] * v
					}
				}
			}
			sums := make([]float64, 3)
			require.InDelta(t, want[0], e.Within(query, weights, sums), 1e-9)
			require.InDeltaSlice(t, want[1:], sums, 1e-9)
		}
	})
}

func TestExperienceForgets(t *testing.T) {
	e := similarity.NewExperience(1, 0, 0)
	e.Store([]uint64{5}, []float64{8})
	e.Scale(0.25)
	sums := []float64{1}
	require.Equal(t, 0.25, e.Within(5, []float64{1}, sums))
	require.Equal(t, []float64{3}, sums, "returns are added")
	e.Reset()
	require.Zero(t, e.Within(5, []float64{1}, sums))
	require.Zero(t, e.Len())
	require.Positive(t, e.Bytes())
}

// Storing allocates nothing once there is room.
func TestExperienceAllocates(t *testing.T) {
	e := similarity.NewExperience(2, 2, 1000)
	r := rng.New(1)
	codes := make([]uint64, 30)
	sums := make([]float64, 2)
	fill := func() {
		for i := range codes {
			codes[i] = r.Uint64()
		}
		e.Store(codes, []float64{0, 1})
		e.Within(codes[0], []float64{1, 1, 1}, sums)
	}
	for range 200 {
		fill()
	}
	require.Zero(t, testing.AllocsPerRun(100, fill))
}

func TestWeights(t *testing.T) {
	w, err := similarity.Weights(nil, 2)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 1, 1}, w)
	w, err = similarity.Weights(similarity.Falling{F: 0.1}, 2)
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{1, 0.1, 0.01}, w, 1e-15)
	_, err = similarity.Weights(similarity.Falling{F: -1}, 1)
	require.EqualError(t, err, "similarity: Weight of similarity.Falling is -1 at distance 1, want 0..1e6")
}
