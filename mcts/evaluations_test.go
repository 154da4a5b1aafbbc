package mcts_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// guessed is a script for two players with a constant sum, whose inner nodes have evaluations. It
// counts the evaluations.
type guessed struct {
	turns
	sum   float64
	asked *int // nil: not counted
	plies map[int]int
	most  int // if not 0, the game ends after so many plies
}

// newGuessed draws such a game.
func newGuessed(t *rapid.T, chance bool) guessed {
	g := guessed{turns: newTurns(drawScript(t, 2, chance)), sum: rapid.SampledFrom([]float64{1, 0, -3}).Draw(t, "sum"), plies: map[int]int{}}
	var count func(number, plies int)
	count = func(number, plies int) {
		g.plies[number] = plies
		for _, child := range g.script.nodes[number].Children {
			count(child, plies+1)
		}
	}
	count(0, 0)
	return g
}

// certain is a guessed script without chance, of which the search knows.
type certain struct{ guessed }

func (certain) Supports(c game.Capability) bool { return c != game.HasChanceGame }

func (g guessed) isEnd(number int) bool {
	return len(g.script.nodes[number].Children) == 0 || g.most > 0 && g.plies[number] == g.most
}

func (g guessed) AppendActions(dst []branch, s *int) []branch {
	if g.isEnd(*s) {
		return dst
	}
	return g.script.AppendActions(dst, s)
}

func (g guessed) Returns(s *int, out []float64) { out[0], out[1] = g.value(*s), g.sum-g.value(*s) }

func (g guessed) Evaluate(s *int, out []float64) {
	if g.asked != nil {
		*g.asked++
	}
	g.Returns(s, out)
}

// value is the evaluation of a node for player 0, or its return.
func (g guessed) value(number int) float64 { return float64(rng.Mix(uint64(number)+7)%33) / 32 }

// implicit returns the implicit minimax value of a node for player 0, and the range of the
// evaluations below it, by the definition.
func (g guessed) implicit(n mcts.Node[branch], number int) (value, least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	player, _ := n.Player()
	values, mean, visits := []float64{}, 0.0, 0
	for _, child := range n.Children() {
		if child.Visits() == 0 {
			continue
		}
		v, l, m := g.implicit(child, g.script.nodes[number].Children[child.Action()])
		values = append(values, v)
		mean += v * float64(child.Visits())
		visits += child.Visits()
		least, most = min(least, l), max(most, m)
	}
	switch {
	case len(values) == 0:
		v := g.value(number)
		return v, v, v
	case player == 0:
		return slices.Max(values), least, most
	case player == 1:
		return slices.Min(values), least, most
	}
	return mean / float64(visits), least, most
}

// requireImplicit verifies the values of all nodes below n, and returns the number of its visited
// descendants that are no ends of the game.
func (g guessed) requireImplicit(t require.TestingT, n mcts.Node[branch], number int) (inner int) {
	mover, _ := n.Player()
	for _, child := range n.Children() {
		got, known := child.Evaluation()
		require.Equal(t, child.Visits() > 0, known)
		if !known {
			continue
		}
		to := g.script.nodes[number].Children[child.Action()]
		want, least, most := g.implicit(child, to)
		if mover == 1 {
			want, least, most = g.sum-want, g.sum-most, g.sum-least
		}
		require.InDelta(t, want, got, 1e-6, "node %d", to)
		require.GreaterOrEqual(t, got, least-1e-6)
		require.LessOrEqual(t, got, most+1e-6)
		if !g.isEnd(to) {
			inner++
		}
		inner += g.requireImplicit(t, child, to)
	}
	return inner
}

// deterministicKinds are the kinds of search in one goroutine, or in several without a shared tree.
var deterministicKinds = map[string]mcts.Parallel{
	"serial":   nil,
	"root":     mcts.RootParallel{Trees: 2, Workers: 2},
	"lockstep": mcts.LockStep{Workers: 2, Batch: 5},
	"leaf":     mcts.LeafParallel{Workers: 2, Playouts: 3},
}

