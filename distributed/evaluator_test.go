package distributed_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/tune"
)

// TestEvaluator searches with games of workers, and with games of this process: the results are
// equal. The workers then end, and the same search needs no games.
func TestEvaluator(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	r, err := distributed.Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	c, err := distributed.Cluster{Address: r.Address()}.Connect(bg)
	require.NoError(t, err)
	stop := work(distributed.Worker{Address: r.Address(), Slots: 2})

	match := arena.Match[tictactoe.State, tictactoe.Cell]{Game: tictactoe.Game{}, Start: tictactoe.Game{}.Start(), Plan: arena.Plan{OpeningPlies: 2}}
	here := tune.Games[tictactoe.State, tictactoe.Cell]{Match: match}
	there := distributed.Evaluator{Pairs: c, Batch: distributed.Batch{Game: "tictactoe", OpeningPlies: 2}, Validate: here.Check}
	space, err := tune.ParseSpace("c=0.1..2 log; final=max|robust")
	require.NoError(t, err)
	space.Fixed = "mcts,sims=10"
	options := tune.Options{Default: "mcts,sims=10", Pairs: 60, Method: tune.Halving{}, Seed: 2, Workers: 4}
	want, err := tune.Run(bg, here, space, options)
	require.NoError(t, err)
	require.Positive(t, want.Fresh.Pairs.Count)
	ctx, cancel := context.WithTimeout(bg, time.Minute)
	defer cancel()
	for range 2 {
		got, err := tune.Run(ctx, there, space, options)
		require.NoError(t, err)
		want.Elapsed, got.Elapsed = 0, 0
		require.Equal(t, want, got)
		require.NoError(t, stop())
		stop = func() error { return nil }
	}
	pairs := want.Pairs + want.Fresh.Pairs.Count
	require.Regexp(t, fmt.Sprintf(`"games": %d, .*"pairs_done": %[1]d, .*"pairs_queued": 0`, 2*pairs), c.Vars().String(),
		"both searches have all pairs, and the games were played once")
	require.NoError(t, c.Close())
	require.NoError(t, r.Close())
}

func TestEvaluatorErrors(t *testing.T) {
	fails := errors.New("no such player")
	e := distributed.Evaluator{
		Pairs:    distributed.Local{Referee: func(context.Context, distributed.Batch, int) ([]arena.Record, error) { return nil, fails }},
		Batch:    distributed.Batch{Game: "tictactoe"},
		Validate: func(string) error { return fails },
	}
	require.ErrorIs(t, e.Check("x"), fails)
	_, err := e.Play(bg, tune.Pair{A: "x", B: "y"})
	require.ErrorContains(t, err, "no such player")
	e.Validate = nil
	require.NoError(t, e.Check("x"))
}
