package distributed_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// A server, a worker, and a match that the worker plays. On several machines, the server is one of
// NATS, and each worker is a program of its own. Errors are dropped here for the sake of brevity.
func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // ends the worker
	server, _ := distributed.Server{}.Start()
	defer server.Close()
	g := connect4.Game{}
	w := distributed.Worker{
		Address: server.Address(),
		Games:   []string{"connect4"},
		Referee: distributed.NewReferee("connect4", g, g.Start()),
	}
	go w.Run(ctx)

	coordinator, _ := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	defer coordinator.Close()
	b := distributed.Batch{Game: "connect4", Players: []string{"c=0.4,sims=50", "random"}, OpeningPlies: 2, Seed: 1}
	records, _ := distributed.Records(ctx, coordinator, b, 10)
	fmt.Println(len(records), "games")
	fmt.Println("the search wins most:", arena.Count(records, 0, 1).WinRate() > 0.8)
	// Output:
	// 20 games
	// the search wins most: true
}

// A search by four trees of a worker. Errors are dropped here for the sake of brevity.
func ExampleSearch() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // ends the worker
	server, _ := distributed.Server{}.Start()
	defer server.Close()
	g := connect4.Game{}
	ready := make(chan distributed.Status)
	w := distributed.Worker{
		Address:  server.Address(),
		Games:    []string{"connect4"},
		Referee:  distributed.NewReferee("connect4", g, g.Start()),
		Searcher: distributed.NewSearcher("connect4", g, g.Start()),
		Report: func(s distributed.Status) {
			select {
			case ready <- s:
			default:
			}
		},
	}
	go w.Run(ctx)
	<-ready // A search does not wait for workers.

	coordinator, _ := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	defer coordinator.Close()
	s, _ := distributed.NewSearch(coordinator, g, g.Start(), mcts.Config{Selection: policy.UCT{C: 0.4}},
		distributed.SearchOptions{Game: "connect4", Player: "c=0.4", Seed: 1, Shares: 4}, 0)
	found, _ := s.Run(ctx, mcts.Budget{Simulations: 4000})
	fmt.Println("column", found.Action, "by", found.Arrived, "shares with", found.Simulations, "simulations")
	_ = s.Advance(found.Action) // The worker keeps the part of its trees below it.
	// Output:
	// column d by 4 shares with 4000 simulations
}
