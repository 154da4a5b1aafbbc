package mcts_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// predicting are kinds of searches with a Predictor.
func predicting() map[string]mcts.Config {
	kinds := map[string]mcts.Config{}
	for name, parallel := range map[string]mcts.Parallel{
		"serial": nil, "root": mcts.RootParallel{Workers: 2, Trees: 2}, "lock-step": mcts.LockStep{Workers: 2, Batch: 4},
	} {
		for _, playouts := range []float64{0, 0.5, 1} {
			kinds[fmt.Sprintf("%s, playouts=%v", name, playouts)] = mcts.Config{
				Selection: policy.PUCT{}, Parallel: parallel, Prediction: &mcts.Prediction{Playouts: playouts},
			}
		}
	}
	return kinds
}

// A Predictor that waits for the context ends with it, and so does the search.
func TestSlowPredictorEndsWithTheContext(t *testing.T) {
	for name, cfg := range predicting() {
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
// what waits for it is dropped, and not played out. The next Run continues with that tree.
func TestContextEndsDuringPredict(t *testing.T) {
	for name, cfg := range predicting() {
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
				require.GreaterOrEqual(t, visits, r.Simulations)
				require.LessOrEqual(t, visits, r.Simulations+4, "a batch that was cut off")
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
	for name, cfg := range predicting() {
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

// A panic of Predict comes out of Run, and no goroutine keeps waiting for it.
func TestPredictPanics(t *testing.T) {
	for name, cfg := range predicting() {
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

// Interim results lose nothing.
func TestWatchWithPrediction(t *testing.T) {
	for name, cfg := range predicting() {
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
