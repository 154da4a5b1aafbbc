package samegame_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	g := samegame.Game{}
	start, r, out := g.Start(), rng.New(1), make([]float64, 1)
	sum := 0.0
	b.ReportAllocs()
	for b.Loop() {
		s := start
		g.Playout(&s, r, out)
		sum += out[0]
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(sum/float64(b.N), "points")
}

func BenchmarkTabooPlayout(b *testing.B) {
	g := samegame.Game{}
	start, r, out := g.Start(), rng.New(1), make([]float64, 1)
	sum := 0.0
	b.ReportAllocs()
	for b.Loop() {
		s := start
		g.TabooPlayout(&s, r, out)
		sum += out[0]
	}
	b.ReportMetric(sum/float64(b.N), "points")
}

func BenchmarkAppendCodes(b *testing.B) {
	g := samegame.Game{}
	s := g.Start()
	var actions []samegame.Cell
	var codes []uint64
	b.ReportAllocs()
	for b.Loop() {
		actions, codes = g.AppendCodes(actions[:0], codes[:0], &s)
	}
}

// A game with the codes of all actions of every ply, as package nested plays it.
func BenchmarkListedPlayout(b *testing.B) {
	g := samegame.Game{}
	start, r := g.Start(), rng.New(1)
	var actions []samegame.Cell
	var codes []uint64
	plies := 0
	b.ReportAllocs()
	for b.Loop() {
		for s := start; ; plies++ {
			actions, codes = g.AppendCodes(actions[:0], codes[:0], &s)
			if len(actions) == 0 {
				break
			}
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
	}
	b.ReportMetric(float64(plies)/float64(b.N), "plies")
}
