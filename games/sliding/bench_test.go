package sliding_test

import (
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for size := sliding.MinSize; size <= sliding.MaxSize; size++ {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			g := configured(b, sliding.Config{Size: size})
			start, r, out := g.Start(), rng.New(1), make([]float64, 1)
			b.ReportAllocs()
			for b.Loop() {
				s := start
				g.Playout(&s, r, out)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	g := configured(b, sliding.Config{Size: 4})
	s, out := g.Start(), make([]float64, 1)
	b.ReportAllocs()
	for b.Loop() {
		g.Evaluate(&s, out)
	}
}
