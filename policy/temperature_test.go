package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// Every action is drawn as often as the formula says.
func TestTemperatureFollowsTheFormula(t *testing.T) {
	children := candidates{{60, 0.1}, {30, 0.9}, {0, 0}, {10, 0.5}}
	for _, c := range []struct {
		t    float64
		want [4]float64 // not normalized
	}{
		{0, [4]float64{60, 30, 0, 10}},
		{1, [4]float64{60, 30, 0, 10}},
		{0.5, [4]float64{3600, 900, 0, 100}},
		{2, [4]float64{math.Sqrt(60), math.Sqrt(30), 0, math.Sqrt(10)}},
		{1e-3, [4]float64{1, 0, 0, 0}},
		{1e9, [4]float64{1, 1, 0, 1}},
	} {
		const draws = 40_000
		list := children.list()
		list.Rand = rng.New(3)
		var counts, sum [4]float64
		for range draws {
			k, decided := Temperature{T: c.t}.Pick(list)
			require.True(t, decided)
			counts[k]++
		}
		for _, w := range c.want {
			sum[0] += w
		}
		for i, w := range c.want {
			p := w / sum[0]
			require.InDelta(t, p, counts[i]/draws, 5*math.Sqrt(p*(1-p)/draws)+1e-9, "T = %v, action %d", c.t, i)
		}
	}
}

// A temperature near 0 is the robust child, unless the most visits are shared, and no temperature
// draws an action without visits.
func TestTemperatureNearZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		visits := rapid.SliceOfNDistinct(rapid.IntRange(0, 1000), 2, 9, rapid.ID[int]).Draw(t, "visits")
		var c Candidates
		for _, v := range visits {
			c.Children = append(c.Children, Child{Visits: v})
		}
		c.Rand = rng.New(rapid.Uint64().Draw(t, "seed"))
		k, _ := Temperature{T: 1e-6}.Pick(&c)
		require.Equal(t, robust(c.Children), k)
		k, _ = Temperature{T: math.Exp(rapid.Float64Range(-20, 20).Draw(t, "ln T"))}.Pick(&c)
		require.Positive(t, visits[k])
	})
}

func TestTemperatureValidates(t *testing.T) {
	require.NoError(t, Temperature{}.Validate())
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		require.ErrorContains(t, Temperature{T: bad}.Validate(), "policy: Temperature.T is")
	}
}
