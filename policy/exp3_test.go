package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// The probabilities are computed by hand.
func TestMixedSelectionProbabilities(t *testing.T) {
	for _, c := range []struct {
		rule     MixedSelection
		children []Stats
		weighted []float64
		want     []float64
	}{
		// The weights are exp(0.2/2 * 10) = e and 1.
		{Exp3{Gamma: 0.2}, []Stats{{0.5, 4}, {0.5, 4}}, []float64{10, 0}, []float64{0.8*math.E/(math.E+1) + 0.1, 0.8/(math.E+1) + 0.1}},
		{Exp3{}, []Stats{{0.5, 4}, {0.5, 4}}, []float64{7, 7}, []float64{0.5, 0.5}},
		{Exp3{Gamma: 1}, []Stats{{0.5, 4}, {0.5, 4}}, []float64{100, 0}, []float64{0.5, 0.5}},
		// The returns sum to 2 + 1 = 3, so the regrets are 3, 1 and 0.
		{RegretMatching{Gamma: 0.3}, []Stats{{0.5, 4}, {0.5, 2}, {0, 9}}, []float64{6, 4, -2}, []float64{0.625, 0.275, 0.1}},
		{RegretMatching{}, []Stats{{0.5, 4}, {0.5, 4}}, []float64{3, 4}, []float64{0.5, 0.5}},
		{RegretMatching{}, []Stats{{0.5, 4}}, []float64{3}, []float64{1}},
	} {
		n := &Node{Children: c.children, Weighted: c.weighted, Rand: rng.New(1)}
		const samples = 20_000
		counts := make([]float64, len(c.children))
		for range samples {
			k, p := c.rule.Sample(n)
			require.InDelta(t, c.want[k], p, 1e-8, "%#v", c.rule)
			counts[k]++
		}
		for k, p := range c.want {
			require.InDelta(t, p, counts[k]/samples, 0.02, "%#v: samples follow the probabilities", c.rule)
		}
	}
}

// Every child has at least its share of the exploration, and no probability exceeds 1.
func TestMixedSelectionLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 6).Draw(t, "children")
		n := &Node{Rand: rng.New(rapid.Uint64().Draw(t, "seed"))}
		for range k {
			n.Children = append(n.Children, Stats{rapid.Float32Range(-1, 1).Draw(t, "mean"), rapid.Uint32Range(1, 1<<30).Draw(t, "visits")})
			n.Weighted = append(n.Weighted, rapid.Float64Range(-1e9, 1e9).Draw(t, "weighted"))
		}
		gamma := rapid.Float64Range(0.001, 1).Draw(t, "gamma")
		for _, rule := range []MixedSelection{Exp3{Gamma: gamma}, RegretMatching{Gamma: gamma}} {
			i, p := rule.Sample(n)
			require.True(t, i >= 0 && i < k)
			require.True(t, p >= gamma/float64(k)*(1-1e-9) && p <= 1, "%v", p)
			i = rule.Select(n)
			require.True(t, i >= 0 && i < k)
		}
	})
}

func TestMixedSelectionsValidate(t *testing.T) {
	for _, gamma := range []float64{-0.1, 1.1, math.NaN()} {
		require.ErrorContains(t, Exp3{gamma}.Validate(), "policy: Exp3.Gamma is")
		require.ErrorContains(t, RegretMatching{gamma}.Validate(), "policy: RegretMatching.Gamma is")
	}
	require.NoError(t, Exp3{1}.Validate())
	require.NoError(t, RegretMatching{}.Validate())
}
