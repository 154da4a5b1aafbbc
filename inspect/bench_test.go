package inspect

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// BenchmarkCost measures how many simulations of Connect Four a search runs in a second: alone,
// with a handler, and with a page that asks as often as one in a browser. The three take turns,
// because the machine may be busy, and the best of each are compared.
//
//	go test ./inspect -run '^$' -bench Cost -benchtime 20x
func BenchmarkCost(b *testing.B) {
	var best [3]int
	for b.Loop() {
		for i, observe := range []func(context.Context, *mcts.Search[connect4.State, connect4.Drop]){alone, withHandler, withPage} {
			best[i] = max(best[i], inSecond(b, observe))
		}
	}
	b.ReportMetric(float64(best[0]), "sims/s")
	b.ReportMetric(float64(best[1])/float64(best[0]), "handler/alone")
	b.ReportMetric(float64(best[2])/float64(best[0]), "page/alone")
}

func inSecond(b *testing.B, observe func(context.Context, *mcts.Search[connect4.State, connect4.Drop])) int {
	search := searched(b, mcts.Config{Seed: 1}, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	observe(ctx, search)
	r, err := search.Run(context.Background(), &connect4.State{}, mcts.Budget{Time: time.Second})
	require.NoError(b, err)
	return r.Simulations
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
				data, err := s.data(ctx, name, query{nodes: defaultNodes})
				_, _ = data, err
			}
			time.Sleep(250 * time.Millisecond)
		}
	}()
}
