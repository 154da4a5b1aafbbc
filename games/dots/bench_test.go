package dots_test

import (
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for _, c := range [][3]int{{3, 3, 3}, {3, 3, 2}, {5, 5, 2}} {
		b.Run(fmt.Sprintf("size=%dx%d/players=%d", c[0], c[1], c[2]), func(b *testing.B) {
			g := sized(b, c[0], c[1], c[2])
			start, r, out := g.Start(), rng.New(1), make([]float64, c[2])
			b.ReportAllocs()
			for b.Loop() {
				g.Playout(&start, r, out)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

func BenchmarkAppendActions(b *testing.B) {
	g := dots.Game{}
	s := g.Start()
	var edges []dots.Edge
	b.ReportAllocs()
	for b.Loop() {
		edges = g.AppendActions(edges[:0], &s)
	}
}
