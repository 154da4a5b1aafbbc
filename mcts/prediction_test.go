package mcts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

// each returns a Predictor that judges every position by f.
func each[S any, A comparable](f func(p mcts.Position[S, A])) predictFunc[S, A] {
	return func(_ context.Context, batch []mcts.Position[S, A]) error {
		for _, p := range batch {
			f(p)
		}
		return nil
	}
}

// puctLike selects by priors and tries actions late. An untried child has the value FirstPlay.
type puctLike struct{ FirstPlay float32 }

func (puctLike) Needs() policy.Needs { return policy.NeedUntried | policy.NeedPriors }

func (s puctLike) Select(n *policy.Node) int {
	best, greatest := 0, math.Inf(-1)
	for i, c := range n.Children {
		mean := c.Mean
		if c.Visits == 0 {
			mean = s.FirstPlay
		}
		v := float64(mean) + math.Sqrt(float64(n.Visits))*float64(n.Priors[i])/float64(1+c.Visits)
		if v > greatest {
			best, greatest = i, v
		}
	}
	return best
}

// priorReader is UCT that sees priors.
type priorReader struct{ policy.UCT }

func (priorReader) Needs() policy.Needs { return policy.NeedPriors }

// latecomer is a Selection that sees an untried child and no priors.
type latecomer struct{}

func (latecomer) Needs() policy.Needs { return policy.NeedUntried }

func (latecomer) Select(n *policy.Node) int { return len(n.Children) - 1 }

// weight is the prior of an action of a script before it is normalized: 0, 1, 2 or 3, and not 0 for
// the first action.
func weight(state int, a branch) float32 {
	if a == 0 {
		return float32(1 + rng.Mix(uint64(state))%3)
	}
	return float32(rng.Mix(uint64(state)<<16+uint64(a)) % 4)
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

// requirePriors verifies that in every block of the tree the priors are those of the weights, that
// they fall in the order of the children, and that they sum to 1.
func requirePriors(t require.TestingT, g *script, n mcts.Node[branch], state int, shown bool) {
	player, _ := n.Player()
	var sum, total float64
	for a := range g.nodes[state].children {
		total += float64(weight(state, branch(a)))
	}
	last := math.Inf(1)
	for _, child := range n.Children() {
		want := float64(weight(state, child.Action())) / total
		switch {
		case player < 0 || !shown:
			require.Zero(t, child.Prior())
		default:
			require.InDelta(t, want, child.Prior(), 1e-6)
		}
		if player >= 0 {
			require.LessOrEqual(t, want, last, "actions are tried in the order of their priors")
			last = want
			sum += want
		}
		requirePriors(t, g, child, g.nodes[state].children[child.Action()], shown)
	}
	if player >= 0 && len(n.Children()) > 0 {
		require.InDelta(t, 1, sum, 1e-6)
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
	root := g.add(scriptNode{player: mcts.Simultaneous, counts: []int{2, 2}, children: children, returns: []float64{0, 0}})
	source := each(func(p mcts.Position[int, branch]) { fill(t, g, p) })
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Batch: 4}} {
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
	}
}

// Actions with equal priors are tried in random order, at the root and below.
func TestEqualPriorsAreTriedInRandomOrder(t *testing.T) {
	equal := each(func(p mcts.Position[connect4.State, connect4.Drop]) {
		for i := range p.Priors {
			p.Priors[i] = 1
		}
		for i := range p.Values {
			p.Values[i] = 0.5
		}
	})
	for name, cfg := range map[string]mcts.Config{
		"priors and values": {Prediction: &mcts.Prediction{Source: equal}},
		"priors alone":      {Prediction: &mcts.Prediction{Source: equal, Playouts: 1}},
		"read":              {Selection: puctLike{1}, Prediction: &mcts.Prediction{Source: equal}},
		"lock-step":         {Parallel: mcts.LockStep{}, Prediction: &mcts.Prediction{Source: equal}},
		"no priors":         {Selection: latecomer{}, Prediction: &mcts.Prediction{}},
	} {
		t.Run(name, func(t *testing.T) {
			var atRoot, below [7]int
			for seed := range uint64(140) {
				cfg.Seed = seed
				s, _ := search[connect4.State, connect4.Drop](t, flat{game: connect4.Game{}}, connect4.State{}, cfg, 80)
				first := s.Root().Children()[0]
				require.NotEmpty(t, first.Children())
				atRoot[first.Action()]++
				below[first.Children()[0].Action()]++
			}
			for a := range 7 {
				require.InDelta(t, 20, atRoot[a], 16)
				require.InDelta(t, 20, below[a], 16)
			}
		})
	}
}

// Actions with prior 0 are reached once the others disappoint.
func TestActionsWithPriorZeroAreReached(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0), g.leaf(0), g.leaf(1))
	first := each(func(p mcts.Position[int, branch]) {
		clear(p.Priors)
		clear(p.Values)
		p.Priors[slices.Index(p.Actions, 0)] = 7
	})
	for _, playouts := range []float64{0, 1} {
		cfg := mcts.Config{Selection: puctLike{0.5}, Prediction: &mcts.Prediction{Source: first, Playouts: playouts}}
		_, r := search[int](t, g, root, cfg, 1000)
		require.EqualValues(t, 2, r.Action)
		require.Greater(t, r.Children[0].Visits, 900)
		require.Zero(t, r.Children[0].Prior)
	}
}

// flat is Connect Four with playouts that player 0 always wins, and values of 1/4 and 3/4.
type flat struct {
	game
	playouts *int
}

type game = connect4.Game

func (g flat) Playout(_ *connect4.State, _ *rng.Rand, out []float64) {
	if g.playouts != nil {
		*g.playouts++
	}
	copy(out, []float64{1, 0})
}

