package gdl

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/sheets"
	"github.com/banyan-go/banyan/rng"
)

// BenchmarkPlayout measures random games, in states per second of one thread, of the sheets of this
// library and of public ones.
func BenchmarkPlayout(b *testing.B) {
	texts := map[string]string{}
	own, err := fs.Glob(sheets.Files, "*.kif")
	require.NoError(b, err)
	for _, name := range own {
		text, err := sheets.Files.ReadFile(name)
		require.NoError(b, err)
		texts["own/"+strings.TrimSuffix(name, ".kif")] = string(text)
	}
	if os.Getenv("BANYAN_SHEETS") != "" {
		maps.Copy(texts, publicSheets(b))
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.Run("sheet="+name, func(b *testing.B) { benchmarkPlayout(b, texts[name]) })
	}
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
