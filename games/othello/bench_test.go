package othello_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/rng"
)

func BenchmarkPlayout(b *testing.B) {
	for _, size := range []int{8, 6} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			g := sized(b, size)
			start, r, out := g.Start(), rng.New(1), make([]float64, 2)
			b.ReportAllocs()
			for b.Loop() {
				g.Playout(&start, r, out)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

// Random games played with the methods that a search uses if the game has no Playout.
func BenchmarkPlay(b *testing.B) {
	listed := func(g othello.Game, s *othello.State, room []othello.Move, r *rng.Rand) (othello.Move, bool) {
		actions := g.AppendActions(room[:0], s)
		if len(actions) == 0 {
			return 0, false
		}
		return actions[r.IntN(len(actions))], true
	}
	drawn := func(g othello.Game, s *othello.State, _ []othello.Move, r *rng.Rand) (othello.Move, bool) {
		return g.RandomAction(s, r)
	}
	for _, c := range []struct {
		name string
		next func(othello.Game, *othello.State, []othello.Move, *rng.Rand) (othello.Move, bool)
	}{{"AppendActions", listed}, {"RandomAction", drawn}} {
		b.Run("by="+c.name, func(b *testing.B) {
			g, r, plies, room := othello.Game{}, rng.New(1), 0, make([]othello.Move, 0, 64)
			for b.Loop() {
				s := g.Start()
				for m, ok := c.next(g, &s, room, r); ok; m, ok = c.next(g, &s, room, r) {
					g.Apply(&s, m)
					plies++
				}
			}
			require.NotZero(b, plies)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	g, out := othello.Game{}, make([]float64, 2)
	s := g.Start()
	for b.Loop() {
		g.Evaluate(&s, out)
	}
}
