package net_test

import (
	"testing"

	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/rng"
)

// BenchmarkControl compares the network with its restrictions by control bases.
func BenchmarkControl(b *testing.B) {
	for _, name := range []string{"breakthrough", "connectfour"} {
		p := load(b, sheettest.Own(b)[name])
		whole, restricted := p.machines(b)
		b.Run("sheet="+name+"/network=whole", func(b *testing.B) { benchmark(b, whole, p.start) })
		b.Run("sheet="+name+"/network=restricted", func(b *testing.B) { benchmark(b, restricted, p.start) })
	}
}

// player is a machine that draws moves.
type player interface {
	machine
	Draw(moves []int32, r *rng.Rand) bool
}

func benchmark(b *testing.B, m player, start []uint64) {
	r := rng.New(1)
	moves := make([]int32, 2)
	states := 0
	for b.Loop() {
		for m.Set(start); !m.Terminal(); states++ {
			m.Draw(moves, r)
			m.Do(moves)
			m.Advance()
		}
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}
