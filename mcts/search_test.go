package mcts_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var bg = context.Background()

// drawConfig draws strategies that hold for returns in [0,1].
func drawConfig(t *rapid.T) mcts.Config {
	return mcts.Config{
		Selection: rapid.SampledFrom([]policy.Selection{nil, policy.UCT{C: 0.4}, policy.UCB1Tuned{}}).Draw(t, "selection"),
		Playout: rapid.SampledFrom([]policy.Playout{
			nil, policy.MAST{}, policy.MAST{Rule: policy.Gibbs{}}, policy.NST{K: 1}, policy.LGRF{Fallback: policy.NST{}},
		}).Draw(t, "playout"),
		Final: rapid.SampledFrom([]policy.Final{
			nil, policy.MaxChild{}, policy.MaxRobustChild{}, policy.SecureChild{},
		}).Draw(t, "final"),
		MaxPlies: rapid.IntRange(0, 3).Draw(t, "plies"),
		MaxNodes: rapid.SampledFrom([]int{0, 0, 1, 7, 30}).Draw(t, "nodes"),
		Seed:     rapid.Uint64().Draw(t, "seed"),
	}
}

func export[A any](t require.TestingT, n mcts.Node[A]) string {
	var b bytes.Buffer
	require.NoError(t, inspect.WriteJSON(&b, n, 0))
	return b.String()
}

// Each player maximizes their own returns, whoever moved before: in games where every decision is
// clear, the search finds what backward induction finds.
func TestConvergesToMaxN(t *testing.T) {
	mcts.OneGoroutine(t)
	for seed, found := uint64(0), 0; found < 60; seed++ {
		g := &script{players: 1 + int(seed%4)}
		g.grow(rng.New(seed), 3, seed%2 == 0)
		best, margin := g.tree().Best(0)
		if margin < 0.25 {
			continue
		}
		found++
		_, r := search[int](t, g, 0, mcts.Config{Selection: policy.UCT{C: 1}, Seed: 1}, 4000)
		require.Equal(t, best, r.Action, "seed %d: values %v, %v", seed, g.solve(0), r.Children)
	}
}

// Chance is drawn by its probabilities, and the value of its node is the expectation for the player
// before it.
func TestChance(t *testing.T) {
	g := &script{players: 1}
	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{g.leaf(1), g.leaf(0), g.leaf(0.5)}, Probs: []float64{0.2, 0.7, 0.1}})
	root := g.node(0, dice, g.leaf(0.2))
	s, r := search[int](t, g, root, mcts.Config{Seed: 1}, 20_000)
	require.EqualValues(t, 0, r.Action)
	for _, child := range s.Root().Children() {
		if child.Action() != 0 {
			continue
		}
		require.InDelta(t, 0.25, child.Mean(), 0.01)
		player, known := child.Player()
		require.Equal(t, mcts.Chance, player)
		require.True(t, known)
		for k, outcome := range child.Children() {
			require.InDelta(t, g.nodes[dice].Probs[k], float64(outcome.Visits())/float64(child.Visits()), 0.01)
			require.InDelta(t, g.nodes[g.nodes[dice].Children[k]].Returns[0], outcome.Mean(), 1e-9)
		}
	}
}

// ranged declares a range of returns.
type ranged struct {
	*script
	low, high float64
}

func (g ranged) ReturnRange() (low, high float64) { return g.low, g.high }

// Returns multiplied by a power of two, with the unit multiplied too, change nothing but the means,
// if the game declares their range.
func TestScaledReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		scale := rapid.SampledFrom([]float64{0.25, 2, 1024}).Draw(t, "scale")
		scaled := &script{players: 2, nodes: slices.Clone(g.nodes)}
		for i, n := range scaled.nodes {
			scaled.nodes[i].Returns = nil
			for _, v := range n.Returns {
				scaled.nodes[i].Returns = append(scaled.nodes[i].Returns, v*scale)
			}
		}
		_, a := search[int](t, g, 0, mcts.Config{Selection: policy.UCT{C: 0.5}}, 500)
		_, b := search[int](t, ranged{scaled, 0, scale}, 0, mcts.Config{Selection: policy.UCT{C: 0.5}, Unit: scale}, 500)
		for i := range a.Children {
			require.Equal(t, a.Children[i].Visits, b.Children[i].Visits)
			require.InDelta(t, a.Children[i].Mean*scale, b.Children[i].Mean, 1e-9*scale)
		}
	})
}

