package connect4_test

import (
	"testing"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	r := rng.New(1)
	var out [2]float64
	for b.Loop() {
		var s connect4.State
		connect4.Game{}.Playout(&s, r, out[:])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplayouts/s")
}