func (g flat) RandomAction(*connect4.State, *rng.Rand) (connect4.Drop, bool) {
	panic("a random ply")
}

func (flat) Evaluate(_ *connect4.State, out []float64) { copy(out, []float64{0.25, 0.75}) }

// The value of a leaf is a mix of the prediction and the playout. Without a source, the prediction
// is that of the game's Evaluator.
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
					n := 0
					g := flat{playouts: &n}
					cfg := mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source, Playouts: playouts}}
					_, r := search[connect4.State, connect4.Drop](t, g, connect4.State{}, cfg, 7)
					require.InDelta(t, want, r.Values[0], 1e-9)
					require.InDelta(t, 1-want, r.Values[1], 1e-9)
					for _, c := range r.Children {
						require.InDelta(t, want, c.Mean, 1e-9)
					}
					require.Equal(t, map[bool]int{true: 7}[playouts > 0], n, "playouts")
				})
			}
		}
	}
}

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
				for _, p := range positions {
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

func TestPredictionRefuses(t *testing.T) {
	source := each(func(p mcts.Position[connect4.State, connect4.Drop]) {})
	other := each(func(p mcts.Position[int, branch]) {})
	with := func(playouts float64) *mcts.Prediction { return &mcts.Prediction{Source: source, Playouts: playouts} }
	for want, cfg := range map[string]mcts.Config{
		"Config.Prediction.Playouts is 1.5, want 0..1":                         {Prediction: with(1.5)},
		"Config.Prediction.Playouts is NaN, want 0..1":                         {Prediction: with(math.NaN())},
		"Config.Prediction is set, and Config.Parallel is a mcts.LeafParallel": {Prediction: with(0), Parallel: mcts.LeafParallel{}},
		"Config.Prediction is set, and Config.Parallel is a mcts.TreeParallel": {Prediction: with(0), Parallel: mcts.TreeParallel{}},
		"Config.Prediction is set, and so is Config.Similarity":                {Prediction: with(0), Similarity: &mcts.Similarity{}},
		"Config.Prediction.Source is a mcts_test.predictFunc[int":              {Prediction: &mcts.Prediction{Source: other}},
		"Config.Selection: mcts_test.puctLike needs priors":                    {Selection: puctLike{}},
		"Config.Root: mcts_test.priorReader needs priors":                      {Root: priorReader{}},
		"connect4.Game has no Evaluate":                                        {Prediction: &mcts.Prediction{}},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New(connect4.Game{}, cfg)
			require.ErrorContains(t, err, want)
		})
	}
	_, err := mcts.New[connect4.State, connect4.Drop](openGame{}, mcts.Config{Prediction: with(0), Hidden: mcts.ISMCTS{}})
	require.ErrorContains(t, err, "Config.Prediction is set, and Config.Hidden is an ISMCTS, whose nodes")
	for want, cfg := range map[string]mcts.Config{
		"asks for nothing: Source is nil and Playouts is 1": {Prediction: &mcts.Prediction{Playouts: 1}},
		"Source is nil, and the selection needs priors":     {Prediction: &mcts.Prediction{}, Root: puctLike{}},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New[connect4.State, connect4.Drop](flat{}, cfg)
			require.ErrorContains(t, err, want)
		})
	}
}

// The context of Run reaches Predict.
func TestContextReachesPredict(t *testing.T) {
	type key struct{}
	g := &script{players: 1}
	child := func() int { return g.node(0, g.leaf(0.5), g.leaf(0.5)) }
	root := g.node(0, child(), child())
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2}, mcts.RootParallel{Workers: 1, Trees: 2}} {
		calls := 0
		source := predictFunc[int, branch](func(ctx context.Context, batch []mcts.Position[int, branch]) error {
			require.Equal(t, "yes", ctx.Value(key{}))
			calls++
			for _, p := range batch {
				fill(t, g, p)
			}
			return nil
		})
		s, err := mcts.New(g, mcts.Config{Parallel: parallel, Prediction: &mcts.Prediction{Source: source}})
		require.NoError(t, err)
		_, err = s.Run(context.WithValue(bg, key{}, "yes"), &root, mcts.Budget{Simulations: 10})
		require.NoError(t, err)
		require.Positive(t, calls)
	}
}

// Advance keeps the priors below the new root, and the search goes on with them.
func TestAdvanceKeepsPriors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		cfg := drawPrediction(t, g)
		cfg.Selection = puctLike{0.3}
		s, r := search[int](t, g, 0, cfg, 200)
		root := 0
		g.Apply(&root, r.Action)
		advance(t, s, r.Action)
		require.NoError(t, s.Check())
		for _, n := range s.Roots() {
			requirePriors(t, g, n, root, true)
		}
		if player := g.nodes[root].player; player < 0 || len(g.nodes[root].children) == 0 {
			return
		}
		run(t, s, root, 50)
		for _, n := range s.Roots() {
			requirePriors(t, g, n, root, true)
		}
	})
}

// When the tree is full, the search goes on with predictions and does not add to it.
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

// A slice that is not wanted is nil, also after searches in which it was.
func TestUnwantedPredictionsAreNil(t *testing.T) {
	g := &script{players: 1}
	g.grow(rng.New(5), 4, true)
	s, err := mcts.New(g, mcts.Config{Prediction: &mcts.Prediction{Source: each(func(p mcts.Position[int, branch]) { fill(t, g, p) })}})
	require.NoError(t, err)
	roots := 0
	for root, n := range g.nodes {
		if n.player == 0 && len(n.children) > 0 {
			run(t, s, root, 50)
			roots++
		}
	}
	require.Greater(t, roots, 3)
}
