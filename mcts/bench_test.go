package mcts_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/baseline"
	"github.com/banyan-go/banyan/mcts"
)

// five hides all but the five methods of Connect Four.
type five struct{ g connect4.Game }

func (f five) NumPlayers() int                          { return f.g.NumPlayers() }
func (f five) ToMove(s *connect4.State) int             { return f.g.ToMove(s) }
func (f five) Apply(s *connect4.State, a connect4.Drop) { f.g.Apply(s, a) }
func (f five) Returns(s *connect4.State, out []float64) { f.g.Returns(s, out) }
func (f five) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	return f.g.AppendActions(dst, s)
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("game=connect4/by=hand/sims=%d", n), func(b *testing.B) {
			var s baseline.Search
			b.ReportAllocs()
			for b.Loop() {
				s.Run(n, 1)
			}
			perSimulation(b, n, int64(s.Bytes()))
		})
		benchmarkSearch[connect4.State](b, "connect4/by=abilities", connect4.Game{}, n)
		benchmarkSearch[connect4.State](b, "connect4/by=five", five{}, n)
	}
}

func benchmarkSearch[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], n int) {
	b.Run(fmt.Sprintf("game=%s/sims=%d", name, n), func(b *testing.B) {
		s, err := mcts.New(g, mcts.Config{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		var r mcts.Result[A]
		var root S
		for b.Loop() {
			s.Reset()
			if r, err = s.Run(context.Background(), &root, mcts.Budget{Simulations: n}); err != nil {
				b.Fatal(err)
			}
		}
		perSimulation(b, n, r.Bytes)
	})
}

func perSimulation(b *testing.B, simulations int, bytes int64) {
	b.ReportMetric(float64(simulations)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
	b.ReportMetric(float64(bytes)/float64(simulations), "B/sim")
}
