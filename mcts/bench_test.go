package mcts_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/internal/baseline"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// BenchmarkSearch measures plain UCT in simulations per second: by the search with all optional
// interfaces of the game, by the search with the five methods of [mcts.Game] alone, and written by
// hand. C is the default or the one of theory: with the default, simulations go deeper into the
// tree. For the searches it also reports how fast they are as a multiple of the search written by
// hand and, where C is the one of theory, for games with their own playouts the share of time spent
// in playouts.
func BenchmarkSearch(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	large := breakthrough.Game{}
	for _, c := range []float64{policy.DefaultC, math.Sqrt2} {
		for _, n := range []int{10_000, 100_000, 1_000_000, 5_000_000} {
			m := searchBench{c: c, n: n}
			if m.isLarge() && flag.Lookup("test.benchtime").Value.String() == "1x" {
				continue // It is only to be seen whether benchmarks run.
			}
			m.hand = baseline.NewConnect4(float32(c))
			m.byHand(b, "connect4")
			benchmarkSearch(b, m, "connect4/by=optional", connect4.Game{}, connect4.State{})
			if !m.isLarge() {
				benchmarkSearch(b, m, "connect4/by=five", five{}, connect4.State{})
			}
			m.hand = baseline.NewBreakthrough(float32(c))
			m.byHand(b, "breakthrough-8x8")
			benchmarkSearch(b, m, "breakthrough-8x8/by=optional", large, large.Start())
			m.hand = nil
			benchmarkSearch(b, m, "othello/by=optional", othello.Game{}, othello.Game{}.Start())
			if !m.isLarge() {
				benchmarkSearch(b, m, "breakthrough-6x6/by=optional", small, small.Start())
				benchmarkSearch(b, m, "nogo-hollow9/by=optional", nogo.Hollow9, nogo.Hollow9.Start())
			}
		}
	}
}

// searchBench is one setting of BenchmarkSearch.
type searchBench struct {
	c    float64
	n    int
	hand byHand // nil: not written by hand
}

// byHand is a search written by hand.
type byHand interface {
	Run(simulations int, seed uint64)
	Bytes() int
}

func (m searchBench) name(of string) string {
	return fmt.Sprintf("game=%s/c=%.2g/sims=%d", of, m.c, m.n)
}

// isLarge reports whether a search takes seconds.
func (m searchBench) isLarge() bool { return m.n > 100_000 }

// pairs is how many pairs of runs are compared.
func (m searchBench) pairs() int {
	if m.isLarge() {
		return 3
	}
	return 9
}

func (m searchBench) byHand(b *testing.B, game string) {
	b.Run(m.name(game+"/by=hand"), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.hand.Run(m.n, 1)
		}
		perSimulation(b, m.n, int64(m.hand.Bytes()))
	})
}

// BenchmarkDefault measures the default configuration as a program runs it that answers one
// question: a new search of Connect Four, with the time that it takes to get its memory.
func BenchmarkDefault(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("game=connect4/sims=%d", n), func(b *testing.B) {
			root := connect4.Game{}.Start()
			var r mcts.Result[connect4.Drop]
			for b.Loop() {
				s, err := mcts.New(connect4.Game{}, mcts.Config{})
				require.NoError(b, err)
				r, err = s.Run(bg, &root, mcts.Budget{Simulations: n})
				require.NoError(b, err)
			}
			perSimulation(b, n, r.Bytes)
		})
	}
}

// five is Connect Four with the five methods of [mcts.Game] alone. Unlike bare, it calls them
// directly, as a handwritten game does.
type five struct{ game connect4.Game }

func (f five) NumPlayers() int                          { return f.game.NumPlayers() }
func (f five) ToMove(s *connect4.State) int             { return f.game.ToMove(s) }
func (f five) Apply(s *connect4.State, a connect4.Drop) { f.game.Apply(s, a) }
func (f five) Returns(s *connect4.State, out []float64) { f.game.Returns(s, out) }
func (f five) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	return f.game.AppendActions(dst, s)
}

func benchmarkSearch[S any, A comparable](b *testing.B, m searchBench, name string, g mcts.Game[S, A], root S) {
	b.Run(m.name(name), func(b *testing.B) {
		cfg := mcts.Config{Selection: policy.UCT{C: m.c}}
		s, err := mcts.New(g, cfg)
		require.NoError(b, err)
		r := mcts.Result[A]{}
		search := func() {
			s.Reset(0)
			r, err = s.Run(bg, &root, mcts.Budget{Simulations: m.n})
		}
		search() // makes the room
		b.ReportAllocs()
		for b.Loop() {
			search()
		}
		require.NoError(b, err)
		perSimulation(b, m.n, r.Bytes)
		if m.hand != nil {
			b.ReportMetric(ratioOf(m.pairs(), func() { m.hand.Run(m.n, 1) }, search), "xhand")
		}
		if p, ok := g.(mcts.Playouter[S]); ok && m.c > 1 && !m.isLarge() {
			again, err := mcts.New(mcts.Game[S, A](twice[S, A]{bare[S, A]{g}, p, rng.New(2), new(S)}), cfg)
			require.NoError(b, err)
			b.ReportMetric(100*(ratio(func() {
				again.Reset(0)
				_, err = again.Run(bg, &root, mcts.Budget{Simulations: m.n})
			}, search)-1), "%playout")
			require.NoError(b, err)
		}
	})
}

// ratio returns how much longer a takes than b: the median over pairs of runs, one right after the
// other, since these machines are shared and their speed changes from second to second.
func ratio(a, b func()) float64 { return ratioOf(9, a, b) }

func ratioOf(pairs int, a, b func()) float64 {
	var ratios []float64
	for range pairs {
		start := time.Now()
		a()
		middle := time.Now()
		b()
		ratios = append(ratios, float64(middle.Sub(start))/float64(time.Since(middle)))
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

func perSimulation(b *testing.B, simulations int, bytes int64) {
	b.ReportMetric(float64(simulations)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
	b.ReportMetric(float64(bytes)/float64(simulations), "B/sim")
}

// twice is a game that plays every playout once more, for nothing.
type twice[S any, A comparable] struct {
	bare[S, A]
	inner   mcts.Playouter[S]
	rand    *rng.Rand
	scratch *S
}

func (g twice[S, A]) Playout(s *S, r *rng.Rand, out []float64) {
	*g.scratch = *s
	g.inner.Playout(g.scratch, g.rand, out)
	g.inner.Playout(s, r, out)
}
