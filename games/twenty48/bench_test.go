package twenty48_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	g, r, out := twenty48.Game{}, rng.New(1), make([]float64, 1)
	start := g.Start()
	b.ReportAllocs()
	for b.Loop() {
		g.Playout(&start, r, out)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
}

func BenchmarkApply(b *testing.B) {
	g, r := twenty48.Game{}, rng.New(1)
	s := g.Start()
	b.ReportAllocs()
	for b.Loop() {
		a, ok := g.RandomAction(&s, r)
		if !ok {
			s = g.Start()
			continue
		}
		g.Apply(&s, a)
	}
}
