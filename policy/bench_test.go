package policy

import (
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/rng"
)

func newRand() *rng.Rand { return rng.New(1) }

func BenchmarkSelection(b *testing.B) {
	for _, size := range []int{2, 10, 100} {
		n := &Node{}
		r := newRand()
		for range size {
			s := Stats{Mean: float32(r.Float64()), Visits: uint32(1 + r.IntN(1000))}
			n.Children = append(n.Children, s)
			n.Squares = append(n.Squares, float64(s.Mean)*float64(s.Visits))
			n.Visits += s.Visits
		}
		for _, s := range []Selection{UCT{}, UCB1Tuned{}} {
			b.Run(fmt.Sprintf("policy=%T/children=%d", s, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.Select(n)
				}
			})
		}
	}
}
