package mcts_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// mapped returns the game with other returns.
func (g *script) mapped(f func(player int, v float64) float64) *script {
	other := &script{players: g.players, joint: g.joint, nodes: slices.Clone(g.nodes)}
	for i, n := range g.nodes {
		other.nodes[i].Returns = nil
		for p, v := range n.Returns {
			other.nodes[i].Returns = append(other.nodes[i].Returns, f(p, v))
		}
	}
	return other
}

// scaleFree are configurations whose constants are multiples of the unit of returns.
var scaleFree = []mcts.Config{
	{},
	{Selection: policy.UCT{C: 1.5}, Final: policy.SecureChild{}},
	{Selection: policy.UCB1Tuned{}, MaxNodes: 60},
	{Playout: policy.MAST{Rule: policy.Gibbs{}}},
	{Playout: policy.NST{}, Backup: policy.Average{}},
	{Playout: policy.LGRF{}, FreshTree: true},
	{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 0.5, Source: mcts.Weigher[int, branch](heavier{})}},
	{Parallel: mcts.LockStep{Workers: 2, Batch: 5}},
	{Parallel: mcts.LeafParallel{Workers: 2}},
	{Parallel: mcts.RootParallel{Workers: 2, Trees: 3}},
	{MaxPlies: 2},
}

// heavier prefers later actions.
type heavier struct{}

func (heavier) Weigh(_ *int, actions []branch, weights []float32) {
	for i, a := range actions {
		weights[i] = float32(a) + 1
	}
}

// slack is what an origin rounds off that a sum with it cannot hold.
const slack = 1e-6

// sameSearches lets two searches play from the roots of two games that differ in their returns
// only, and compares them: value maps a mean of a player in the second one to the first, and a
// point of the first one is so many points of the second one to a player.
func sameSearches(
	t *rapid.T, a, b mcts.Game[int, branch], nodes []scriptNode, cfgA, cfgB mcts.Config,
	value func(player int, v float64) float64, worth func(player int) float64,
) {
	first, err := mcts.New(a, cfgA)
	require.NoError(t, err)
	second, err := mcts.New(b, cfgB)
	require.NoError(t, err)
	for root := 0; len(nodes[root].Children) > 0 && nodes[root].Player >= 0; {
		x, y := run(t, first, root, 60), run(t, second, root, 60)
		require.Equal(t, x.Nodes, y.Nodes)
		require.Len(t, second.Roots(), len(first.Roots()))
		for i, n := range first.Roots() {
			sameTrees(t, n, second.Roots()[i], value)
		}
		for p, v := range x.Values {
			require.InDelta(t, v, value(p, y.Values[p]), slack)
			if x.Scales[p].Low < x.Scales[p].High && cfgA.Parallel == nil { // A tree with equal returns has a unit of 1.
				require.InEpsilon(t, x.Scales[p].Unit, y.Scales[p].Unit/worth(p), 1e-9)
			}
		}
		for i, c := range x.Children {
			require.Equal(t, c.Action, y.Children[i].Action)
			require.Equal(t, c.Visits, y.Children[i].Visits)
			if c.Visits > 0 {
				require.InDelta(t, c.Mean, value(nodes[root].Player, y.Children[i].Mean), slack)
			}
		}
		if x.Action != y.Action && cfgB.Solver == nil { // Rounding may break a tie. Proven values may tie with other visits.
			one, other := childOf(t, x, x.Action), childOf(t, x, y.Action)
			require.Equal(t, one.Visits, other.Visits)
			require.InDelta(t, one.Mean, other.Mean, slack)
		}
		root = nodes[root].Children[x.Action]
		_, err := first.Advance(x.Action)
		require.NoError(t, err)
		_, err = second.Advance(x.Action)
		require.NoError(t, err)
	}
}

// sameTrees requires that the trees below two nodes have the same actions and visits, and means
// that value leads back.
func sameTrees(t *rapid.T, a, b mcts.Node[branch], value func(player int, v float64) float64) {
	x, y := a.Children(), b.Children()
	require.Len(t, y, len(x))
	player, known := a.Player()
	for i, c := range x {
		require.Equal(t, c.Action(), y[i].Action())
		require.Equal(t, c.Visits(), y[i].Visits())
		if c.Visits() == 0 {
			continue
		}
		if known && player >= 0 {
			require.InDelta(t, c.Mean(), value(player, y[i].Mean()), slack)
		}
		sameTrees(t, c, y[i], value)
	}
}

// Returns a r + b, with a power of two a and where all sums are exact, make the same search: the
// same trees and actions, and means that the map leads back. All returns are outside [0,1].
func TestUnitAndOriginOfMeasuredReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true).mapped(func(_ int, v float64) float64 { return v + 2 })
		k := rapid.IntRange(-20, 40).Draw(t, "log a")
		a, least := math.Ldexp(1, k), 0
		if k < 0 {
			least = 1 << (1 - k)
		}
		m := float64(rapid.IntRange(least, 1<<30).Draw(t, "b/a"))
		scaled := g.mapped(func(_ int, v float64) float64 { return a * (v + m) })
		cfg := rapid.SampledFrom(scaleFree).Draw(t, "config")
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		sameSearches(t, g, scaled, g.nodes, cfg, cfg, func(_ int, v float64) float64 { return v/a - m }, func(int) float64 { return a })
	})
}

