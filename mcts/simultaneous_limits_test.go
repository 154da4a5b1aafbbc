package mcts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// In a full tree the players continue learning at the nodes there are.
func TestJointActionsInAFullTree(t *testing.T) {
	g := blotto{players: 3, rounds: 4, choices: 6}
	for i, cfg := range []mcts.Config{{MaxNodes: 1}, {MaxNodes: 50}, {MaxBytes: 600_000}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			cfg.Selection = exploring
			s, r := search[blottoState](t, g, blottoState{}, cfg, 20_000)
			require.True(t, r.Full)
			require.Equal(t, 20_000, r.Simulations)
			if cfg.MaxNodes > 0 {
				require.Equal(t, max(cfg.MaxNodes, 1+g.choices), r.Nodes)
			} else {
				require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
			}
			for p := range g.players {
				visits := 0
				for _, c := range s.Root().Choices(p) {
					visits += c.Visits
				}
				require.Equal(t, 20_000, visits)
			}
			joint := slices.Clone(r.PV[:g.players])
			advance(t, s, joint...) // which may have been left out of the tree
			require.NoError(t, s.Check())
			state := blottoState{}
			g.ApplyJoint(&state, joint)
			run(t, s, state, 100)
		})
	}
}

func TestNoAllocationPerJointSimulation(t *testing.T) {
	mcts.OneGoroutine(t)
	g := blotto{players: 3, rounds: 4, choices: 3}
	for i, cfg := range []mcts.Config{
		{}, {Selection: policy.RegretMatching{}}, {Selection: policy.UCB1Tuned{}}, {Playout: playout{chooser(0)}}, {Backup: backup{}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s, err := mcts.New[blottoState, branch](g, cfg)
			require.NoError(t, err)
			allocations := func(n int) float64 {
				return testing.AllocsPerRun(3, func() {
					s.Reset(0)
					_, err = s.Run(bg, &blottoState{}, mcts.Budget{Simulations: n})
					require.NoError(t, err)
				})
			}
			many := allocations(3000) // also makes the room
			few := allocations(300)
			require.InDelta(t, few, many, 30, "%+v", cfg)
		})
	}
}

// The chosen action is one of Budget.Player. In this game player p + 1 has one action fewer than
// player p.
func TestActionOfOnePlayer(t *testing.T) {
	g := &script{players: 3}
	root := scriptNode{Player: mcts.Simultaneous, Counts: []int{3, 2, 1}}
	for a := range 3 {
		for b := range 2 {
			root.Children = append(root.Children, g.leaf(float64(a)/2, float64(1-b), 0.5))
		}
	}
	start := g.add(root)
	for player, want := range []branch{2, 0, 0} {
		s, r := searchAs[int](t, g, start, mcts.Config{}, player, 1000)
		require.Equal(t, want, r.Action)
		require.Len(t, r.Children, 3-player)
		require.Equal(t, []branch{2, 0, 0}, r.PV)
		require.Equal(t, r.PV, s.Root().PV())
		if player == 2 {
			require.Equal(t, mcts.StopForced, r.Stop)
		}
	}
	// Without a simulation, the first action of everyone.
	s, err := mcts.New[int, branch](g, mcts.Config{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(bg)
	cancel()
	r, err := s.Run(ctx, &start, mcts.Budget{Player: 1})
	require.Error(t, err)
	require.Equal(t, []branch{0, 0, 0}, r.PV)
}

func TestAdvanceOfTheWrongKind(t *testing.T) {
	g := &script{players: 2}
	pair := func(a, b int) scriptNode {
		return scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 1}, Children: []int{a, b}}
	}
	single := g.node(0, g.leaf(0, 1), g.leaf(1, 0))
	start := g.add(pair(single, g.leaf(0.5, 0.5)))
	s, err := mcts.New[int, branch](g, mcts.Config{})
	require.NoError(t, err)
	requireAdvance(t, false, s, 0, 0)
	run(t, s, start, 50)
	for _, wrong := range [][]branch{{0}, {0, 0, 0}, {2, 0}, {0, 1}, nil} {
		_, err := s.Advance(wrong...)
		require.Error(t, err)
		require.Equal(t, 50, s.Root().Visits(), "the tree is as it was")
	}
	_, err = s.Advance(0)
	require.EqualError(t, err, "mcts: Advance got 1 actions, want 2")
	requireAdvance(t, true, s, 0, 0)
	run(t, s, single, 50)
	_, err = s.Advance(0, 0)
	require.EqualError(t, err, "mcts: Advance got 2 actions, want 1")
}

