package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// finalOf is a function as a Final.
type finalOf func(c *policy.Candidates) int

func (f finalOf) Pick(c *policy.Candidates) (int, bool) { return f(c), true }

// A Final sees what the search knows of the root's actions: numbers, priors, and the bounds of
// actions that end the game.
func TestFinalSees(t *testing.T) {
	g := &script{players: 1}
	inner := g.node(0, g.leaf(0.25), g.leaf(0))
	root := g.node(0, g.leaf(0.5), inner, g.leaf(0.75))
	source := each(func(p mcts.Position[int, branch]) { fill(t, g, p) })
	for _, indexed := range []bool{false, true} {
		var seen []policy.Child
		cfg := mcts.Config{
			Selection:  priorReader{policy.UCT{C: 1}},
			Prediction: &mcts.Prediction{Source: source, Playouts: 1},
			Final:      finalOf(func(c *policy.Candidates) int { seen = append(seen[:0], c.Children...); return 2 }),
		}
		var game mcts.Game[int, branch] = newTurns(g)
		if indexed {
			game = newLabels(g)
		}
		s, r := search(t, game, root, cfg, 100)
		require.Len(t, seen, 3)
		total := weight(root, 0) + weight(root, 1) + weight(root, 2)
		for i, n := range s.Root().Children() {
			a, c := n.Action(), seen[i]
			require.Equal(t, map[bool]int32{false: -1, true: 4 - int32(a)}[indexed], c.Action)
			require.Equal(t, n.Visits(), c.Visits)
			require.Equal(t, n.Mean(), c.Mean)
			require.InDelta(t, weight(root, a)/total, c.Prior, 1e-6)
			if a == 1 {
				require.True(t, math.IsInf(c.Lower, -1) && math.IsInf(c.Upper, 1))
			} else {
				require.Equal(t, []float64{c.Mean, c.Mean}, []float64{c.Lower, c.Upper})
				require.Equal(t, map[branch]float64{0: 0.5, 2: 0.75}[a], c.Mean)
			}
		}
		require.Equal(t, s.Root().Children()[2].Action(), r.Action, "Final picked the third")
	}
}

// Temperature sampling picks every action with the probability that it should have, and the same
// one for the same seed.
func TestTemperatureSampling(t *testing.T) {
	mcts.OneGoroutine(t)
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0.5), g.leaf(0.25))
	var picked, want [3]float64
	for seed := range uint64(1000) {
		cfg := mcts.Config{Final: policy.Temperature{}, Seed: seed}
		_, r := search[int](t, g, root, cfg, 60)
		picked[r.Action]++
		for _, c := range r.Children {
			want[c.Action] += float64(c.Visits) / 60
		}
		_, again := search[int](t, g, root, cfg, 60)
		require.Equal(t, r.Action, again.Action)
	}
	for a := range picked {
		require.InDelta(t, want[a], picked[a], 70)
	}
	_, r := search[int](t, g, root, mcts.Config{Final: policy.Temperature{T: 1e-4}, Selection: policy.UCT{C: 0.01}}, 300)
	require.Equal(t, r.Children[0].Action, r.Action, "a low temperature picks the robust child")
}

// The random stream of a Final is the same when it is called again after the same simulations, and
// a different one after more or with another seed. It differs from the stream of the simulations.
func TestFinalRand(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0.5), g.leaf(0.25))
	numbers := func(seed uint64, budgets ...int) (drawn []uint64) {
		s, err := mcts.New[int, branch](g, mcts.Config{Seed: seed, Final: finalOf(func(c *policy.Candidates) int {
			drawn = append(drawn, c.Rand.Uint64())
			return 0
		})})
		require.NoError(t, err)
		for _, n := range budgets {
			run(t, s, root, n)
		}
		return drawn
	}
	last := func(drawn []uint64) uint64 { return drawn[len(drawn)-1] }
	require.Equal(t, numbers(1, 60), numbers(1, 60))
	require.Equal(t, last(numbers(1, 60)), last(numbers(1, 20, 40)), "60 simulations in two parts")
	require.NotEqual(t, last(numbers(1, 60)), last(numbers(1, 61)))
	require.NotEqual(t, last(numbers(1, 60)), last(numbers(2, 60)))

	_, plain := search[int](t, g, root, mcts.Config{Seed: 5}, 100)
	_, drawing := search[int](t, g, root, mcts.Config{Seed: 5, Final: policy.Temperature{}}, 100)
	require.Equal(t, plain.Children, drawing.Children, "the simulations do not see what Final draws")
}