// The same holds for returns in [0,1] and others whose range and unit are said.
func TestUnitAndOriginOfDeclaredReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		a := math.Ldexp(1, rapid.IntRange(0, 40).Draw(t, "log a"))
		m := float64(rapid.IntRange(0, 1<<30).Draw(t, "b/a"))
		scaled := g.mapped(func(_ int, v float64) float64 { return a * (v + m) })
		cfg := rapid.SampledFrom(scaleFree).Draw(t, "config")
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		if rapid.Bool().Draw(t, "solver") && cfg.Parallel == nil {
			cfg.Solver = &mcts.Solver{GeneralSum: true}
		}
		with := cfg
		with.Unit = a
		sameSearches(t, g, ranged{scaled, a * m, a * (1 + m)}, g.nodes, cfg, with, func(_ int, v float64) float64 { return v/a - m }, func(int) float64 { return a })
	})
}

// The players may be paid in different coins.
func TestUnitOfEveryPlayer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true).mapped(func(_ int, v float64) float64 { return v - 1.5 })
		rate := []float64{1, math.Ldexp(1, rapid.IntRange(1, 20).Draw(t, "log rate"))}
		paid := g.mapped(func(p int, v float64) float64 { return rate[p] * v })
		cfg := mcts.Config{Seed: rapid.Uint64().Draw(t, "seed")}
		sameSearches(t, g, paid, g.nodes, cfg, cfg, func(p int, v float64) float64 { return v / rate[p] }, func(p int) float64 { return rate[p] })
	})
}

// Means lie between the least and the greatest return, the unit is at most their difference, and
// a search that was saved knows all of it.
func TestScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0.1, 100).Draw(t, "a"), rapid.Float64Range(-100, 100).Draw(t, "b")
		g := drawScript(t, 2, true).mapped(func(_ int, v float64) float64 { return a*v + b })
		cfg := rapid.SampledFrom(scaleFree).Draw(t, "config")
		s, r := search[int](t, g, 0, cfg, rapid.IntRange(1, 300).Draw(t, "simulations"))
		for p, scale := range r.Scales {
			require.LessOrEqual(t, scale.Low, scale.High)
			require.Positive(t, scale.Unit)
			if scale.Unit != 1 && cfg.Parallel == nil {
				require.LessOrEqual(t, scale.Unit, (scale.High-scale.Low)*(1+1e-9))
			}
			require.GreaterOrEqual(t, r.Values[p], scale.Low-1e-6)
			require.LessOrEqual(t, r.Values[p], scale.High+1e-6)
		}
		if cfg.Playout != nil {
			return // Actions have no numbers, by which tables are saved.
		}
		var file bytes.Buffer
		require.NoError(t, s.Save(&file))
		again, err := mcts.New(mcts.Game[int, branch](g), cfg)
		require.NoError(t, err)
		root := 0
		require.NoError(t, again.Load(&file, &root))
		require.Equal(t, run(t, s, 0, 10).Scales, run(t, again, 0, 10).Scales)
	})
}

// Means that differ by little compared to their size are distinguished.
func TestCommonOffset(t *testing.T) {
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2}, mcts.TreeParallel{Workers: 2}, mcts.RootParallel{Workers: 2, Trees: 2}} {
		g := &script{players: 1}
		root := g.node(0, g.leaf(1e8), g.leaf(1e8+1), g.leaf(1e8+2))
		for seed := range uint64(20) {
			_, r := search[int, branch](t, bare[int, branch]{g}, root, mcts.Config{Seed: seed, Parallel: parallel}, 200)
			for _, c := range r.Children {
				require.InDelta(t, 1e8+float64(c.Action), c.Mean, 1e-6)
			}
			// A worker that does not run for long keeps the others from its action.
			if _, shared := parallel.(mcts.TreeParallel); !shared {
				require.EqualValues(t, 2, r.Children[0].Action)
			}
			require.EqualValues(t, 2, r.Action)
			require.InDelta(t, 2, r.Scales[0].High-r.Scales[0].Low, 1e-6)
		}
	}
}

// What needs to know a win, or a draw, says so when the first return is outside [0,1], and takes
// the range that a game declares.
func TestReturnsWithoutMeaning(t *testing.T) {
	g := &script{players: 2}
	root := g.node(0, g.leaf(3, 0), g.leaf(2, 0))
	hidden := bare[int, branch]{g} // no Evaluate
	for want, cfg := range map[string]mcts.Config{
		"the return of player 0 is %v, and DecisiveMoves take a return of 1 or more for a win: want returns in [0, 1], or a game with ReturnRange, after": {Playout: mcts.DecisiveMoves{}},
		"the return of player 0 is %v, and Config.MaxPlies takes 1/2 for what a playout is worth":                                                         {MaxPlies: 3},
		"the return of player 0 is %v, and a TurnDiscount takes what is missing to 1 for a loss: want returns in [0, 1]":                                  {Backup: policy.TurnDiscount{}},
	} {
		s, err := mcts.New[int, branch](hidden, cfg)
		require.NoError(t, err)
		_, err = s.Run(bg, &root, mcts.Budget{Simulations: 10})
		require.Error(t, err)
		require.Regexp(t, `is [23], and `, err)
		require.Contains(t, err.Error(), want[len("the return of player 0 is %v"):])
	}
	with := ranged{g, 0, 3}
	_, r := search[int](t, with, root, mcts.Config{Playout: mcts.DecisiveMoves{}}, 10)
	require.EqualValues(t, 0, r.Action)
	_, r = search[int](t, with, root, mcts.Config{Solver: &mcts.Solver{GeneralSum: true}}, 10)
	require.True(t, r.Proven)
	_, err := mcts.New[int, branch](with, mcts.Config{Backup: policy.TurnDiscount{}})
	require.ErrorContains(t, err, "Config.Backup is a TurnDiscount, and the returns of mcts_test.ranged are from 0 to 3")
	s, err := mcts.New[int, branch](ranged{g, 0, 2.5}, mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, &root, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, fmt.Sprintf("the return of player 0 is %v, and ReturnRange says 0 to 2.5", 3))
}