// drawImplicit draws a configuration with implicit minimax and everything that goes with it.
func drawImplicit(t *rapid.T, parallel mcts.Parallel) mcts.Config {
	cfg := mcts.Config{
		Selection: policy.ImplicitMinimax{Alpha: rapid.SampledFrom([]float64{0, 0.01, 1}).Draw(t, "alpha")},
		Backup:    rapid.SampledFrom([]policy.Backup{nil, policy.PlyDiscount{Gamma: 0.9}}).Draw(t, "backup"),
		MaxNodes:  rapid.SampledFrom([]int{0, 0, 1, 10, 40}).Draw(t, "nodes"),
		MaxPlies:  rapid.SampledFrom([]int{0, 1}).Draw(t, "plies"),
		Parallel:  parallel,
		Seed:      rapid.Uint64().Draw(t, "seed"),
	}
	if rapid.Bool().Draw(t, "at the root only") {
		cfg.Root, cfg.Selection = cfg.Selection, nil
	}
	if rapid.Bool().Draw(t, "solver") {
		cfg.Solver = &mcts.Solver{Min: -4, Max: 4, Probe: rapid.Bool().Draw(t, "probe")}
	}
	if _, leaf := parallel.(mcts.LeafParallel); !leaf && rapid.Bool().Draw(t, "prediction") {
		cfg.Prediction = &mcts.Prediction{Playouts: rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "playouts")}
	}
	return cfg
}

// In every kind of search the values of all nodes match the definition, after several runs and when
// the root moves on.
func TestImplicitMinimaxValues(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, parallel := range deterministicKinds {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			chance := rapid.Bool().Draw(t, "chance")
			g := newGuessed(t, chance)
			game := mcts.Game[int, branch](g)
			if !chance {
				game = certain{g}
			}
			s, err := mcts.New(game, drawImplicit(t, parallel))
			require.NoError(t, err)
			for state := 0; ; {
				run(t, s, state, rapid.IntRange(1, 120).Draw(t, "simulations"))
				for {
					require.NoError(t, s.Check())
					for _, root := range s.Roots() {
						g.requireImplicit(t, root, state)
					}
					children := s.Root().Children()
					if len(children) == 0 {
						return
					}
					action, want := children[0].Action(), evaluationsBelow(children[0])
					_, err := s.Advance(action)
					require.NoError(t, err)
					require.Equal(t, want, evaluationsBelow(s.Root()))
					state = g.script.nodes[state].Children[action]
					if g.isEnd(state) {
						return
					}
					if g.ToMove(&state) >= 0 {
						break
					}
				}
			}
		}))
	}
}

// Every position is evaluated once, also with a prediction, or in a full tree.
func TestImplicitMinimaxEvaluatesOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGuessed(t, true)
		g.asked = new(int)
		cfg := mcts.Config{Selection: policy.ImplicitMinimax{}, Parallel: rapid.SampledFrom([]mcts.Parallel{nil, mcts.LockStep{Batch: 3}}).Draw(t, "parallel")}
		if rapid.Bool().Draw(t, "prediction") {
			cfg.Prediction = &mcts.Prediction{}
		} else if rapid.Bool().Draw(t, "full") {
			cfg.MaxNodes = 3
		}
		s, _ := search[int, branch](t, g, 0, cfg, rapid.IntRange(1, 100).Draw(t, "simulations"))
		require.Equal(t, g.requireImplicit(t, s.Root(), 0), *g.asked)
	})
}

// In a full tree of some plies the values at the root equal minimax to that depth, and with Alpha 1
// the selection chooses the best of them.
func TestImplicitMinimaxIsMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGuessed(t, false)
		g.sum = 1
		depth := rapid.IntRange(1, 4).Draw(t, "depth")
		oracle, err := minimax.New[int, branch](g, minimax.Config{Depth: depth, Plain: true})
		require.NoError(t, err)
		root := 0
		values, err := oracle.Values(bg, &root)
		require.NoError(t, err)

		g.most = depth
		s, _ := search[int, branch](t, g, 0, mcts.Config{Selection: policy.ImplicitMinimax{C: 1000, Alpha: 1}}, 4000)
		n, best := &policy.Node{Visits: 4000}, 0.0
		for _, child := range s.Root().Children() {
			i := slices.IndexFunc(values, func(v minimax.ActionValue[branch]) bool { return v.Action == child.Action() })
			got, known := child.Evaluation()
			require.True(t, known)
			want := values[i].Value // for player 0
			if g.ToMove(&root) == 1 {
				want = 1 - want
			}
			require.InDelta(t, want, got, 1e-6)
			best = max(best, want)
			n.Children = append(n.Children, policy.Stats{Mean: float32(child.Mean()), Visits: uint32(child.Visits())})
			n.Evaluations = append(n.Evaluations, float32(got))
		}
		chosen := policy.ImplicitMinimax{C: 1e-9, Alpha: 1}.Select(n)
		require.InDelta(t, best, float64(n.Evaluations[chosen]), 1e-6)
	})
}