// The random stream of a Final depends on the seed and on the simulations, and on nothing else.
func TestRandOfFinal(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0.25))
	drawn := func(seed uint64, simulations int) (last uint64) {
		final := finalFunc(func(c *policy.Candidates) (int, bool) {
			last = c.Rand.Uint64()
			return 0, false
		})
		search[int](t, g, root, mcts.Config{Final: final, Seed: seed}, simulations)
		return last
	}
	require.Equal(t, drawn(1, 10), drawn(1, 10))
	require.NotEqual(t, drawn(1, 10), drawn(1, 11))
	require.NotEqual(t, drawn(1, 10), drawn(2, 10))
}

// A Final sees that the value of an action that ends the game is certain, and the value of any
// other is not.
func TestBoundsOfFinal(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.node(0, g.leaf(0.5)))
	var seen []policy.Child
	final := finalFunc(func(c *policy.Candidates) (int, bool) {
		seen = append(seen[:0], c.Children...)
		return 0, false
	})
	s, _ := search[int](t, g, root, mcts.Config{Final: final}, 20)
	require.Len(t, seen, 2)
	for i, child := range s.Root().Children() {
		want := [2]float64{math.Inf(-1), math.Inf(1)}
		if child.Action() == 0 {
			want = [2]float64{0.5, 0.5}
		}
		require.Equal(t, want, [2]float64{seen[i].Lower, seen[i].Upper})
	}
}

// A Final that has not decided is called again, every 64th part of its reserve.
func TestFinalIsAskedAgain(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0))
	asked := 0
	final := finalFunc(func(*policy.Candidates) (int, bool) {
		asked++
		return 0, asked >= 5
	})
	_, r := search[int](t, g, root, mcts.Config{Final: final}, 1280)
	require.Equal(t, mcts.StopDecided, r.Stop)
	require.Equal(t, 640+4*10, r.Simulations)
}

// A vote is decided when every tree is, and not when the last one is, or the first.
func TestVoteIsDecidedInEveryTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0))
	for undecided := range 3 {
		asked := 0
		final := finalFunc(func(*policy.Candidates) (int, bool) {
			asked++
			return 0, (asked-1)%3 != undecided
		})
		cfg := mcts.Config{Final: final, Parallel: mcts.RootParallel{Trees: 3, Workers: 1, Merge: mcts.MergeVote}}
		_, r := search[int](t, g, root, cfg, 300)
		require.Equal(t, mcts.StopSimulations, r.Stop)
	}
}

// A win in one is not preferred to an action whose value is greater than a win.
func TestMoreThanAWin(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(1), g.node(0, g.leaf(2)))
	_, r := search[int](t, g, root, mcts.Config{Selection: exploring, Unit: 1}, 100)
	require.Greater(t, r.Children[1].Visits, 1, "the win is known to end the game")
	require.EqualValues(t, 1, r.Action)
	even := g.node(0, g.node(0, g.leaf(1)), g.leaf(1))
	_, r = search[int](t, g, even, mcts.Config{}, 100)
	require.EqualValues(t, 1, r.Action, "both win, this one now")
}

// A win in one counts if any of the trees knows that it is the end of the game.
func TestWinInOneOfAnyTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1)), g.leaf(1)) // The second action wins at once.
	secondOnly := 0
	for seed := range uint64(30) {
		cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Trees: 2, Workers: 1}}
		s, r := search[int](t, g, root, cfg, 6)
		var knows [2]bool
		for tree, top := range s.Roots() {
			for _, child := range top.Children() {
				knows[tree] = knows[tree] || child.Action() == 1 && child.Visits() > 1
			}
		}
		if knows[0] || knows[1] {
			require.EqualValues(t, 1, r.Action, "seed %d", seed)
		}
		if knows[1] && !knows[0] {
			secondOnly++
		}
	}
	require.Positive(t, secondOnly, "no seed tells anything")
}
