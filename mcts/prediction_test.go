package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// predictFunc is a function as a Predictor.
type predictFunc[S any, A comparable] func(ctx context.Context, batch []mcts.Position[S, A]) error

func (f predictFunc[S, A]) Predict(ctx context.Context, batch []mcts.Position[S, A]) error {
	return f(ctx, batch)
}

// even judges all actions to be equal and the position to be a draw.
func even[S any, A comparable](p mcts.Position[S, A]) {
	for i := range p.Priors {
		p.Priors[i] = 1
	}
	for i := range p.Values {
		p.Values[i] = 0.5
	}
}

// each returns a Predictor that judges every position by f.
func each[S any, A comparable](f func(p mcts.Position[S, A])) predictFunc[S, A] {
	return func(_ context.Context, batch []mcts.Position[S, A]) error {
		for _, p := range batch {
			f(p)
		}
		return nil
	}
}

// fill judges a position of a script, and verifies that the search asks as it promises.
func fill(t require.TestingT, g *script, p mcts.Position[int, branch]) {
	require.NotEqual(t, mcts.Simultaneous, p.Player)
	require.Equal(t, g.ToMove(p.State), p.Player)
	require.False(t, p.Priors == nil && p.Values == nil, "nothing is asked for")
	if p.Player == mcts.Chance {
		require.Nil(t, p.Actions)
		require.Nil(t, p.Priors)
	} else {
		require.ElementsMatch(t, g.AppendActions(nil, p.State), p.Actions)
		require.Len(t, p.Priors, len(p.Actions))
	}
	for i, a := range p.Actions {
		require.True(t, math.IsNaN(float64(p.Priors[i])))
		p.Priors[i] = weight(*p.State, a)
	}
	if p.Values != nil {
		require.Len(t, p.Values, g.players)
		for i := range p.Values {
			p.Values[i] = float64(rng.Mix(uint64(*p.State*4+i))%5) / 4
		}
	}
}

func drawPrediction(t *rapid.T, g *script) mcts.Config {
	source := each(func(p mcts.Position[int, branch]) { fill(t, g, p) })
	return mcts.Config{
		Selection:  rapid.SampledFrom([]policy.Selection{nil, priorReader{}, puctLike{0.3}, policy.UCB1Tuned{}, latecomer{}}).Draw(t, "selection"),
		Playout:    rapid.SampledFrom([]policy.Playout{nil, policy.MAST{}, policy.LGRF{}}).Draw(t, "playout"),
		Parallel:   rapid.SampledFrom([]mcts.Parallel{nil, mcts.LockStep{Workers: 2, Batch: 5}, mcts.RootParallel{Workers: 2, Trees: 3}}).Draw(t, "parallel"),
		MaxNodes:   rapid.SampledFrom([]int{0, 0, 1, 7, 30}).Draw(t, "nodes"),
		Seed:       rapid.Uint64().Draw(t, "seed"),
		Prediction: &mcts.Prediction{Source: source, Playouts: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "playouts")},
	}
}

// Whatever the game and the strategies, the tree is sound, simulations are counted, priors are in
// order, and everything happens again with the same seed.
func TestLawsOfPrediction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawPrediction(t, g)
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		s, r := search[int](t, g, 0, cfg, n)
		require.Equal(t, n, r.Simulations)
		visits := 0
		for _, root := range s.Roots() {
			visits += root.Visits()
			requirePriors(t, g, root, 0, policy.NeedsOf(cfg.Selection).Has(policy.NeedPriors))
		}
		require.Equal(t, n, visits)
		if cfg.MaxNodes > 0 {
			require.LessOrEqual(t, r.Nodes, max(cfg.MaxNodes, len(s.Roots())*(1+len(r.Children))))
		}
		require.NoError(t, errors.Join(s.Check()))

		again, r2 := search[int](t, g, 0, cfg, n)
		r.Elapsed, r2.Elapsed = 0, 0
		require.Equal(t, r, r2)
		require.Equal(t, export(t, s.Root()), export(t, again.Root()))
		require.Equal(t, r.Children, r2.Children)
	})
}