func TestFaultsOfJointActions(t *testing.T) {
	g := &script{players: 2}
	leaf := g.leaf(0.5, 0.5)
	joint := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{1, 1}, Children: []int{leaf}})
	lazy := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{1, 0}, Children: []int{leaf}})
	wide := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{9000, 9000}})
	hidden := bare[int, branch]{g}
	for _, c := range []struct {
		want string
		game mcts.Game[int, branch]
		root int
		cfg  mcts.Config
	}{
		{"ToMove is Simultaneous, and it has no AppendPlayerActions", hidden, joint, mcts.Config{}},
		{"ToMove is Simultaneous, and it has no AppendPlayerActions", hidden, g.node(0, joint, leaf), mcts.Config{}},
		{"script: player 1 has no action where all players choose", g, lazy, mcts.Config{}},
		{"script: player 1 has no action where all players choose", g, g.node(0, lazy, leaf), mcts.Config{}},
		{"the players have 18000 actions at one state, want at most 16381", g, wide, mcts.Config{}},
		{"Selection mcts_test.selection chose child 7 of 1", g, joint, mcts.Config{Selection: selection(7)}},
		{"Selection mcts_test.fixedSample sampled child 0 with probability 0", g, joint, mcts.Config{Selection: fixedSample{0, 0}}},
		{"Selection mcts_test.fixedSample chose child 5 of 1", g, joint, mcts.Config{Selection: fixedSample{5, 1}}},
		{"Playout mcts_test.chooser chose action 1 of 1", g, joint, mcts.Config{Playout: playout{chooser(1)}}},
	} {
		s, err := mcts.New(c.game, c.cfg)
		require.NoError(t, err)
		_, err = s.Run(bg, &c.root, mcts.Budget{Simulations: 50})
		require.ErrorContains(t, err, c.want)
		require.Zero(t, s.Root().Visits())
	}
	s, err := mcts.New[int, int](mute{}, mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1})
	require.ErrorContains(t, err, "ToMove is Simultaneous, and it has no AppendPlayerActions")

	s, err = mcts.New[int, int](mute{}, mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1, Player: 2})
	require.ErrorContains(t, err, "mcts: Budget.Player is 2, want 0..0")
	_, err = s.Run(bg, new(int), mcts.Budget{Simulations: 1, Player: -1})
	require.ErrorContains(t, err, "Budget.Player is -1")
	_, err = mcts.New[int, branch](g, mcts.Config{Selection: unmixed{}})
	require.ErrorContains(t, err, "mcts_test.unmixed needs weighted returns and does not say with what probability it chooses")
}

// mute is a game where all players choose, but in the way of a single one.
type mute struct{ stateOf[int] }

func (mute) ToMove(*int) int                       { return mcts.Simultaneous }
func (mute) AppendActions(dst []int, _ *int) []int { return append(dst, 1) }

// fixedSample always samples the same child with the same probability.
type fixedSample struct {
	child       int
	probability float64
}

func (f fixedSample) Select(*policy.Node) int            { return f.child }
func (f fixedSample) Sample(*policy.Node) (int, float64) { return f.child, f.probability }

// unmixed needs weighted returns and samples nothing.
type unmixed struct{ policy.UCT }

func (unmixed) Needs() policy.Needs { return policy.NeedWeighted }

// A MixedSelection sees the sums of the returns over their probabilities: the trial of both
// children counts as two draws of a half each, and then every visit as four of a quarter.
func TestWeightedSums(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(1), g.leaf(0.5))
	seen := []float64{}
	_, _ = search[int](t, g, root, mcts.Config{Selection: witness{&seen}}, 10)
	require.Equal(t, []float64{3, 7, 11, 15, 19, 23, 27, 31}, seen)
}

// witness draws the child that returns 1 with a probability of a quarter, and records the sum of
// both children.
type witness struct{ seen *[]float64 }

func (w witness) Select(*policy.Node) int { return 0 }
func (w witness) Needs() policy.Needs     { return policy.NeedWeighted }

func (w witness) Sample(n *policy.Node) (int, float64) {
	*w.seen = append(*w.seen, n.Weighted[0]+n.Weighted[1])
	if n.Children[0].Mean == 1 {
		return 0, 0.25
	}
	return 1, 0.25
}

// A Sampler and a Playouter are not asked where they have nothing to say.
func TestSamplerOfJointActions(t *testing.T) {
	g := &script{players: 2}
	joint := g.add(scriptNode{Player: mcts.Simultaneous, Counts: []int{1, 2}, Children: []int{g.leaf(1, 0), g.node(1, g.leaf(0, 1))}})
	root := g.node(0, joint, g.node(1, joint))
	_, want := search[int](t, g, root, mcts.Config{Seed: 3}, 300)
	asked := 0
	_, got := search[int](t, branchSampler{g, &asked}, root, mcts.Config{Seed: 3}, 300)
	require.Equal(t, want.Children, got.Children)
	require.Positive(t, asked)
}

type branchSampler struct {
	*script
	asked *int
}

func (g branchSampler) RandomAction(s *int, r *rng.Rand) (branch, bool) {
	*g.asked++
	if n := len(g.nodes[*s].Children); g.ToMove(s) != mcts.Simultaneous && n > 0 {
		return branch(r.IntN(n)), true
	}
	return 0, false
}

// The exports show a joint action as a branch of its parts.
func TestExportOfJointActions(t *testing.T) {
	s, r := search[int](t, matrices["biased"].payoff, 0, mcts.Config{Seed: 1}, 300)
	type exported struct {
		Visits   int
		Player   *int
		Children []exported
	}
	var whole exported
	require.NoError(t, json.Unmarshal([]byte(export(t, s.Root())), &whole))
	require.Equal(t, mcts.Simultaneous, *whole.Player)
	states, visits := 1, 0
	for _, row := range whole.Children {
		require.Equal(t, 1, *row.Player)
		for _, cell := range row.Children {
			require.Nil(t, cell.Player)
			visits += cell.Visits
			states++
		}
	}
	require.Equal(t, 300, visits)
	require.Equal(t, r.Nodes, states)

	var dot bytes.Buffer
	require.NoError(t, inspect.WriteDOT(&dot, s.Root(), 0))
	require.Contains(t, dot.String(), `label="player 0 2`)
	require.Contains(t, dot.String(), `label="player 1 2`)
	require.NotContains(t, dot.String(), "player -")
}
