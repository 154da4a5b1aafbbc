package pool_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

var (
	moves   = flag.Int("moves", 300, "the `number` of moves of TestLoad")
	limit   = flag.Duration("time", 0, "the `time` of a move in TestLoad; if 0, a move has -sims simulations")
	sims    = flag.Int("sims", 200, "the `number` of simulations of a move in TestLoad without -time")
	games   = flag.Int("games", 200, "the `number` of games that TestLoad plays at once")
	running = flag.Int("running", 0, "Config.Running of TestLoad; with as many as -games, nobody waits")
	bytes   = flag.Int64("bytes", 256<<20, "Config.MaxBytes of TestLoad")
)

// TestLoad plays many games at once, and reports how long searches take and wait. For the numbers
// of docs/performance.md:
//
//	go test ./pool -run TestLoad -v -moves 10000 -time 50ms
func TestLoad(t *testing.T) {
	ended := testkit.CheckGoroutines(t)
	request := pool.Request{Budget: mcts.Budget{Simulations: *sims}}
	if *limit > 0 {
		request.Budget = mcts.Budget{Time: *limit}
	}
	const tree = 4 << 20
	p, err := pool.New(connect4.Game{}, pool.Config{Running: *running, MaxBytes: *bytes, Search: mcts.Config{MaxBytes: tree}})
	require.NoError(t, err)

	var (
		mu                       sync.Mutex
		searching, waiting, late []time.Duration
		simulations, most        int64
		players                  sync.WaitGroup
	)
	left := *moves
	next := func(took, elapsed, waited time.Duration, n int) bool {
		mu.Lock()
		defer mu.Unlock()
		if n > 0 {
			searching, waiting, late = append(searching, elapsed), append(waiting, waited), append(late, took-waited)
			simulations += int64(n)
			most = max(most, p.Stats().Bytes)
		}
		left--
		return left >= 0
	}
	for i := range *games {
		players.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			var took, elapsed, waited time.Duration
			n := 0
			for {
				state, session := connect4.Game{}.Start(), p.Open(uint64(i))
				for {
					actions := connect4.Game{}.AppendActions(nil, &state)
					if len(actions) == 0 {
						break
					}
					if !next(took, elapsed, waited, n) {
						session.Close()
						return
					}
					start := time.Now()
					result, err := session.Run(context.Background(), &state, request)
					took, elapsed, waited, n = time.Since(start), result.Elapsed, result.Waited, result.Simulations
					if !assert.NoError(t, err) {
						return
					}
					a := result.Action
					if r.IntN(4) == 0 {
						a = actions[r.IntN(len(actions))] // so that games differ
					}
					connect4.Game{}.Apply(&state, a)
					session.Advance(a)
				}
				session.Close()
			}
		})
	}
	players.Wait()
	stats := p.Stats()
	t.Logf("%d moves, %d simulations each, %+v", len(searching), simulations/int64(len(searching)), stats)
	for _, row := range []struct {
		name  string
		times []time.Duration
	}{{"search", searching}, {"search and preparation", late}, {"wait", waiting}} {
		slices.Sort(row.times)
		at := func(q float64) time.Duration {
			return row.times[int(q*float64(len(row.times)-1))].Round(10 * time.Microsecond)
		}
		t.Logf("%-22s median %v, p90 %v, p99 %v, p99.9 %v, most %v", row.name, at(0.5), at(0.9), at(0.99), at(0.999), at(1))
	}
	assert.LessOrEqual(t, most, *bytes)
	assert.EqualValues(t, *moves, stats.Admitted)
	assert.Zero(t, stats.Sessions+stats.Running+stats.Waiting)
	ended()
}
