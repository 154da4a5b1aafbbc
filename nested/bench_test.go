package nested_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/nested"
)

func BenchmarkSearch(b *testing.B) {
	const playouts = 10_000
	for _, c := range []struct {
		name   string
		method nested.Method
	}{
		{"nrpa/prior=none", nested.NRPA{}},
		{"nrpa/prior=heuristic", nested.NRPA{Prior: true}},
		{"nmcs/prior=none", nested.NMCS{}},
		{"nmcs/prior=heuristic", nested.NMCS{Prior: true}},
	} {
		b.Run("game=samegame/method="+c.name, func(b *testing.B) {
			g := samegame.Game{}
			root, points := g.Start(), 0.0
			b.ReportAllocs()
			for b.Loop() {
				r, err := nested.Search(bg, g, &root, nested.Config{Method: c.method}, nested.Budget{Playouts: playouts})
				require.NoError(b, err)
				points = r.Return
			}
			b.ReportMetric(playouts*float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(points, "points")
		})
	}
}
