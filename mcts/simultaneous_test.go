package mcts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// drawJoint draws a game like drawScript, in which about every second node is one where all players
// choose, the root among them.
func drawJoint(t *rapid.T) *script {
	g := &script{players: rapid.IntRange(1, 3).Draw(t, "players"), joint: true}
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	for len(g.nodes) == 0 || g.nodes[0].Player != mcts.Simultaneous {
		g.nodes = nil
		g.grow(r, 3, true)
	}
	return g
}

// drawJointConfig draws strategies, with those that mix and those that learn.
func drawJointConfig(t *rapid.T) mcts.Config {
	cfg := drawConfig(t)
	if s := rapid.SampledFrom([]policy.Selection{nil, policy.Exp3{}, policy.RegretMatching{Gamma: 0.3}}).Draw(t, "mixing"); s != nil {
		cfg.Selection = s
	}
	cfg.Playout = rapid.SampledFrom([]policy.Playout{
		nil, policy.NST{K: 1}, policy.LGRF{}, mcts.DecisiveMoves{Anti: true},
	}).Draw(t, "playout")
	return cfg
}

// The laws of TestLaws, for games that mix single players, all at once, and chance, in all kinds of
// search for them. Every player's choices are counted once per simulation.
func TestLawsOfJointActions(t *testing.T) {
	for name, p := range parallels {
		if !joint(p) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			defer testkit.CheckGoroutines(t)()
			testkit.Check(t, func(t *rapid.T) {
				g := drawJoint(t)
				cfg := drawJointConfig(t)
				cfg.Parallel = withWorkers(p, rapid.IntRange(1, 4).Draw(t, "workers"))
				cfg.Solver = rapid.SampledFrom([]*mcts.Solver{nil, {GeneralSum: true}, {GeneralSum: true, Probe: true}}).Draw(t, "solver")
				n := rapid.IntRange(1, 300).Draw(t, "simulations")
				seat := rapid.IntRange(0, g.players-1).Draw(t, "player")
				s, r := searchAs[int](t, g, 0, cfg, seat, n)
				g.requireJointLaws(t, s, r, cfg, seat, n)

				again, r2 := searchAs[int](t, g, 0, cfg, seat, n)
				r.Elapsed, r2.Elapsed = 0, 0
				require.Equal(t, r, r2)
				require.Equal(t, treesOf(s), treesOf(again))

				advance(t, s, r.PV[:g.players]...)
				require.NoError(t, s.Check())
				next, kept := 0, visitsOf(s)
				g.ApplyJoint(&next, r.PV[:g.players])
				if node := g.nodes[next]; node.Player != mcts.Chance && len(node.Children) > 0 {
					r = run(t, s, next, n)
					require.Equal(t, kept+r.Simulations, visitsOf(s))
				}
			})
		})
	}
}

// requireJointLaws verifies the first result of a search for the player of a seat.
func (g *script) requireJointLaws(
	t *rapid.T, s *mcts.Search[int, branch], r mcts.Result[branch], cfg mcts.Config, seat, n int,
) {
	if r.Stop != mcts.StopDecided {
		require.Equal(t, n, r.Simulations)
	}
	for p, count := range g.nodes[0].Counts {
		visits := make([]int, count)
		for _, root := range s.Roots() {
			player, known := root.Player()
			require.True(t, known)
			require.Equal(t, mcts.Simultaneous, player)
			require.Len(t, root.Choices(p), count)
			for _, c := range root.Choices(p) {
				visits[c.Action] += c.Visits
				require.True(t, c.Mean >= 0 && c.Mean <= 1, "%v", c)
			}
		}
		sum := 0
		for _, v := range visits {
			sum += v
			if len(s.Roots()) == 1 && cfg.Parallel == nil && r.Simulations >= count {
				require.Positive(t, v, "all are tried, even in a full tree")
			}
		}
		require.Equal(t, r.Simulations, sum)
		if p == seat {
			require.Len(t, r.Children, count)
			for _, c := range r.Children {
				require.Equal(t, visits[c.Action], c.Visits)
			}
		}
	}
	for _, none := range []int{g.players, mcts.Chance, mcts.Simultaneous} {
		require.Nil(t, s.Root().Choices(none))
	}
	if cfg.MaxNodes > 0 {
		require.LessOrEqual(t, r.Nodes, max(cfg.MaxNodes, len(s.Roots())*(1+slices.Max(g.nodes[0].Counts))))
	} else {
		require.False(t, r.Full)
	}
	require.Equal(t, r.Action, r.PV[seat])
	g.playOut(t, r.PV)
}

