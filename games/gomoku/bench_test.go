package gomoku_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/rng"
)

var benchmarked = []size{{8, 8, 5}, {15, 15, 5}, {19, 19, 5}}

func BenchmarkPlayout(b *testing.B) {
	for _, c := range benchmarked {
		b.Run(fmt.Sprintf("size=%dx%d", c.width, c.height), func(b *testing.B) {
			g := sized(b, c)
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
	for _, c := range benchmarked {
		for name, next := range map[string]func(gomoku.Game, *gomoku.State, []gomoku.Point, *rng.Rand) (gomoku.Point, bool){
			"AppendActions": listed,
			"RandomAction": func(g gomoku.Game, s *gomoku.State, _ []gomoku.Point, r *rng.Rand) (gomoku.Point, bool) {
				return g.RandomAction(s, r)
			},
		} {
			b.Run(fmt.Sprintf("size=%dx%d/by=%s", c.width, c.height, name), func(b *testing.B) {
				g, r, plies := sized(b, c), rng.New(1), 0
				room := make([]gomoku.Point, 0, g.NumActions())
				b.ReportAllocs()
				for b.Loop() {
					s := g.Start()
					for p, ok := next(g, &s, room, r); ok; p, ok = next(g, &s, room, r) {
						g.Apply(&s, p)
						plies++
					}
				}
				require.NotZero(b, plies)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
			})
		}
	}
}

func listed(g gomoku.Game, s *gomoku.State, room []gomoku.Point, r *rng.Rand) (gomoku.Point, bool) {
	actions := g.AppendActions(room[:0], s)
	if len(actions) == 0 {
		return 0, false
	}
	return actions[r.IntN(len(actions))], true
}
