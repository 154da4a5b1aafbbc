package breakthrough_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for _, size := range []int{6, 8} {
		b.Run(fmt.Sprintf("size=%dx%d", size, size), func(b *testing.B) {
			g, err := breakthrough.New(size, size)
			require.NoError(b, err)
			start, r := g.Start(), rng.New(1)
			var out [2]float64
			b.ReportAllocs()
			for b.Loop() {
				s := start
				g.Playout(&s, r, out[:])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplayouts/s")
		})
	}
}

func BenchmarkAppendActions(b *testing.B) {
	g := breakthrough.Game{}
	s := g.Start()
	var moves []breakthrough.Move
	b.ReportAllocs()
	for b.Loop() {
		moves = g.AppendActions(moves[:0], &s)
	}
}
