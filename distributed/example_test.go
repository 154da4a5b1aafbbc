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

// A server, a worker, and a match that the worker plays. On several machines, the server is a NATS
// server, and each worker is a separate program.
func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	server, err := distributed.Server{}.Start()
	check(err)
	g := connect4.Game{}
	w := distributed.Worker{
		Address: server.Address(),
		Games:   []string{"connect4"},
		Referee: distributed.NewReferee("connect4", g, g.Start()),
	}
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()

	coordinator, err := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	check(err)
	b := distributed.Batch{Game: "connect4", Players: []string{"c=0.4,sims=50", "random"}, OpeningPlies: 2, Seed: 1}
	records, err := distributed.Records(ctx, coordinator, b, 10)
	check(err)
	fmt.Println(len(records), "games")
	fmt.Println("the search wins most:", arena.Count(records, 0, 1).WinRate() > 0.8)

	check(coordinator.Close())
	cancel() // ends the worker
	check(<-done)
	check(server.Close())
	// Output:
	// 20 games
	// the search wins most: true
}

// A search by four trees of a worker.
func ExampleSearch() {
	ctx, cancel := context.WithCancel(context.Background())
	server, err := distributed.Server{}.Start()
	check(err)
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
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	<-ready // A search does not wait for workers.

	coordinator, err := distributed.Cluster{Address: server.Address()}.Connect(ctx)
	check(err)
	s, err := distributed.NewSearch(coordinator, g, g.Start(), mcts.Config{Selection: policy.UCT{C: 0.4}},
		distributed.SearchOptions{Game: "connect4", Player: "c=0.4", Seed: 1, Shares: 4}, 0)
	check(err)
	found, err := s.Run(ctx, mcts.Budget{Simulations: 4000})
	check(err)
	fmt.Println("column", found.Action, "by", found.Arrived, "shares with", found.Simulations, "simulations")
	check(s.Advance(found.Action)) // The worker keeps the part of its trees below it.

	check(s.Close())
	check(coordinator.Close())
	cancel() // ends the worker
	check(<-done)
	check(server.Close())
	// Output:
	// column d by 4 shares with 4000 simulations
}

// check ends the program after an error.
func check(err error) {
	if err != nil {
		panic(err)
	}
}
