package mcts_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Noise of no size changes nothing, in any mode that has predictions.
func TestNoNoiseIsTheSameTree(t *testing.T) {
	none := policy.DirichletNoise{Epsilon: math.SmallestNonzeroFloat64}
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawPrediction(t, g)
		cfg.Selection = policy.PUCT{}
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		want, r := search[int](t, g, 0, cfg, n)
		cfg.Root = none
		got, r2 := search[int](t, g, 0, cfg, n)
		require.Equal(t, r.Action, r2.Action)
		require.Equal(t, export(t, want.Root()), export(t, got.Root()))
	})
}

// Whatever the game, the strategies and the mode, the tree is sound and the same again, priors are
// reported without noise, and the noise is drawn from them in every Run.
func TestLawsOfNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawPrediction(t, g)
		// With a small Alpha, all of the noise may go to the same action in two Runs, except for
		// less than a float32 can represent.
		cfg.Root = policy.DirichletNoise{Alpha: 3, Epsilon: 0.25}
		if rapid.Bool().Draw(t, "solver") && g.players == 2 {
			cfg.Solver = &mcts.Solver{GeneralSum: true}
		}
		n := rapid.IntRange(1, 200).Draw(t, "simulations")
		var seen [2][]mcts.Result[branch]
		for k := range seen {
			s, r := search[int](t, g, 0, cfg, n)
			seen[k] = append(seen[k], r)
			seen[k] = append(seen[k], run[int](t, s, 0, n))
			require.NoError(t, s.Check())
			for i := range seen[k] {
				seen[k][i].Elapsed = 0
			}
			_, err := s.Advance(r.Action)
			require.NoError(t, err)
			if player, known := s.Root().Player(); known && player >= 0 {
				for _, c := range s.Root().Choices(player) {
					require.Zero(t, c.NoisyPrior, "no Run has begun at the new root")
				}
			}
		}
		require.Equal(t, seen[0], seen[1])
		before, after := byAction(seen[0][0]), byAction(seen[0][1])
		total, sums := 0.0, [2]float64{}
		for a := range g.nodes[0].Children {
			total += float64(weight(0, branch(a)))
		}
		different := false
		for a := range before {
			for i, c := range []mcts.Child[branch]{before[a], after[a]} {
				require.InDelta(t, float64(weight(0, a))/total, c.Prior, 1e-6)
				require.GreaterOrEqual(t, c.NoisyPrior+1e-6, 0.75*c.Prior)
				sums[i] += c.NoisyPrior
			}
			different = different || before[a].NoisyPrior != after[a].NoisyPrior
		}
		require.InDelta(t, 1, sums[0], 1e-5)
		require.InDelta(t, 1, sums[1], 1e-5)
		require.Equal(t, len(before) > 1, different, "each Run draws for itself")
	})
}

func byAction(r mcts.Result[branch]) map[branch]mcts.Child[branch] {
	actions := map[branch]mcts.Child[branch]{}
	for _, c := range r.Children {
		actions[c.Action] = c
	}
	return actions
}

// watching is PUCT that verifies that it is called at the root alone.
type watching struct {
	policy.DirichletNoise
	t *testing.T
}

func (w watching) Select(n *policy.Node) int {
	require.Zero(w.t, n.Depth)
	return w.DirichletNoise.Select(n)
}

// After Advance the new root has noise, and the old one leaves none behind.
func TestNoiseFollowsTheRoot(t *testing.T) {
	g := connect4.Game{}
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Batch: 4}, mcts.RootParallel{Trees: 2}} {
		t.Run(fmt.Sprintf("%T", parallel), func(t *testing.T) {
			cfg := mcts.Config{
				Selection: policy.PUCT{}, Root: watching{policy.DirichletNoise{Epsilon: 0.9}, t}, Parallel: parallel,
				Prediction: &mcts.Prediction{Playouts: 1, Source: weighing(func(_ *connect4.State, _ []connect4.Drop, w []float32) { fillWith(w, 1) })},
			}
			s, err := mcts.New(g, cfg)
			require.NoError(t, err)
			state := g.Start()
			for range 5 {
				r, err := s.Run(bg, &state, mcts.Budget{Simulations: 300})
				require.NoError(t, err)
				sum := 0.0
				for _, c := range r.Children {
					sum += c.NoisyPrior
				}
				require.InDelta(t, 1, sum, 1e-5)
				for _, c := range s.Root().Children() {
					for _, below := range c.Children() {
						require.InDelta(t, 1/float64(len(c.Children())), below.Prior(), 1e-6, "no noise below")
					}
				}
				require.NoError(t, s.Check())
				g.Apply(&state, r.Action)
				advance(t, s, r.Action)
			}
		})
	}
}

