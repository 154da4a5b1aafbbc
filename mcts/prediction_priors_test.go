package mcts_test

import (
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

// requirePriors verifies that in every block of the tree the priors match the weights, that they
// fall in the order of the children as far as these have been tried or are next, and that they sum
// to 1.
func requirePriors(t require.TestingT, g *script, n mcts.Node[branch], state int, shown bool) {
	player, _ := n.Player()
	var sum, total float64
	for a := range g.nodes[state].Children {
		total += float64(weight(state, branch(a)))
	}
	last, isNext := math.Inf(1), true // isNext: no child before is untried
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
			if isNext || child.Visits() > 0 {
				last, isNext = want, child.Visits() > 0
			}
			sum += want
		}
		requirePriors(t, g, child, g.nodes[state].Children[child.Action()], shown)
	}
	if player >= 0 && len(n.Children()) > 0 {
		require.InDelta(t, 1, sum, 1e-6)
	}
}

// Actions with equal priors are tried in random order, at the root and below.
func TestEqualPriorsAreTriedInRandomOrder(t *testing.T) {
	equal := each(even[connect4.State, connect4.Drop])
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
				s, _ := search[connect4.State, connect4.Drop](t, flat{connectFour: connect4.Game{}}, connect4.State{}, cfg, 80)
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

// Advance keeps the priors below the new root, and the search continues with them.
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
		if player := g.nodes[root].Player; player < 0 || len(g.nodes[root].Children) == 0 {
			return
		}
		run(t, s, root, 50)
		for _, n := range s.Roots() {
			requirePriors(t, g, n, root, true)
		}
	})
}
