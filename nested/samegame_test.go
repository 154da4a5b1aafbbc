package nested_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/rng"
)

var _ nested.CodeLister[samegame.State, samegame.Cell] = samegame.Game{}

// The lines of SameGame bring what the search says, from any position on.
func TestSameGameReplays(t *testing.T) {
	methods := []nested.Method{nested.NRPA{Level: 2}, nested.NRPA{Level: 2, Prior: true}, nested.NMCS{Level: 1}, nested.NMCS{Level: 2, Prior: true}}
	rapid.Check(t, func(t *rapid.T) {
		g, err := samegame.New(rapid.IntRange(2, 8).Draw(t, "width"), rapid.IntRange(2, 8).Draw(t, "height"), rapid.Uint64().Draw(t, "seed"))
		require.NoError(t, err)
		root := g.Start()
		for range rapid.IntRange(0, 5).Draw(t, "plies") {
			if actions := g.AppendActions(nil, &root); len(actions) > 0 {
				g.Apply(&root, rapid.SampledFrom(actions).Draw(t, "action"))
			}
		}
		m := rapid.SampledFrom(methods).Draw(t, "method")
		got, err := nested.Search(bg, g, &root, nested.Config{Method: m}, nested.Budget{Playouts: 30})
		if len(g.AppendActions(nil, &root)) == 0 {
			require.ErrorIs(t, err, nested.ErrTerminal)
			return
		}
		require.NoError(t, err)
		require.Equal(t, got.Return, replay(t, g, root, got.Actions))
	})
}

// NRPA finds far more points than random play, and more with the rule of the taboo color.
func TestSameGamePoints(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	var plain, ruled, random float64 // sums
	for seed := range uint64(testkit.Few(2, 5)) {
		g, err := samegame.New(15, 15, seed)
		require.NoError(t, err)
		root := g.Start()
		search := func(m nested.Method) float64 {
			got, err := nested.Search(bg, g, &root, nested.Config{Method: m}, nested.Budget{Playouts: 2000})
			require.NoError(t, err)
			return got.Return
		}
		plain += search(nested.NRPA{Level: 2, Iterations: 45})
		ruled += search(nested.NRPA{Level: 2, Iterations: 45, Prior: true})
		best, out, r := 0.0, []float64{0}, rng.New(seed)
		for range 2000 {
			s := root
			g.Playout(&s, r, out)
			best = max(best, out[0])
		}
		random += best
	}
	t.Log(random, plain, ruled)
	require.Greater(t, plain, 1.5*random)
	require.Greater(t, ruled, 1.2*plain)
}
