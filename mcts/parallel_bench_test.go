package mcts_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkParallel measures every mode in simulations per second, and its speed as a multiple of
// the serial search (xserial), the median over pairs of runs one right after the other. What the
// machine allows is measured first: how long a word takes from one processor to another and back,
// and how much faster two searches are side by side.
func BenchmarkParallel(b *testing.B) {
	benchmarkPingPong(b)
	benchmarkParallel(b, "connect4", connect4.Game{}, connect4.State{}, 40_000)
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	benchmarkParallel(b, "breakthrough-6x6", small, small.Start(), 20_000)
	benchmarkParallel(b, "nogo-hollow9", nogo.Hollow9, nogo.Hollow9.Start(), 5000)
}

func benchmarkParallel[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], root S, n int) {
	newSearch := func(p mcts.Parallel) func() {
		s, err := mcts.New(g, mcts.Config{Parallel: p, Selection: exploring})
		require.NoError(b, err)
		search := func() {
			s.Reset(0)
			if _, err := s.Run(bg, &root, mcts.Budget{Simulations: n}); err != nil {
				b.Error(err)
			}
		}
		search() // makes the room
		return search
	}
	serial := newSearch(nil)
	b.Run(fmt.Sprintf("game=%s/two-beside", name), func(b *testing.B) {
		two := []func(){newSearch(nil), newSearch(nil)}
		both := func() {
			var all sync.WaitGroup
			for _, search := range two {
				all.Go(search)
			}
			all.Wait()
		}
		for b.Loop() {
			both()
		}
		b.ReportMetric(2*ratio(serial, both), "xserial")
	})
	for _, mode := range []struct {
		name string
		kind mcts.Parallel
	}{{"Root", mcts.RootParallel{}}, {"Leaf", mcts.LeafParallel{}}, {"LockStep", mcts.LockStep{}}, {"Tree", mcts.TreeParallel{}}} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("game=%s/mode=%s/workers=%d", name, mode.name, workers), func(b *testing.B) {
				search := newSearch(withWorkers(mode.kind, workers))
				b.ReportAllocs()
				for b.Loop() {
					search()
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
				b.ReportMetric(ratio(serial, search), "xserial")
			})
		}
	}
}

// benchmarkPingPong sends a number between two goroutines and back, each on a separate processor.
func benchmarkPingPong(b *testing.B) {
	b.Run("ping-pong", func(b *testing.B) {
		if runtime.GOMAXPROCS(0) < 2 {
			b.Skip("one processor")
		}
		const rounds = 10_000
		var ball atomic.Int64
		play := func(turn int64) {
			for k := turn; k < 2*rounds; k += 2 {
				for spins := 1; ball.Load() != k; spins++ {
					if spins%(1<<14) == 0 {
						runtime.Gosched()
					}
				}
				ball.Store(k + 1)
			}
		}
		least := time.Duration(1 << 62)
		for b.Loop() {
			ball.Store(0)
			start := time.Now()
			var other sync.WaitGroup
			other.Go(func() { play(1) })
			play(0)
			other.Wait()
			least = min(least, time.Since(start))
		}
		b.ReportMetric(float64(least.Nanoseconds())/(2*rounds), "ns/way")
	})
}
