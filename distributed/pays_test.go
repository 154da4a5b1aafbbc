package distributed_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/mcts"
)

var (
	pays       = flag.Int("pays", 0, "let a search with a worker per processor play that many pairs of games against a search in one process")
	paysPlayer = flag.String("pays-player", "c=0.4", "the player of -pays; parallel=root,merge=majority says how to merge")
)

// TestSearchPays measures from which time per action on a search with a worker per processor is
// stronger than one tree of one goroutine. It needs an idle machine and passes no verdict.
func TestSearchPays(t *testing.T) {
	if *pays == 0 {
		t.Skip("it takes more than an hour; want -pays 200 -timeout 0")
	}
	for _, limit := range []time.Duration{5 * time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
		t.Run(fmt.Sprintf("connect4/%v", limit), func(t *testing.T) {
			spreadMatch(t, "connect4", connect4.Game{}, connect4.Game{}.Start(), limit)
		})
		t.Run(fmt.Sprintf("othello/%v", limit), func(t *testing.T) {
			spreadMatch(t, "othello", othello.Game{}, othello.Game{}.Start(), limit)
		})
	}
}

// messageTime is how much later than its budget of time a search with two shares ends, as
// BenchmarkSearch measures it. It is taken off the budget: both players have the same time.
const messageTime = 2 * time.Millisecond

// spreadMatch plays a match and prints its result.
func spreadMatch[S any, A comparable](t *testing.T, name string, g mcts.Game[S, A], first S, limit time.Duration) {
	parsed, err := spec.Parse(*paysPlayer, "")
	require.NoError(t, err)
	cfg := parsed.Search
	alone := cfg
	alone.Parallel = nil
	r := start(t, distributed.Server{})
	c := connect(t, distributed.Cluster{Address: r.Address()})
	shares := runtime.GOMAXPROCS(0)
	for range shares {
		stop := work(distributed.Worker{
			Address: r.Address(), Games: []string{name}, Searcher: distributed.NewSearcher(name, g, first),
		})
		defer func() { require.NoError(t, stop()) }()
	}
	spread := arena.Entrant[S, A]{Name: "spread", New: func(seed uint64) (arena.Player[S, A], error) {
		options := distributed.SearchOptions{Game: name, Player: *paysPlayer, Seed: seed, Shares: shares}
		s, err := distributed.NewSearch(c, g, first, cfg, options, 0)
		return spreadPlayer[S, A]{s, limit - messageTime}, err
	}}
	match := arena.Match[S, A]{
		Game: g, Start: first, Plan: arena.Plan{Pairs: *pays, OpeningPlies: 4, Seed: 1, Workers: 1},
		Entrants: []arena.Entrant[S, A]{spread, arena.Searcher("one tree", g, alone, mcts.Budget{Time: limit})},
	}
	records, err := match.Run(bg)
	require.NoError(t, err)
	tally, pairs := arena.Count(records, 0, 1), arena.CountPairs(records, 0, 1)
	low, high := pairs.Interval(0.95)
	var seconds [2]float64
	for _, record := range records {
		for seat, entrant := range record.Seats {
			seconds[entrant] += record.Seconds[seat]
		}
	}
	t.Logf("%d shares against one tree: %d/%d/%d, %.3f [%.3f, %.3f], with %.2f times the time",
		shares, tally.Wins, tally.Draws, tally.Losses, pairs.Mean(), low, high, seconds[0]/seconds[1])
}

// spreadPlayer is a player whose trees are with workers.
type spreadPlayer[S any, A comparable] struct {
	*distributed.Search[S, A]
	limit time.Duration
}

// Prepare waits for the workers, which a search within a few milliseconds cannot.
func (p spreadPlayer[S, A]) Prepare(ctx context.Context, _ *S, _ int) error {
	var err error
	for range 10 { // Workers may need time at the beginning.
		if _, err = p.Run(ctx, mcts.Budget{Simulations: 100}); err == nil {
			break
		}
	}
	return err
}

func (p spreadPlayer[S, A]) Choose(ctx context.Context, _ *S, _ int) (A, error) {
	found, err := p.Run(ctx, mcts.Budget{Time: p.limit})
	return found.Action, err
}

func (p spreadPlayer[S, A]) Observe(a A) {
	if err := p.Advance(a); err != nil {
		panic(err)
	}
}
