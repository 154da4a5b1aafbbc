package mcts_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// overseer is a Predictor of a script that verifies how it is asked.
type overseer struct {
	t    require.TestingT
	game *script
	most int // positions of a batch
	busy atomic.Bool

	mu   sync.Mutex
	seen map[int]int // how many times the values of a state were asked for
}

func (w *overseer) Predict(_ context.Context, batch []mcts.Position[int, branch]) error {
	require.True(w.t, w.busy.CompareAndSwap(false, true), "one goroutine at a time")
	defer w.busy.Store(false)
	require.NotEmpty(w.t, batch)
	require.LessOrEqual(w.t, len(batch), w.most)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range batch {
		fill(w.t, w.game, p)
		if p.Values != nil {
			w.seen[*p.State]++
		}
	}
	return nil
}

// inTurns is a script without simultaneous moves, at which workers take turns often.
func inTurns(g *script) mcts.Game[int, branch] { return hesitantExpert{hesitant{turnwise{g}}} }

// drawShared is a configuration of several workers with one tree. Its Predictor is an overseer,
// unless the game itself knows.
func drawShared(t *rapid.T, g *script) (mcts.Config, *overseer) {
	cfg := drawPrediction(t, g)
	workers := rapid.IntRange(2, 5).Draw(t, "workers")
	cfg.Parallel = mcts.TreeParallel{Workers: workers, VirtualLoss: rapid.Bool().Draw(t, "virtual loss")}
	cfg.Selection = rapid.SampledFrom([]policy.Selection{
		nil, priorReader{}, puctLike{0.3}, policy.PUCT{C: 1}, latecomer{}, policy.Widening{},
	}).Draw(t, "selection")
	w := &overseer{t: t, game: g, seen: map[int]int{}, most: workers}
	cfg.Prediction.Source = nil
	if rapid.Bool().Draw(t, "Predictor") {
		cfg.Prediction.Source = w
		if batch := rapid.IntRange(0, 9).Draw(t, "batch"); batch > 0 {
			cfg.Prediction.Batch, w.most = batch, batch
		}
	}
	return cfg, w
}

// Whatever the game and the strategies, workers that share a tree leave it sound: the simulations
// of the budget are in it and nothing else, no virtual visit remains, priors are in order, and no
// state is judged twice while there is room.
func TestLawsOfPredictionInASharedTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg, w := drawShared(t, g)
		s, err := mcts.New(inTurns(g), cfg)
		require.NoError(t, err)
		shown := policy.NeedsOf(cfg.Selection).Has(policy.NeedPriors)
		for root, most := 0, cfg.MaxNodes; ; {
			n := rapid.IntRange(1, 300).Draw(t, "simulations")
			before := s.Root().Visits()
			r := run(t, s, root, n)
			if len(r.Children) > 1 {
				require.Equal(t, n, r.Simulations)
			}
			require.Equal(t, before+r.Simulations, s.Root().Visits())
			requirePriors(t, g, s.Root(), root, shown)
			if cfg.MaxNodes > 0 {
				most = max(most, 1+len(r.Children)) // The nodes of a larger root may be kept.
				require.LessOrEqual(t, r.Nodes, most)
			} else {
				require.False(t, r.Full)
				for state, times := range w.seen {
					require.Equal(t, 1, times, "state %d", state)
				}
			}
			g.Apply(&root, r.Action)
			if player := g.nodes[root].Player; player < 0 || len(g.nodes[root].Children) == 0 {
				return
			}
			advance(t, s, r.Action)
			require.NoError(t, s.Check())
		}
	})
}

// With one worker, TreeParallel is the serial search.
func TestPredictionInATreeOfOneWorker(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		cfg := drawPrediction(t, g)
		cfg.Selection, cfg.Parallel = puctLike{0.3}, nil
		s, _ := search(t, inTurns(g), 0, cfg, 200)
		cfg.Parallel, cfg.Prediction.Batch = mcts.TreeParallel{Workers: 1}, 7
		again, _ := search(t, inTurns(g), 0, cfg, 200)
		require.Equal(t, export(t, s.Root()), export(t, again.Root()))
	})
}

// sharedWith are kinds of searches with a Predictor.
func sharedWith() map[string]mcts.Config {
	kinds := map[string]mcts.Config{}
	for name, parallel := range map[string]mcts.Parallel{
		"serial": nil, "root": mcts.RootParallel{Workers: 2, Trees: 2}, "lock-step": mcts.LockStep{Workers: 2, Batch: 4},
		"tree": mcts.TreeParallel{Workers: 4}, "tree, a large batch": mcts.TreeParallel{Workers: 2},
	} {
		for _, playouts := range []float64{0, 0.5, 1} {
			p := &mcts.Prediction{Playouts: playouts}
			if name == "tree, a large batch" {
				p.Batch = 32
			}
			kinds[fmt.Sprintf("%s, playouts=%v", name, playouts)] = mcts.Config{Selection: policy.PUCT{}, Parallel: parallel, Prediction: p}
		}
	}
	return kinds
}