// At simultaneous-move nodes there is no prediction, and the tree grows as without one.
func TestPredictionWithJointActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawJoint(t)
		cfg := drawPrediction(t, g)
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		s, r := search[int](t, g, 0, cfg, n)
		require.Equal(t, n, r.Simulations)
		for p := range g.players {
			visits := 0
			for _, root := range s.Roots() {
				for _, c := range root.Choices(p) {
					visits += c.Visits
				}
			}
			require.Equal(t, n, visits)
		}
	})
}

// The tree below joint actions grows: after enough simulations, every state of a small game has a
// node.
func TestPredictionBelowJointActions(t *testing.T) {
	g := &script{players: 2}
	var children []int
	for range 4 {
		children = append(children, g.node(1, g.leaf(0.5, 0.5), g.leaf(0.25, 0.75)))
	}
	root := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 2}, Children: children, Returns: []float64{0, 0}})
	source := each(func(p mcts.Position[int, branch]) { fill(t, g, p) })
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Batch: 4}} {
		t.Run(fmt.Sprintf("%T%+v", parallel, parallel), func(t *testing.T) {
			cfg := mcts.Config{Selection: policy.UCT{C: 2}, Parallel: parallel, Prediction: &mcts.Prediction{Source: source}}
			s, _ := search[int](t, g, root, cfg, 500)
			for _, first := range s.Root().Children() {
				for _, second := range first.Children() {
					require.Len(t, second.Children(), 2)
					player, known := second.Player()
					require.True(t, known)
					require.Equal(t, 1, player)
					for _, end := range second.Children() {
						require.Positive(t, end.Visits())
					}
				}
			}
		})
	}
}

// flat is Connect Four with playouts that player 0 always wins, and values of 1/4 and 3/4.
type flat struct {
	connectFour
	playouts *atomic.Int64
}

type connectFour = connect4.Game

func (g flat) Playout(_ *connect4.State, _ *rng.Rand, out []float64) {
	if g.playouts != nil {
		g.playouts.Add(1)
	}
	copy(out, []float64{1, 0})
}

func (g flat) RandomAction(*connect4.State, *rng.Rand) (connect4.Drop, bool) {
	panic("a random ply")
}

func (flat) Evaluate(_ *connect4.State, out []float64) { copy(out, []float64{0.25, 0.75}) }

// Supports switches off the Weigher of the game.
func (flat) Supports(c game.Capability) bool { return c != game.HasWeigher }

// The value of a leaf is a mix of the prediction and the playout. Without a source, the prediction
// comes from the game's Evaluator.
func TestPlayoutsMix(t *testing.T) {
	same := each(func(p mcts.Position[connect4.State, connect4.Drop]) {
		for i := range p.Priors {
			p.Priors[i] = 1
		}
		copy(p.Values, []float64{0.25, 0.75})
	})
	for _, source := range []any{nil, same} {
		for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 1, Batch: 3}} {
			for playouts, want := range map[float64]float64{0: 0.25, 0.5: 0.625, 0.75: 0.8125} {
				t.Run(fmt.Sprintf("%T, %T, %v", source, parallel, playouts), func(t *testing.T) {
					n := atomic.Int64{}
					g := flat{playouts: &n}
					cfg := mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source, Playouts: playouts}}
					_, r := search[connect4.State, connect4.Drop](t, g, connect4.State{}, cfg, 7)
					require.InDelta(t, want, r.Values[0], 1e-9)
					require.InDelta(t, 1-want, r.Values[1], 1e-9)
					for _, c := range r.Children {
						require.InDelta(t, want, c.Mean, 1e-9)
					}
					require.Equal(t, map[bool]int64{true: 7}[playouts > 0], n.Load(), "playouts")
				})
			}
		}
	}
}

