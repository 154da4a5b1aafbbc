package prior

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"pgregory.net/rapid"
)

// Actions are sorted by descending prior, and those with equal priors keep their order, however
// many they are.
func TestSortByPrior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 7, 32, 33, 80}).Draw(t, "actions")
		priors := rapid.SliceOfN(rapid.Float32Range(0, 3), n, n).Draw(t, "priors")
		p := game.Position[int, int]{}
		for k := range priors {
			priors[k] = float32(int(priors[k]))
			p.Actions = append(p.Actions, k)
		}
		p.Priors = slices.Clone(priors)
		want := slices.Clone(p.Actions)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(priors[b], priors[a]) })
		sortByPrior(&p)
		require.Equal(t, want, p.Actions)
		for k, a := range p.Actions {
			require.Equal(t, priors[a], p.Priors[k])
		}
	})
}
