package arena_test

import (
	"fmt"
	"testing"
)

// BenchmarkMatch plays pairs of random games, whose players cost almost nothing, and so measures
// the overhead of a match.
func BenchmarkMatch(b *testing.B) {
	const pairs = 100
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("game=tictactoe/workers=%d", workers), func(b *testing.B) {
			b.ReportAllocs()
			m := tictactoes(pairs, random("a"), random("b"))
			m.Workers = workers
			for b.Loop() {
				run(b, m)
			}
			b.ReportMetric(float64(2*pairs*b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