func TestPredictionRefuses(t *testing.T) {
	source := each(func(p mcts.Position[connect4.State, connect4.Drop]) {})
	other := each(func(p mcts.Position[int, branch]) {})
	with := func(playouts float64) *mcts.Prediction { return &mcts.Prediction{Source: source, Playouts: playouts} }
	for want, cfg := range map[string]mcts.Config{
		"Config.Prediction.Playouts is 1.5, want 0..1":                         {Prediction: with(1.5)},
		"Config.Prediction.Playouts is NaN, want 0..1":                         {Prediction: with(math.NaN())},
		"Config.Prediction is set, and Config.Parallel is a mcts.LeafParallel": {Prediction: with(0), Parallel: mcts.LeafParallel{}},
		"Source is a Predictor, and Config.Parallel is a TreeParallel with 3 workers; want LockStep": {
			Prediction: with(1), Parallel: mcts.TreeParallel{Workers: 3},
		},
		"Config.Prediction is set, and so is Config.Similarity":   {Prediction: with(0), Similarity: &mcts.Similarity{}},
		"Config.Prediction.Source is a mcts_test.predictFunc[int": {Prediction: &mcts.Prediction{Source: other}},
		"mcts: mcts_test.puctLike needs priors":                   {Selection: puctLike{}},
		"mcts: mcts_test.priorReader needs priors":                {Root: priorReader{}},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New(connect4.Game{}, cfg)
			require.ErrorContains(t, err, want)
		})
	}
	_, err := mcts.New[connect4.State, connect4.Drop](five{}, mcts.Config{Prediction: &mcts.Prediction{}})
	require.ErrorContains(t, err, "five has no Evaluate")
	_, err = mcts.New[connect4.State, connect4.Drop](openGame{}, mcts.Config{Prediction: with(0), Hidden: mcts.ISMCTS{}})
	require.ErrorContains(t, err, "Config.Prediction is set, and Config.Hidden is an ISMCTS, whose nodes")
	for want, cfg := range map[string]mcts.Config{
		"asks for nothing: Source is nil, Playouts is 1, and mcts_test.flat has no Weigh": {Prediction: &mcts.Prediction{Playouts: 1}},
		"puctLike needs priors, Config.Prediction.Source is nil, and mcts_test.flat has no Weigh": {
			Prediction: &mcts.Prediction{}, Root: puctLike{},
		},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New[connect4.State, connect4.Drop](flat{}, cfg)
			require.ErrorContains(t, err, want)
		})
	}
}

// When the tree is full, the search continues with predictions and does not add to it.
func TestPredictionInAFullTree(t *testing.T) {
	source := each(func(p mcts.Position[connect4.State, connect4.Drop]) {
		for i := range p.Priors {
			p.Priors[i] = float32(1 + p.Actions[i])
		}
		for i := range p.Values {
			p.Values[i] = 0.5
		}
	})
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2, Batch: 7}} {
		for _, cfg := range []mcts.Config{{MaxNodes: 1}, {MaxNodes: 50}, {MaxBytes: 700_000}} {
			t.Run(fmt.Sprintf("%T, %d, %d", parallel, cfg.MaxNodes, cfg.MaxBytes), func(t *testing.T) {
				cfg.Selection, cfg.Parallel = puctLike{0.5}, parallel
				cfg.Prediction = &mcts.Prediction{Source: source}
				s, r := search(t, connect4.Game{}, connect4.State{}, cfg, 20_000)
				require.True(t, r.Full)
				require.Equal(t, 20_000, r.Simulations)
				require.Equal(t, 20_000, s.Root().Visits())
				if cfg.MaxNodes > 0 {
					require.LessOrEqual(t, r.Nodes, max(8, cfg.MaxNodes))
				} else {
					require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
				}
			})
		}
	}
}

// A leaf at which the game turns out to be over is known as its end, and its value as certain.
func TestPredictionKnowsTheEndOfTheGame(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.node(0, g.leaf(0.5), g.leaf(0.25)))
	source := each(func(p mcts.Position[int, branch]) { fill(t, g, p) })
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 1, Batch: 3}, mcts.RootParallel{Workers: 1, Trees: 2}} {
		t.Run(fmt.Sprintf("%T", parallel), func(t *testing.T) {
			var seen []policy.Child
			final := finalFunc(func(c *policy.Candidates) (int, bool) {
				seen = append(seen[:0], c.Children...)
				return 0, false
			})
			cfg := mcts.Config{Final: final, Parallel: parallel, Prediction: &mcts.Prediction{Source: source}}
			s, _ := search[int](t, g, root, cfg, 30)
			for i, child := range s.Root().Children() {
				want := [2]float64{math.Inf(-1), math.Inf(1)}
				if child.Action() == 0 {
					want = [2]float64{0.5, 0.5}
				}
				require.Equal(t, want, [2]float64{seen[i].Lower, seen[i].Upper})
			}
		})
	}
}
