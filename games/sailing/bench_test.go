package sailing_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	g, r, out := sailing.Game{}, rng.New(1), make([]float64, 1)
	start := g.Start()
	b.ReportAllocs()
	for b.Loop() {
		s := start
		g.Playout(&s, r, out)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
}

func BenchmarkSolve(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sailing.Game{}.Solve()
	}
}