// Negative returns are numbers like others.
func TestNegativeReturns(t *testing.T) {
	g := &script{players: 2}
	root := g.node(0, g.leaf(-0.5, 0.5), g.leaf(0.2, -0.2), g.leaf(-3, 3))
	_, r := search[int](t, g, root, mcts.Config{}, 1000)
	require.EqualValues(t, 1, r.Action)
	require.InDelta(t, 0.2, r.Children[0].Mean, 1e-9)
	require.InDelta(t, -3, r.Children[2].Mean, 1e-9)
}

// Players with other numbers make the same search, with their numbers in it.
func TestRelabelledPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 3, true)
		to := rapid.Permutation([]int{0, 1, 2}).Draw(t, "to")
		other := &script{players: 3}
		for _, n := range g.nodes {
			m := n
			m.Returns = make([]float64, 3)
			for p, v := range n.Returns {
				m.Returns[to[p]] = v
			}
			if n.Player >= 0 {
				m.Player = to[n.Player]
			}
			other.add(m)
		}
		_, a := search[int](t, g, 0, mcts.Config{}, 300)
		_, b := search[int](t, other, 0, mcts.Config{}, 300)
		require.Equal(t, a.Children, b.Children)
		for p, v := range a.Values {
			require.Equal(t, v, b.Values[to[p]])
		}
	})
}

// A mean of ten million returns is as exact as a mean of ten: it neither drifts nor freezes.
func TestMeanStaysExact(t *testing.T) {
	mcts.OneGoroutine(t)
	g := &script{players: 1}
	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{g.leaf(0.1), g.leaf(0.3)}, Probs: []float64{0.5, 0.5}})
	root := g.node(0, dice, g.leaf(0.05))
	n := 3_000_000
	if testing.Short() {
		n = 300_000
	}
	s, r := search[int](t, g, root, mcts.Config{Selection: policy.UCT{C: 0.01}}, n)
	for _, child := range s.Root().Children() {
		if child.Action() == 0 {
			outcomes := child.Children()
			visits := float64(outcomes[0].Visits() + outcomes[1].Visits())
			want := (0.1*float64(outcomes[0].Visits()) + 0.3*float64(outcomes[1].Visits())) / visits
			require.InDelta(t, want, child.Mean(), 1e-6)
		}
	}
	require.Greater(t, r.Children[0].Visits, n*9/10)
}

// The tree is the tree of the textbook: the search agrees, visit for visit, with a version written
// for clarity.
func TestAgreesWithNaiveUCT(t *testing.T) {
	mcts.OneGoroutine(t)
	for seed := range uint64(20) {
		var root tictactoe.State
		naive := newNaive(tictactoe.Game{}, policy.DefaultC, seed)
		want := naive.run(root, 1500)
		_, r := search(t, bare[tictactoe.State, tictactoe.Cell]{tictactoe.Game{}}, root, mcts.Config{Seed: seed}, 1500)
		for _, c := range r.Children {
			require.Equal(t, want[c.Action], c.Visits, "seed %d, %v", seed, c.Action)
		}

		var board connect4.State
		wantDrops := newNaive(connect4.Game{}, 0.7, seed).run(board, 1000)
		cfg := mcts.Config{Seed: seed, Selection: policy.UCT{C: 0.7}}
		_, drops := search(t, bare[connect4.State, connect4.Drop]{connect4.Game{}}, board, cfg, 1000)
		for _, c := range drops.Children {
			require.Equal(t, wantDrops[c.Action], c.Visits, "seed %d, %v", seed, c.Action)
		}
	}
}

// last is a playout policy that takes the action with the highest number, and remembers what it was
// told.
type last struct{ info *policy.Info }

func (l last) New(info policy.Info) (policy.Chooser, error) {
	*l.info = info
	return l, nil
}

func (last) Choose(c *policy.Choice) int { return slices.Index(c.Actions, slices.Max(c.Actions)) }

// The playout policy orders the untried actions of the tree, by the numbers of the Indexer or,
// without one, in the order of their first appearance.
func TestPlayoutPolicyOrdersUntriedActions(t *testing.T) {
	hidden := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	for name, g := range map[string]mcts.Game[connect4.State, connect4.Drop]{"indexed": connect4.Game{}, "interned": hidden} {
		t.Run(name, func(t *testing.T) {
			var info policy.Info
			s, _ := search(t, g, connect4.State{}, mcts.Config{Playout: last{&info}}, 7)
			require.Equal(t, 2, info.Players)
			require.Equal(t, map[string]int{"indexed": 7}[name], info.Actions)
			for i, child := range s.Root().Children() {
				require.EqualValues(t, 6-i, child.Action())
				require.Equal(t, 1, child.Visits())
			}
		})
	}
}
