package inspect

import (
	"context"
	"math"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkCost measures the processor time of a search of Connect Four that takes about a second:
// alone, with a handler, and with a page that asks as often as one in a browser. The time is that
// of the thread of the search, which also does what Inspect asks for; time that other programs get
// does not count. The three take turns, and the least times are compared.
//
//	go test ./inspect -run '^$' -bench Cost -benchtime 20x
func BenchmarkCost(b *testing.B) {
	const simulations = 3_000_000
	least := [3]time.Duration{math.MaxInt64, math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for i, observe := range []func(context.Context, *mcts.Search[connect4.State, connect4.Drop]){alone, withHandler, withPage} {
			least[i] = min(least[i], threadTime(b, observe, simulations))
		}
	}
	b.ReportMetric(simulations/least[0].Seconds(), "sims/s")
	b.ReportMetric(least[1].Seconds()/least[0].Seconds(), "handler/alone")
	b.ReportMetric(least[2].Seconds()/least[0].Seconds(), "page/alone")
}

// threadTime returns the processor time of a search.
func threadTime(b *testing.B, observe func(context.Context, *mcts.Search[connect4.State, connect4.Drop]), simulations int) time.Duration {
	search := searched(b, mcts.Config{Seed: 1}, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	observe(ctx, search)
	runtime.GC()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ownTime(b)
	_, err := search.Run(context.Background(), &connect4.State{}, mcts.Budget{Simulations: simulations, Time: time.Hour})
	require.NoError(b, err)
	return ownTime(b) - before
}

// ownTime returns the processor time of this thread.
func ownTime(b *testing.B) time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(thread, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func alone(context.Context, *mcts.Search[connect4.State, connect4.Drop]) {}

func withHandler(ctx context.Context, search *mcts.Search[connect4.State, connect4.Drop]) {
	connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}}.Handler(ctx)
}

// withPage asks what a page in a browser asks while a search runs.
func withPage(ctx context.Context, search *mcts.Search[connect4.State, connect4.Drop]) {
	s := newServer(ctx, connect4Page{Searches: []*mcts.Search[connect4.State, connect4.Drop]{search}})
	go s.subjects[0].record(ctx)
	go func() {
		for i := 0; ctx.Err() == nil; i++ {
			for _, name := range slices.Concat([]string{"status"}, [][]string{{"tree", "depths", "board"}, nil, nil, nil}[i%4]) {
				_, _ = s.data(ctx, name, query{nodes: defaultNodes})
			}
			time.Sleep(250 * time.Millisecond)
		}
	}()
}