// A Predictor that waits for the context ends with it, and so does the search.
func TestSlowPredictorEndsWithTheContext(t *testing.T) {
	for name, cfg := range sharedWith() {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(bg)
			defer cancel()
			calls := atomic.Int64{}
			cfg.Prediction.Source = predictFunc[connect4.State, connect4.Drop](func(ctx context.Context, batch []mcts.Position[connect4.State, connect4.Drop]) error {
				if calls.Add(1) == 5 {
					cancel()
				}
				if calls.Load() >= 5 {
					<-ctx.Done()
					return ctx.Err()
				}
				for _, p := range batch {
					even(p)
				}
				return nil
			})
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			_, err = s.Run(ctx, &connect4.State{}, mcts.Budget{})
			require.ErrorIs(t, err, context.Canceled)
			calls.Store(-1 << 40)
			require.Equal(t, 50, run(t, s, connect4.State{}, 50).Simulations, "the search can be used again")
		})
	}
}

// If the context ends while Predict takes its time, the search ends after it, with a sound tree:
// what waits in the queue is dropped, and not played out. The next Run goes on with that tree.
func TestContextEndsDuringPredict(t *testing.T) {
	for name, cfg := range sharedWith() {
		for _, last := range []int64{1, 2, 7, 30} {
			t.Run(fmt.Sprintf("%s, call %d", name, last), func(t *testing.T) {
				ctx, cancel := context.WithCancel(bg)
				defer cancel()
				calls := atomic.Int64{}
				cfg.Prediction.Source = predictFunc[connect4.State, connect4.Drop](func(_ context.Context, batch []mcts.Position[connect4.State, connect4.Drop]) error {
					if calls.Add(1) == last {
						cancel()
					}
					for _, p := range batch {
						even(p)
					}
					return nil
				})
				playouts := atomic.Int64{}
				s, err := mcts.New[connect4.State, connect4.Drop](flat{playouts: &playouts}, cfg)
				require.NoError(t, err)
				r, err := s.Run(ctx, &connect4.State{}, mcts.Budget{})
				require.ErrorIs(t, err, context.Canceled)
				require.Equal(t, mcts.StopContext, r.Stop)
				require.NoError(t, s.Check())
				visits := 0
				for _, root := range s.Roots() {
					visits += root.Visits()
				}
				require.Equal(t, r.Simulations, visits)
				require.True(t, cfg.Prediction.Playouts > 0 || playouts.Load() == 0)
				_, err = s.Advance(3)
				require.NoError(t, err)
				require.NoError(t, s.Check())
				root := connect4.State{}
				connect4.Game{}.Apply(&root, 3)
				require.Equal(t, 100, run(t, s, root, 100).Simulations)
			})
		}
	}
}

// If the time is up before the first simulation, the search makes one of every worker at most, or a
// batch, and finds an action. If the context is done before, there are none, and an action all the
// same.
func TestPredictionWithoutTime(t *testing.T) {
	for name, cfg := range sharedWith() {
		t.Run(name, func(t *testing.T) {
			reads := atomic.Int64{}
			cfg.Clock = func() time.Time { // An hour passes between two readings.
				n := reads.Add(1)
				if n > 1000 {
					panic("the search does not end")
				}
				return time.Unix(0, 0).Add(time.Duration(n) * time.Hour)
			}
			cfg.Prediction.Source = each(even[connect4.State, connect4.Drop])
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			for range 3 {
				before := 0
				for _, root := range s.Roots() {
					before += root.Visits()
				}
				r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Time: time.Second})
				require.NoError(t, err)
				require.Equal(t, mcts.StopTime, r.Stop)
				require.Positive(t, r.Simulations)
				require.LessOrEqual(t, r.Simulations, 4)
				require.Contains(t, connect4.Game{}.AppendActions(nil, &connect4.State{}), r.Action)
				require.NoError(t, s.Check())
				for _, root := range s.Roots() {
					before -= root.Visits()
				}
				require.Equal(t, -r.Simulations, before)
			}
			s.Reset(0)
			ctx, cancel := context.WithCancel(bg)
			cancel()
			r, err := s.Run(ctx, &connect4.State{}, mcts.Budget{Time: time.Second})
			require.ErrorIs(t, err, context.Canceled)
			require.Zero(t, r.Simulations)
			require.Contains(t, connect4.Game{}.AppendActions(nil, &connect4.State{}), r.Action)
		})
	}
}

// A panic of Predict comes out of Run, and nobody waits for it.
func TestPredictPanics(t *testing.T) {
	for name, cfg := range sharedWith() {
		t.Run(name, func(t *testing.T) {
			calls := atomic.Int64{}
			cfg.Prediction.Source = each(func(p mcts.Position[connect4.State, connect4.Drop]) {
				if calls.Add(1) == 9 {
					panic("ouch")
				}
				even(p)
			})
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			require.Panics(t, func() {
				_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 1000})
				t.Log(err)
			})
			require.Equal(t, 1000, run(t, s, connect4.State{}, 1000).Simulations)
		})
	}
}

// Interim results interrupt the queue and lose nothing.
func TestWatchWithPrediction(t *testing.T) {
	for name, cfg := range sharedWith() {
		t.Run(name, func(t *testing.T) {
			cfg.Prediction.Source = each(even[connect4.State, connect4.Drop])
			s, err := mcts.New(connect4.Game{}, cfg)
			require.NoError(t, err)
			last := 0
			for r, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Simulations: 3000}, 1) {
				require.NoError(t, err)
				require.GreaterOrEqual(t, r.Simulations, last)
				last = r.Simulations
			}
			require.Equal(t, 3000, last)
			require.NoError(t, s.Check())
		})
	}
}