// playOut plays a variation from the root, with the components of a joint action in player order.
func (g *script) playOut(t require.TestingT, pv []branch) {
	state := 0
	for len(pv) > 0 {
		n := g.nodes[state]
		if n.Player != mcts.Simultaneous {
			require.Less(t, int(pv[0]), len(n.Children))
			g.Apply(&state, pv[0])
			pv = pv[1:]
			continue
		}
		if len(pv) < g.players {
			return // the tree ends between the parts
		}
		for p, a := range pv[:g.players] {
			require.Less(t, int(a), n.Counts[p])
		}
		g.ApplyJoint(&state, pv[:g.players])
		pv = pv[g.players:]
	}
}

// Advance keeps the statistics below an action or a joint action, and the search continues with
// them.
func TestAdvanceThroughJointActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawJoint(t)
		s, _ := search[int](t, g, 0, drawJointConfig(t), rapid.IntRange(1, 200).Draw(t, "simulations"))
		for state := 0; len(g.nodes[state].Children) > 0; {
			var want tree
			if n := g.nodes[state]; n.Player == mcts.Simultaneous {
				var joint []branch
				for _, count := range n.Counts {
					joint = append(joint, branch(rapid.IntRange(0, count-1).Draw(t, "part")))
				}
				want = jointChild(s.Root(), joint)
				g.ApplyJoint(&state, joint)
				requireAdvance(t, want.visits > 0, s, joint...)
			} else {
				k := branch(rapid.IntRange(0, len(n.Children)-1).Draw(t, "child"))
				want = jointChild(s.Root(), []branch{k})
				g.Apply(&state, k)
				requireAdvance(t, want.visits > 0, s, k)
			}
			require.NoError(t, s.Check())
			require.Equal(t, want, treeOf(s.Root()))
			if n := g.nodes[state]; len(n.Children) > 0 && n.Player != mcts.Chance {
				run(t, s, state, 30)
			}
		}
	})
}

// jointChild returns the subtree after the components of a joint action, or after one action.
func jointChild(n mcts.Node[branch], components []branch) tree {
	for _, a := range components {
		k := slices.IndexFunc(n.Children(), func(c mcts.Node[branch]) bool { return c.Action() == a })
		if k < 0 {
			return tree{}
		}
		n = n.Children()[k]
	}
	return treeOf(n)
}

// The tree of joint actions that Advance compacts spreads over several chunks.
func TestAdvanceOverChunks(t *testing.T) {
	mcts.OneGoroutine(t)
	for i, cfg := range []mcts.Config{{Selection: exploring}, {Selection: policy.Exp3{Gamma: 0.5}}, {Selection: exploring, MaxNodes: 20_000}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			g := blotto{players: 3, rounds: 4, choices: 6}
			s, r := search[blottoState](t, g, blottoState{}, cfg, 10_000)
			require.Greater(t, r.Bytes, int64(1_000_000))
			state := blottoState{}
			for range 3 {
				var joint []branch
				for p := range g.players {
					joint = append(joint, mostVisited(s.Root().Choices(p)))
				}
				want := jointChild(s.Root(), joint)
				g.ApplyJoint(&state, joint)
				requireAdvance(t, want.visits > 0, s, joint...)
				require.NoError(t, s.Check())
				require.Equal(t, want, treeOf(s.Root()))
				run(t, s, state, 3000)
			}
		})
	}
}

func mostVisited(choices []mcts.Child[branch]) branch {
	return slices.MaxFunc(choices, func(a, b mcts.Child[branch]) int { return a.Visits - b.Visits }).Action
}

// blotto is a game of some rounds, in each of which all players bid at the same time: the highest
// bidder wins so much, and the player with the highest total bid is charged for it.
type blotto struct{ players, rounds, choices int }

