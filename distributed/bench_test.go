package distributed_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// instant is a referee whose pairs take no time.
func instant(context.Context, distributed.Batch, int) ([]arena.Record, error) {
	return make([]arena.Record, 1), nil
}

// BenchmarkPublish queues 1,000 pairs, and ends when the first result of all is there: Play queues
// all of them before it looks at a result.
func BenchmarkPublish(b *testing.B) {
	r := start(b, distributed.Server{})
	c := connect(b, distributed.Cluster{Address: r.Address()})
	first := distributed.Worker{
		Address: r.Address(), Games: []string{"nothing"},
		Referee: instant,
	}
	stop := work(first)
	defer func() { require.NoError(b, stop()) }()
	pairs := make([]int, 1000)
	for i := range pairs {
		pairs[i] = i
	}
	for seed := 0; b.Loop(); seed++ {
		batch := distributed.Batch{Game: "nothing", Players: []string{"a", "b"}, Seed: uint64(seed)}
		require.NoError(b, c.Play(bg, batch, pairs, func([]arena.Record) bool { return false }))
	}
}

// BenchmarkOverhead plays pairs that take no time, one after the other.
func BenchmarkOverhead(b *testing.B) {
	r := start(b, distributed.Server{})
	c := connect(b, distributed.Cluster{Address: r.Address()})
	stop := work(distributed.Worker{
		Address: r.Address(), Games: []string{"nothing"},
		Referee: instant,
	})
	defer func() { require.NoError(b, stop()) }()
	pairs := make([]int, 1000)
	for i := range pairs {
		pairs[i] = i
	}
	seed := 0
	for b.Loop() {
		seed++
		batch := distributed.Batch{Game: "nothing", Players: []string{"a", "b"}, Seed: uint64(seed)}
		require.NoError(b, c.Play(bg, batch, pairs, func([]arena.Record) bool { return true }))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(seed*len(pairs)), "µs/pair")
}

// BenchmarkProcesses plays the same pairs by one process and by two: pairs that take about 5 ms,
// and some that take about 20 ms, which is still less than in most matches.
func BenchmarkProcesses(b *testing.B) {
	for _, players := range [][]string{{"sims=3000", "sims=2000"}, {"sims=20000", "sims=13000"}} {
		for processes := 1; processes <= 2; processes++ {
			b.Run(fmt.Sprintf("%s/processes=%d", players[0], processes), func(b *testing.B) {
				m, err := distributed.Machine{Processes: processes}.Start(bg)
				require.NoError(b, err)
				defer func() { require.NoError(b, m.Close()) }()
				games, seed := 0, uint64(0)
				for b.Loop() {
					seed++
					match := distributed.Batch{Game: "tictactoe", Players: players, OpeningPlies: 2, Seed: seed}
					records, err := distributed.Records(bg, m, match, 200)
					require.NoError(b, err)
					games += len(records)
				}
				b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
			})
		}
	}
}

// BenchmarkSearch searches for a time per action in this process with one tree, and by two workers
// with two shares.
func BenchmarkSearch(b *testing.B) {
	r := start(b, distributed.Server{})
	c := connect(b, distributed.Cluster{Address: r.Address()})
	g := connect4.Game{}
	for range 2 {
		stop := work(distributed.Worker{
			Address: r.Address(), Games: []string{"connect4"}, Searcher: distributed.NewSearcher("connect4", g, connect4.State{}),
		})
		defer func() { require.NoError(b, stop()) }()
	}
	for _, limit := range []time.Duration{5 * time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
		b.Run(fmt.Sprintf("time=%v/shares=2", limit), func(b *testing.B) {
			s, err := distributed.NewSearch(c, g, connect4.State{}, mcts.Config{}, distributed.SearchOptions{Game: "connect4", Shares: 2}, 0)
			require.NoError(b, err)
			simulations, shares, runs := 0, 0, 0
			for b.Loop() {
				found, err := s.Run(bg, mcts.Budget{Time: limit})
				if runs++; err == nil {
					simulations, shares = simulations+found.Simulations, shares+found.Arrived
				}
			}
			b.ReportMetric(float64(simulations)/float64(runs), "sims/action")
			b.ReportMetric(float64(shares)/float64(runs), "shares/action")
		})
		b.Run(fmt.Sprintf("time=%v/shares=0", limit), func(b *testing.B) {
			s, err := mcts.New(g, mcts.Config{})
			require.NoError(b, err)
			simulations, runs := 0, 0
			for b.Loop() {
				found, err := s.Run(bg, &connect4.State{}, mcts.Budget{Time: limit})
				require.NoError(b, err)
				simulations, runs = simulations+found.Simulations, runs+1
			}
			b.ReportMetric(float64(simulations)/float64(runs), "sims/action")
		})
	}
}