// The actions of a new root are tried in descending order of their perturbed priors.
func TestNoiseOrdersTheRoot(t *testing.T) {
	for _, playout := range []policy.Playout{nil, policy.MAST{}} { // in order one by one, or at once
		for n := range 12 {
			cfg := mcts.Config{
				Selection: policy.PUCT{}, Root: policy.DirichletNoise{Epsilon: 0.9}, Seed: uint64(n), Playout: playout,
				Prediction: &mcts.Prediction{Playouts: 1, Source: each(even[connect4.State, connect4.Drop])},
			}
			s, r := search(t, connect4.Game{}, connect4.State{}, cfg, n+1)
			perturbed := map[connect4.Drop]float64{}
			for _, c := range r.Children {
				perturbed[c.Action] = c.NoisyPrior
			}
			least, tried := 1.0, 0
			for _, c := range s.Root().Children() {
				if c.Visits() > 0 {
					require.LessOrEqual(t, perturbed[c.Action()], least)
					least = perturbed[c.Action()]
					tried++
				}
				delete(perturbed, c.Action())
			}
			require.Positive(t, tried)
			for a, prior := range perturbed {
				require.LessOrEqual(t, prior, least, "action %v", a)
			}
		}
	}
}

// perturbing replaces priors by what the function says.
type perturbing struct {
	policy.PUCT
	f func(priors []float32)
}

func (p perturbing) Perturb(priors []float32, _ *rng.Rand) { p.f(priors) }

// blind perturbs priors that it does not need.
type blind struct{ policy.UCT }

func (blind) Perturb([]float32, *rng.Rand) {}

func TestPerturberRefused(t *testing.T) {
	judged := &mcts.Prediction{Source: each(even[connect4.State, connect4.Drop])}
	for want, cfg := range map[string]mcts.Config{
		"policy.DirichletNoise needs priors, and Config.Prediction is nil":                        {Root: policy.DirichletNoise{}},
		"policy.Gumbel needs priors, and Config.Prediction is nil":                                {Root: policy.Gumbel{}},
		"Config.Root is a policy.Gumbel, which needs values, and Config.Prediction.Playouts":      {Root: policy.Gumbel{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"Config.Selection is a policy.Gumbel, which is for Config.Root alone":                     {Selection: policy.Gumbel{}, Prediction: judged},
		"Config.Selection is a policy.DirichletNoise, which is for Config.Root alone":             {Selection: policy.DirichletNoise{}, Prediction: judged},
		"which divides the simulations of one tree, and Config.Parallel is a mcts.RootParall":     {Root: policy.Gumbel{}, Prediction: judged, Parallel: mcts.RootParallel{}},
		"mcts_test.blind, which perturbs priors and does not need them":                           {Root: blind{}, Prediction: judged},
		"DirichletNoise, and Config.Parallel is a TreeParallel, whose workers would each perturb": {Root: policy.DirichletNoise{}, Prediction: judged, Parallel: mcts.TreeParallel{}},
		"policy: DirichletNoise.Epsilon is 7":                                                     {Root: policy.DirichletNoise{Epsilon: 7}, Prediction: judged},
	} {
		_, err := mcts.New(connect4.Game{}, cfg)
		require.ErrorContains(t, err, want)
	}
	for want, f := range map[string]func([]float32){
		"Perturb of mcts_test.perturbing: the prior of d is NaN": func(p []float32) { fillWith(p, float32(math.NaN())) },
		"Perturb of mcts_test.perturbing: the prior of d is -1":  func(p []float32) { fillWith(p, -1) },
		"Perturb of mcts_test.perturbing: all 7 priors are 0":    func(p []float32) { fillWith(p, 0) },
	} {
		s, err := mcts.New(connect4.Game{}, mcts.Config{Root: perturbing{f: f}, Prediction: &mcts.Prediction{Playouts: 1}})
		require.NoError(t, err)
		_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
		require.ErrorContains(t, err, want)
	}
	g := &script{players: 2}
	joint := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 1}, Children: []int{g.leaf(0, 1), g.leaf(1, 0)}})
	s, err := mcts.New[int, branch](g, mcts.Config{Root: policy.Gumbel{}, Prediction: &mcts.Prediction{Source: each(even[int, branch])}})
	require.NoError(t, err)
	_, err = s.Run(bg, &joint, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "Config.Root is a policy.Gumbel, and all players move at the root")
}

func fillWith(p []float32, v float32) {
	for i := range p {
		p[i] = v
	}
}

