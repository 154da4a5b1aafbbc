package breakthrough_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"8x8", 8, 8}, {"6x6", 6, 6}} {
		b.Run("size="+size.name, func(b *testing.B) {
			g, err := breakthrough.New(size.width, size.height)
			require.NoError(b, err)
			start, r, out := g.Start(), rng.New(1), make([]float64, 2)
			b.ReportAllocs()
			for b.Loop() {
				g.Playout(&start, r, out)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

func BenchmarkVariantPlayout(b *testing.B) {
	for _, v := range variants {
		b.Run("game="+v.name, func(b *testing.B) {
			start, r, out := v.game.Start(), rng.New(1), make([]float64, 2)
			b.ReportAllocs()
			for b.Loop() {
				v.game.Playout(&start, r, out)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

// The positions are the successive ones of one random game.
func BenchmarkAppendActions(b *testing.B) {
	g, s, r := breakthrough.Game{}, breakthrough.Game{}.Start(), rng.New(1)
	var states []breakthrough.State
	for {
		a, ok := g.RandomAction(&s, r)
		if !ok {
			break
		}
		states = append(states, s)
		g.Apply(&s, a)
	}
	var moves []breakthrough.Move
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i++; i >= len(states) {
			i = 0
		}
		moves = g.AppendActions(moves[:0], &states[i])
	}
}
