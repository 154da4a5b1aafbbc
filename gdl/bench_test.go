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
// library and of public ones.
func BenchmarkPlayout(b *testing.B) {
	run := func(origin string, texts map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			b.Run("sheet="+origin+name, func(b *testing.B) { benchmarkPlayout(b, texts[name]) })
		}
	}
	run("own/", sheettest.Own(b))
	run("", sheettest.Public(b))
}

func benchmarkPlayout(b *testing.B, text string) {
	g, err := Load(b.Context(), []byte(text), Limits{})
	require.NoError(b, err)
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
