package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// With LockStep the tree does not depend on the number of workers. In a batch, each leaf is judged
// once, and no state is judged twice while there is room in the tree.
func TestPredictionInLockStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		playouts := rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "playouts")
		selection := rapid.SampledFrom([]policy.Selection{nil, puctLike{0.3}}).Draw(t, "selection")
		batch := rapid.IntRange(1, 20).Draw(t, "batch")
		var trees []string
		for _, workers := range []int{1, 2, 8} {
			seen := map[int]int{}
			source := predictFunc[int, branch](func(_ context.Context, positions []mcts.Position[int, branch]) error {
				require.LessOrEqual(t, len(positions), batch)
				for i := range positions {
					p := positions[i]
					if workers == 8 { // Another order, as of a Predictor that divides the batch.
						p = positions[len(positions)-1-i]
					}
					fill(t, g, p)
					if p.Values != nil {
						seen[*p.State]++
					}
				}
				return nil
			})
			s, r := search[int](t, g, 0, mcts.Config{
				Selection: selection, Parallel: mcts.LockStep{Workers: workers, Batch: batch},
				Prediction: &mcts.Prediction{Source: source, Playouts: playouts},
			}, 200)
			for state, times := range seen {
				require.Equal(t, 1, times, "state %d", state)
			}
			r.Elapsed = 0
			trees = append(trees, export(t, s.Root())+fmt.Sprint(r))
		}
		require.Equal(t, trees[0], trees[1])
		require.Equal(t, trees[0], trees[2])
	})
}

// Simulations of one batch that end at the same leaf share its prediction.
func TestTwinsShareAPrediction(t *testing.T) {
	g := &script{players: 1}
	child := func() int { return g.node(0, g.leaf(0.5), g.leaf(0.5)) }
	root := g.node(0, child(), child())
	var sizes []int
	source := predictFunc[int, branch](func(_ context.Context, batch []mcts.Position[int, branch]) error {
		sizes = append(sizes, len(batch))
		for _, p := range batch {
			for i := range p.Priors {
				p.Priors[i] = 1
			}
			for i := range p.Values {
				p.Values[i] = 0.75
			}
		}
		return nil
	})
	_, r := search[int](t, g, root, mcts.Config{Parallel: mcts.LockStep{Workers: 1, Batch: 8}, Prediction: &mcts.Prediction{Source: source}}, 8)
	require.Equal(t, []int{1, 2}, sizes, "the root, and then two leaves for eight simulations")
	require.Equal(t, []float64{0.75}, r.Values)
	for _, c := range r.Children {
		require.Equal(t, 0.75, c.Mean)
	}
}