type blottoState struct {
	round     int
	won, paid [4]int
}

func (g blotto) NumPlayers() int { return g.players }

func (g blotto) ToMove(s *blottoState) int {
	if s.round < g.rounds {
		return mcts.Simultaneous
	}
	return 0
}
func (g blotto) AppendActions(dst []branch, _ *blottoState) []branch { return dst }
func (g blotto) Apply(*blottoState, branch)                          {}

func (g blotto) AppendPlayerActions(dst []branch, _ *blottoState, _ int) []branch {
	for k := range g.choices {
		dst = append(dst, branch(k))
	}
	return dst
}

func (g blotto) ApplyJoint(s *blottoState, joint []branch) {
	s.round++
	high := slices.Max(joint)
	for p, bid := range joint {
		s.paid[p] += int(bid)
		if bid == high {
			s.won[p] += g.choices
		}
	}
}

func (g blotto) Returns(s *blottoState, out []float64) {
	for p := range out {
		out[p] = float64(s.won[p]-s.paid[p]+g.rounds*g.choices) / float64(2*g.rounds*g.choices)
	}
}

// The principal variation at a simultaneous-move root has the chosen action in the place of the
// player whose action is wanted, and of every other player the action it chose most.
func TestVariationAtAJointRoot(t *testing.T) {
	g := &script{players: 2}
	root := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 3}, Children: []int{
		g.leaf(1, 0), g.leaf(1, 0), g.leaf(1, 1), // Action 0 of player 0, and 2 of player 1, are best.
		g.leaf(0, 0), g.leaf(0, 0), g.leaf(0, 1),
	}})
	for player, want := range []branch{0, 2} {
		_, r := searchAs[int, branch](t, g, root, mcts.Config{}, player, 300)
		require.Equal(t, want, r.Action)
		require.Equal(t, []branch{0, 2}, r.PV)
	}
}

// What is proven below a joint action is proven of the node that the joint action leads to.
func TestProofsBelowAJointAction(t *testing.T) {
	for _, probe := range []bool{false, true} {
		g := &script{players: 2}
		choice := func() int { return g.node(1, g.leaf(1, 0), g.leaf(1, 0)) }
		root := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{1, 2}, Children: []int{choice(), choice()}})
		s, _ := searchAs[int, branch](t, g, root, mcts.Config{Solver: &mcts.Solver{Probe: probe}}, 0, 20)
		for _, n := range s.Root().Children()[0].Children() {
			lower, upper := n.Bounds(0)
			require.Equal(t, []float64{1, 1}, []float64{lower, upper}, "after %d", n.Action())
		}
	}
}

// So it is if chance moves there, also after two joint actions, of which the first stays open.
func TestChanceAfterAJointAction(t *testing.T) {
	for _, probe := range []bool{false, true} {
		g := &script{players: 2}
		chance := g.add(scriptNode{Player: mcts.Chance, Probs: []float64{0.25, 0.75}, Children: []int{g.leaf(1, 0), g.leaf(0, 1)}})
		second := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 1}, Children: []int{chance, chance}})
		root := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{1, 2}, Children: []int{chance, second}})
		s, _ := searchAs[int, branch](t, g, root, mcts.Config{Selection: policy.UCT{C: 5}, Solver: &mcts.Solver{Probe: probe}}, 0, 200)
		requireQuarter := func(n mcts.Node[branch]) {
			lower, upper := n.Bounds(0)
			require.InDelta(t, 0.25, lower, within)
			require.InDelta(t, 0.25, upper, within)
		}
		after := s.Root().Children()[0].Children()
		require.Len(t, after, 2)
		for _, n := range after {
			if n.Action() == 0 {
				requireQuarter(n)
				continue
			}
			lower, upper := n.Bounds(0)
			require.Equal(t, []float64{0, 1}, []float64{lower, upper}, "what the players choose is open")
			require.Len(t, n.Children(), 2)
			for _, first := range n.Children() {
				require.Len(t, first.Children(), 1)
				requireQuarter(first.Children()[0])
			}
		}
	}
}
