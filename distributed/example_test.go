package distributed_test

import (
	"context"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// A server, a worker and a match in one process. On several machines, the server is one of NATS,
// and the worker has its address.
func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	server, worker := startWorker(ctx)
	coordinator, err := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	must(err)

	b := distributed.Batch{Game: "connect4", Players: []string{"c=0.4,sims=50", "random"}, OpeningPlies: 2, Seed: 1}
	records, err := distributed.Records(ctx, coordinator, b, 10)
	must(err)
	fmt.Println(len(records), "games")
	fmt.Println("the search is better than random play:", arena.Count(records, 0, 1).WinRate() > 0.8)

	must(coordinator.Close())
	cancel() // ends the worker
	must(<-worker)
	must(server.Close())
	// Output:
	// 20 games
	// the search is better than random play: true
}

// A search by four trees of workers.
func ExampleSearch() {
	ctx, cancel := context.WithCancel(context.Background())
	server, worker := startWorker(ctx)
	coordinator, err := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	must(err)

	g := connect4.Game{}
	s, err := distributed.NewSearch(coordinator, g, g.Start(), mcts.Config{Selection: policy.UCT{C: 0.4}},
		distributed.SearchOptions{Game: "connect4", Player: "c=0.4", Seed: 1, Shares: 4}, 0)
	must(err)
	found, err := s.Run(ctx, mcts.Budget{Simulations: 4000})
	must(err)
	fmt.Println("column", found.Action, "by", found.Arrived, "shares with", found.Simulations, "simulations")
	must(s.Advance(found.Action)) // The workers keep what they know of the state after it.

	must(coordinator.Close())
	cancel()
	must(<-worker)
	must(server.Close())
	// Output:
	// column d by 4 shares with 4000 simulations
}

// startWorker starts a server, and a worker that ends with ctx.
func startWorker(ctx context.Context) (server *distributed.Running, worker <-chan error) {
	server, err := distributed.Server{}.Start()
	must(err)
	g, ready, done := connect4.Game{}, make(chan struct{}, 1), make(chan error, 1)
	w := distributed.Worker{
		Address:  server.Address(),
		Games:    []string{"connect4"},
		Referee:  distributed.NewReferee("connect4", g, g.Start()),
		Searcher: distributed.NewSearcher("connect4", g, g.Start()),
		Report: func(distributed.Status) {
			select {
			case ready <- struct{}{}:
			default:
			}
		},
	}
	go func() { done <- w.Run(ctx) }()
	<-ready
	return server, done
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