// Evaluations change nothing but the choice: with an Alpha near 0, the search equals UCT.
func TestImplicitMinimaxBesideUCT(t *testing.T) {
	for name, parallel := range deterministicKinds {
		t.Run(name, func(t *testing.T) {
			small, err := breakthrough.New(4, 5)
			require.NoError(t, err)
			_, want := search(t, small, small.Start(), mcts.Config{Parallel: parallel}, 3000)
			selection := policy.ImplicitMinimax{Alpha: math.SmallestNonzeroFloat64}
			_, got := search(t, small, small.Start(), mcts.Config{Parallel: parallel, Selection: selection}, 3000)
			require.Equal(t, want.Children, got.Children)
			trees := 1
			if name == "root" {
				trees = 2
			}
			require.EqualValues(t, trees*4*16384, got.Bytes-want.Bytes, "four bytes per edge of a chunk")
		})
	}
}

// The same tree, values included, for any number of workers.
func TestImplicitMinimaxReproducible(t *testing.T) {
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for name, cfg := range map[string]mcts.Config{
		"lockstep":    {Parallel: mcts.LockStep{}},
		"predictions": {Parallel: mcts.LockStep{}, Prediction: &mcts.Prediction{}},
		"root":        {Parallel: mcts.RootParallel{Trees: 8}},
		"leaf":        {Parallel: mcts.LeafParallel{Playouts: 8}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg.Selection = policy.ImplicitMinimax{}
			sameForAll(t, small, small.Start(), cfg)
			want := ""
			for _, workers := range []int{1, 2, 8} {
				cfg.Parallel = withWorkers(cfg.Parallel, workers)
				s, _ := search(t, small, small.Start(), cfg, 500)
				got := ""
				for _, root := range s.Roots() {
					got += evaluationsBelow(root)
				}
				if want == "" {
					want = got
				}
				require.Equal(t, want, got, "%d workers", workers)
			}
		})
	}
}

// evaluationsBelow writes the values of all nodes below n.
func evaluationsBelow[A any](n mcts.Node[A]) string {
	text := fmt.Sprint(n.Visits())
	for _, child := range n.Children() {
		value, known := child.Evaluation()
		text += fmt.Sprint("(", child.Action(), value, known, evaluationsBelow(child), ")")
	}
	return text
}

// Every tree of an Ensemble has its own values.
func TestImplicitMinimaxInAnEnsemble(t *testing.T) {
	g := siegeWithGuess{}
	s, _ := search(t, mcts.Game[siegeState, int](g), siegeState{}, mcts.Config{Selection: policy.ImplicitMinimax{}, Hidden: mcts.Ensemble{Trees: 3}}, 300)
	require.NoError(t, s.Check())
	require.Len(t, s.Roots(), 3)
	for _, root := range s.Roots() {
		for _, child := range root.Children() {
			value, known := child.Evaluation()
			require.True(t, known && value >= 0 && value <= 1)
		}
	}
}

type siegeWithGuess struct{ siege }

func (siegeWithGuess) Evaluate(s *siegeState, out []float64) {
	out[0] = float64(s.card) / 10
	out[1] = 1 - out[0]
}

// A simulation allocates nothing.
func TestImplicitMinimaxAllocatesNothing(t *testing.T) {
	mcts.OneGoroutine(t)
	g := othello.Game{}
	root := g.Start()
	s, err := mcts.New(g, mcts.Config{Selection: policy.ImplicitMinimax{}})
	require.NoError(t, err)
	count := func(n int) float64 {
		return testing.AllocsPerRun(2, func() {
			s.Reset(0)
			run(t, s, root, n)
		})
	}
	many := count(10_000)
	require.InDelta(t, count(1000), many, 40)
}