// If the values of the actions are exact, Gumbel picks one at least as good as the sample of the
// priors, tries as many as it considers, and begins a new tree in every Run, without which the
// visits would not match its phases. A batch has the same visits in another order.
func TestGumbelAtTheRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &script{players: 2}
		values := rapid.SliceOfN(rapid.IntRange(0, 8), 2, 30).Draw(t, "values")
		children := make([]int, len(values))
		for a, v := range values {
			children[a] = g.leaf(float64(v)/9, 1-float64(v)/9)
		}
		root := g.node(0, children...)
		considered := rapid.IntRange(1, 20).Draw(t, "considered")
		cfg := mcts.Config{
			Root: policy.Gumbel{Considered: considered}, Seed: rapid.Uint64().Draw(t, "seed"),
			Parallel:   rapid.SampledFrom([]mcts.Parallel{nil, mcts.LockStep{Batch: 3, Workers: 2}}).Draw(t, "parallel"),
			Prediction: &mcts.Prediction{Source: each(func(p mcts.Position[int, branch]) { fill(t, g, p) })},
		}
		n := rapid.IntRange(1, 120).Draw(t, "simulations")
		s, err := mcts.New[int, branch](g, cfg)
		require.NoError(t, err)
		for range 2 {
			r := run[int](t, s, root, n)
			require.Zero(t, r.Inherited)
			first, tried, visits := r.Children[0], 0, []int(nil)
			for _, c := range r.Children {
				if c.NoisyPrior > first.NoisyPrior {
					first = c
				}
				if c.Visits > 0 {
					tried++
					visits = append(visits, c.Visits)
				}
			}
			require.Equal(t, min(considered, len(values), n), tried)
			require.Equal(t, halved(min(considered, len(values)), n), visits)
			if cfg.Parallel == nil {
				require.GreaterOrEqual(t, values[r.Action], values[first.Action])
			}
		}
	})
}

// halved returns the visits, in descending order, that n simulations of sequential halving leave.
func halved(arms, n int) (visits []int) {
	visits = make([]int, arms)
	phases := int(math.Ceil(math.Log2(float64(arms))))
	for k := arms; n > 0; k = min(arms, max(2, k/2)) {
		for rounds := max(1, n0(n, visits)/max(1, phases*k)); rounds > 0; rounds-- {
			for i := 0; i < k && n > 0; i++ {
				visits[i]++
				n--
			}
		}
	}
	return slices.DeleteFunc(visits, func(v int) bool { return v == 0 })
}

// n0 returns how many simulations there were before visits of them.
func n0(left int, visits []int) int {
	for _, v := range visits {
		left += v
	}
	return left
}

// A search that divides simulations needs a number of them, and says so before it begins.
func TestGumbelNeedsSimulations(t *testing.T) {
	s, err := mcts.New(connect4.Game{}, mcts.Config{
		Root: policy.Gumbel{}, Selection: policy.PUCT{},
		Prediction: &mcts.Prediction{Source: each(even[connect4.State, connect4.Drop])},
	})
	require.NoError(t, err)
	want := run(t, s, connect4.State{}, 50)
	_, err = s.Run(context.Background(), &connect4.State{}, mcts.Budget{Time: time.Second})
	require.ErrorContains(t, err, "Budget.Simulations is 0, and Config.Root divides the simulations")
	require.Equal(t, want.Nodes, countNodes(s.Root()), "the tree is still there")
}

func countNodes[A comparable](n mcts.Node[A]) int {
	count := 0
	if n.Visits() > 0 {
		count++
	}
	for _, c := range n.Children() {
		count += countNodes(c)
	}
	return count
}

// The temperature draws again at every root, although the visits are as many, and all over again
// after Reset.
func TestTemperatureDrawsAtEveryRoot(t *testing.T) {
	g := &script{players: 1}
	ends := []int{g.leaf(0.5), g.leaf(0.5), g.leaf(0.5), g.leaf(0.5), g.leaf(0.5)}
	roots := []int{g.node(0, ends...), g.node(0, ends...)}
	s, err := mcts.New[int, branch](g, mcts.Config{Final: policy.Temperature{}, Seed: 3})
	require.NoError(t, err)
	draw := func() (places map[int]int) {
		places = map[int]int{}
		for i := range 200 {
			r := run[int](t, s, roots[i%2], 10) // 2 visits of each action
			for k, c := range s.Root().Children() {
				if c.Action() == r.Action {
					places[k]++
				}
			}
		}
		return places
	}
	first := draw()
	for k := range ends {
		require.InDelta(t, 40, first[k], 30, "in the order of the tree: %v", first)
	}
	s.Reset(3)
	require.Equal(t, first, draw())
}
