package gdl

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/rng"
)

// BenchmarkPlayout measures random games, in states per second of one thread, of the sheets of this
// library and of public ones: one after the other, and 64 at once.
func BenchmarkPlayout(b *testing.B) {
	run := func(origin string, texts map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			var g *Game
			load := func(b *testing.B) {
				if g == nil {
					var err error
					g, err = Load(b.Context(), []byte(texts[name]), Limits{})
					require.NoError(b, err)
				}
			}
			b.Run("sheet="+origin+name+"/games=1", func(b *testing.B) {
				load(b)
				benchmarkPlayout(b, g)
			})
			b.Run("sheet="+origin+name+"/games=64", func(b *testing.B) {
				load(b)
				benchmarkPlayouts(b, g)
			})
		}
	}
	run("own/", sheettest.Own(b))
	run("", sheettest.Public(b))
}

func benchmarkPlayout(b *testing.B, g *Game) {
	e := g.codes.NewEvaluator()
	r := rng.New(1)
	moves := make([]int32, len(g.moves))
	states := 0
	b.ReportAllocs()
	for b.Loop() {
		for e.Set(g.start); !e.Terminal(); states++ {
			e.Draw(moves, r)
			e.Do(moves)
			e.Advance()
		}
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

func benchmarkPlayouts(b *testing.B, g *Game) {
	s, r := g.Start(), rng.New(1)
	sum := make([]float64, len(g.roles))
	states := 0
	b.ReportAllocs()
	for b.Loop() {
		states += g.playouts(&s, 1000, r, sum)
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}