// What a Predictor does wrong is an error that says so and where. The search can be used again.
func TestFaultsOfThePredictor(t *testing.T) {
	type position = mcts.Position[connect4.State, connect4.Drop]
	oops := errors.New("oops")
	for name, c := range map[string]struct {
		want  string
		wrong func(p position) error
	}{
		"fails":          {"Predict of mcts_test.predictFunc", func(position) error { return oops }},
		"NaN prior":      {"is NaN, want a finite number >= 0", func(p position) error { p.Priors[0] = float32(math.NaN()); return nil }},
		"negative prior": {"is -1, want a finite number >= 0", func(p position) error { p.Priors[0] = -1; return nil }},
		"infinite prior": {"is +Inf, want a finite number >= 0", func(p position) error { p.Priors[0] = float32(math.Inf(1)); return nil }},
		"zero priors":    {"priors are 0", func(p position) error { clear(p.Priors); return nil }},
		"NaN value":      {"the value for player 0 is NaN", func(p position) error { p.Values[0] = math.NaN(); return nil }},
		"infinite value": {"the value for player 1 is -Inf", func(p position) error { p.Values[1] = math.Inf(-1); return nil }},
		"unfilled prior": {"is NaN, want a finite number >= 0", func(p position) error { p.Priors[len(p.Priors)-1] = float32(math.NaN()); return nil }},
	} {
		for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2, Batch: 4}, mcts.RootParallel{Workers: 2, Trees: 2}} {
			t.Run(fmt.Sprintf("%s, %T", name, parallel), func(t *testing.T) {
				faulty := true
				source := predictFunc[connect4.State, connect4.Drop](func(_ context.Context, batch []position) error {
					for _, p := range batch {
						for i := range p.Priors {
							p.Priors[i] = 1
						}
						for i := range p.Values {
							p.Values[i] = 0.5
						}
						if faulty && p.Values != nil {
							if err := c.wrong(p); err != nil {
								return err
							}
						}
					}
					return nil
				})
				s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source}})
				require.NoError(t, err)
				var root connect4.State
				_, err = s.Run(bg, &root, mcts.Budget{Simulations: 100})
				require.ErrorContains(t, err, c.want)
				if name == "fails" {
					require.ErrorIs(t, err, oops)
				} else {
					require.Regexp(t, `after the actions \[[a-g]\] from the root$`, err.Error())
				}
				faulty = false
				r := run(t, s, root, 100)
				require.Equal(t, 100, r.Simulations)
				_, fresh := search(t, connect4.Game{}, root, mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source}}, 100)
				require.Equal(t, len(fresh.Children), len(r.Children))
			})
		}
	}
}

// A Predictor that fills in nothing is an error for the root already, also in a search that has run
// before.
func TestUnfilledPrediction(t *testing.T) {
	lazy := false
	source := each(func(p mcts.Position[connect4.State, connect4.Drop]) {
		for i := range p.Priors {
			if !lazy {
				p.Priors[i] = 1
			}
		}
		for i := range p.Values {
			p.Values[i] = 0.5
		}
	})
	s, err := mcts.New(connect4.Game{}, mcts.Config{Prediction: &mcts.Prediction{Source: source}})
	require.NoError(t, err)
	run(t, s, connect4.State{}, 100)
	lazy = true
	var other connect4.State
	connect4.Game{}.Apply(&other, 3)
	_, err = s.Run(bg, &other, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "is NaN, want a finite number >= 0, after the actions [] from the root")
	lazy = false
	run(t, s, other, 100)
}

// The context of Run reaches Predict.
func TestContextReachesPredict(t *testing.T) {
	type key struct{}
	g := &script{players: 1}
	child := func() int { return g.node(0, g.leaf(0.5), g.leaf(0.5)) }
	root := g.node(0, child(), child())
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2}, mcts.RootParallel{Workers: 1, Trees: 2}} {
		t.Run(fmt.Sprintf("%T%+v", parallel, parallel), func(t *testing.T) {
			calls := 0
			source := predictFunc[int, branch](func(ctx context.Context, batch []mcts.Position[int, branch]) error {
				require.Equal(t, "yes", ctx.Value(key{}))
				calls++
				for _, p := range batch {
					fill(t, g, p)
				}
				return nil
			})
			s, err := mcts.New(inTurns(g), mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source}})
			require.NoError(t, err)
			_, err = s.Run(context.WithValue(bg, key{}, "yes"), &root, mcts.Budget{Simulations: 10})
			require.NoError(t, err)
			require.Positive(t, calls)
		})
	}
}

// A slice that is not wanted is nil, also after searches in which it was.
func TestUnwantedPredictionsAreNil(t *testing.T) {
	g := &script{players: 1}
	g.grow(rng.New(5), 4, true)
	s, err := mcts.New(g, mcts.Config{Prediction: &mcts.Prediction{Source: each(func(p mcts.Position[int, branch]) { fill(t, g, p) })}})
	require.NoError(t, err)
	roots := 0
	for root, n := range g.nodes {
		if n.Player == 0 && len(n.Children) > 0 {
			run(t, s, root, 50)
			roots++
		}
	}
	require.Greater(t, roots, 3)
}
