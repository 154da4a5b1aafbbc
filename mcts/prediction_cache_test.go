package mcts_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// hashed is a script whose states collide: there are only so many hashes.
type hashed struct {
	informed
	hashes uint64
}

func (g hashed) Hash(s *int) uint64 { return rng.Mix(uint64(*s)) % g.hashes }

// A search with a cache of predictions builds the same tree as one without, and asks the source for
// less.
func TestCachedPredictionsAreTheSame(t *testing.T) {
	saved := 0
	rapid.Check(t, func(t *rapid.T) {
		g := hashed{informed{drawScript(t, 2, true)}, math.MaxUint64}
		cfg := drawPrediction(t, g.script)
		asked := 0
		source := predictFunc[int, branch](func(_ context.Context, batch []mcts.Position[int, branch]) error {
			asked += len(batch)
			for _, p := range batch {
				fill(t, g.script, p)
			}
			return nil
		})
		if parallel, ok := cfg.Parallel.(mcts.RootParallel); ok {
			parallel.Workers = 1 // The count is for one goroutine.
			cfg.Parallel = parallel
		}
		cfg.Prediction.Source = source
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		s, _ := search[int, branch](t, g, 0, cfg, n)
		plain := asked
		cached, err := mcts.CachePredictions[int, branch](g, source, rapid.IntRange(1, 100).Draw(t, "positions"))
		require.NoError(t, err)
		cfg.Prediction.Source = cached
		for range 2 {
			asked = 0
			again, _ := search[int, branch](t, g, 0, cfg, n)
			require.Equal(t, export(t, s.Root()), export(t, again.Root()))
			require.LessOrEqual(t, asked, plain)
			saved += plain - asked
		}
	})
	require.Positive(t, saved)
}

// A position with the hash of another one does not get its priors if its actions are others, and a
// prediction that was wrong is not remembered.
func TestCacheTellsActionsApart(t *testing.T) {
	first := &script{players: 1}
	first.node(0, first.leaf(0), first.leaf(0))
	g := hashed{informed{first}, 1}
	asked, wrong := 0, true
	source := each(func(p mcts.Position[int, branch]) {
		asked++
		for i, a := range p.Actions {
			p.Priors[i] = 1 + float32(a)
		}
		if wrong {
			p.Priors[0] = float32(math.NaN())
		}
	})
	cached, err := mcts.CachePredictions[int, branch](g, source, 10)
	require.NoError(t, err)
	ask := func(player int, actions ...branch) []float32 {
		p := mcts.Position[int, branch]{State: new(int), Player: player, Actions: actions, Priors: make([]float32, len(actions))}
		require.NoError(t, cached.Predict(bg, []mcts.Position[int, branch]{p}))
		return p.Priors
	}
	ask(0, 1, 2)
	wrong = false
	for _, c := range []struct {
		player  int
		actions []branch
		asked   int
	}{
		{0, []branch{1, 2}, 2},
		{0, []branch{2, 1}, 2},
		{0, []branch{2, 3}, 3},
		{1, []branch{2, 3}, 4},
		{1, []branch{2, 3, 4}, 5},
		{1, []branch{4, 3, 2}, 5},
	} {
		got := ask(c.player, c.actions...)
		for i, a := range c.actions {
			require.Equal(t, 1+float32(a), got[i])
		}
		require.Equal(t, c.asked, asked, c)
	}
}

// A position that shares its place with another one does not get what was said of that, and one of
// which only priors or only values are remembered is asked again.
func TestCacheAsksForWhatItLacks(t *testing.T) {
	first := &script{players: 1}
	first.node(0, first.leaf(0), first.leaf(0))
	source := each(func(p mcts.Position[int, branch]) {
		fillWith(p.Priors, float32(1+*p.State))
		for i := range p.Values {
			p.Values[i] = float64(1 + *p.State)
		}
	})
	cached, err := mcts.CachePredictions[int, branch](hashed{informed{first}, math.MaxUint64}, source, 1)
	require.NoError(t, err)
	ask := func(state, priors, values int) {
		p := mcts.Position[int, branch]{
			State: &state, Actions: []branch{0, 1}, Priors: make([]float32, priors), Values: make([]float64, values),
		}
		require.NoError(t, cached.Predict(bg, []mcts.Position[int, branch]{p}))
		for _, prior := range p.Priors {
			require.EqualValues(t, 1+state, prior)
		}
		for _, v := range p.Values {
			require.EqualValues(t, 1+state, v)
		}
	}
	for range 2 {
		ask(0, 2, 1)
		ask(1, 2, 1)
	}
	ask(2, 2, 0)
	ask(2, 2, 1)
	ask(3, 0, 1)
	ask(3, 2, 1)
}

// Workers and searches share a cache.
func TestCacheIsShared(t *testing.T) {
	cached, err := mcts.CachePredictions(connect4.Game{}, each(even[connect4.State, connect4.Drop]), 50)
	require.NoError(t, err)
	for _, parallel := range []mcts.Parallel{mcts.RootParallel{Workers: 4}, mcts.TreeParallel{Workers: 4}} {
		_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: cached}}, 2000)
		require.Equal(t, 2000, r.Simulations)
	}
}

func TestCachePredictionsRefuses(t *testing.T) {
	source := each(even[connect4.State, connect4.Drop])
	_, err := mcts.CachePredictions(connect4.Game{}, source, 0)
	require.ErrorContains(t, err, "positions is 0, want >= 1")
	_, err = mcts.CachePredictions[connect4.State, connect4.Drop](connect4.Game{}, nil, 1)
	require.ErrorContains(t, err, "the source is nil")
	_, err = mcts.CachePredictions[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{connect4.Game{}}, source, 1)
	require.ErrorContains(t, err, "has no Hash")
}
