package magic_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for name, c := range map[string]magic.Config{
		"subsets": {}, "subsets-dominated": {Prune: magic.PruneDominated},
		"binary": {Main: magic.Binary}, "binary-dominated": {Main: magic.Binary, Prune: magic.PruneDominated},
	} {
		g, err := magic.New(c)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			r, out := rng.New(1), make([]float64, 2)
			s := g.Start()
			n, turns := 0, 0
			for b.Loop() {
				t := s
				g.Playout(&t, r, out)
				turns += g.Turn(&t)
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(turns)/float64(n), "turns")
		})
	}
}

func BenchmarkPlaying(b *testing.B) {
	for name, rule := range map[string]magic.Rule{"reduced": magic.Reduced, "expert": magic.Expert, "idle": magic.Idle, "uniform": magic.Uniform} {
		g := magic.Playing{Rules: [2]magic.Rule{rule, rule}}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			r, out := rng.New(1), make([]float64, 2)
			s := g.Start()
			n, turns := 0, 0
			for b.Loop() {
				t := s
				g.Playout(&t, r, out)
				turns += g.Turn(&t)
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(turns)/float64(n), "turns")
		})
	}
}
