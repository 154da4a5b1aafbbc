package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// scribe is a playout policy that takes the first action, and records its calls.
type scribe struct {
	choices *[]policy.Choice
	traces  *[]policy.Trace
}

func newScribe() scribe { return scribe{new([]policy.Choice), new([]policy.Trace)} }

func (s scribe) New(policy.Info) (policy.Chooser, error) { return s, nil }

func (s scribe) Choose(c *policy.Choice) int {
	choice := *c
	choice.Actions, choice.History = slices.Clone(c.Actions), slices.Clone(c.History)
	*s.choices = append(*s.choices, choice)
	return 0
}

func (s scribe) Learn(t *policy.Trace) {
	trace := *t
	trace.Movers, trace.Plies, trace.Returns = slices.Clone(t.Movers), slices.Clone(t.Plies), slices.Clone(t.Returns)
	*s.traces = append(*s.traces, trace)
}

// stones is a blotto of which the action 1 is a pass, which player 1 finds first.
type stones struct{ blotto }

func (stones) AppendPlayerActions(dst []branch, _ *blottoState, player int) []branch {
	if player == 1 {
		return append(dst, 1, 0)
	}
	return append(dst, 0, 1)
}

func (stones) IsPass(a branch) bool { return a == 1 }

// Policies are called player by player, without seeing the joint action that the choice is part of,
// and receive its components in order, in the tree as in the playout.
func TestPliesOfJointActions(t *testing.T) {
	scribe := newScribe()
	g := blotto{players: 3, rounds: 3, choices: 2}
	s, _ := search[blottoState](t, g, blottoState{}, mcts.Config{Playout: scribe, Backup: movers{}}, 40)
	for k, c := range *scribe.choices {
		require.Zero(t, len(c.History)%3, "no part of the present joint action")
		if k < 9 {
			require.Equal(t, k%3, c.Player)
		}
	}
	for k, trace := range *scribe.traces {
		require.Len(t, trace.Plies, 9)
		require.Zero(t, trace.Leaf%3)
		require.Len(t, trace.Movers, trace.Leaf, "one entry for every part in the tree")
		for i, ply := range trace.Plies {
			require.EqualValues(t, i%3, ply.Player, "simulation %d", k)
			require.EqualValues(t, i%3, ply.Joint)
			if i < trace.Leaf {
				require.EqualValues(t, i%3, trace.Movers[i])
			}
		}
	}

	advance(t, s, 1, 0, 1)
	*scribe.traces = nil
	state := blottoState{}
	g.ApplyJoint(&state, []branch{1, 0, 1})
	run(t, s, state, 1)
	last := (*scribe.traces)[0]
	require.Equal(t, 3, last.Root)
	require.Len(t, last.Plies, 9, "what was played before is remembered")
	require.EqualValues(t, 2, last.Plies[2].Joint)
	require.Equal(t, last.Plies[0].Action, last.Plies[2].Action)
	require.NotEqual(t, last.Plies[0].Action, last.Plies[1].Action)
}

// movers credits with the returns, not being Average.
type movers struct{}

func (movers) Credit(t *policy.Trace, values []float64) { policy.Average{}.Credit(t, values) }

// A pass is left out, and the parts that remain are numbered without gaps.
func TestPassesInJointActions(t *testing.T) {
	scribe := newScribe()
	s, err := mcts.New[blottoState, branch](stones{blotto{players: 3, rounds: 1, choices: 2}}, mcts.Config{Playout: scribe})
	require.NoError(t, err)
	run(t, s, blottoState{}, 2) // all play the first action, then all the second
	first, second := (*scribe.traces)[0].Plies, (*scribe.traces)[1].Plies
	require.Len(t, first, 2)
	require.Equal(t, []int16{0, 2}, []int16{first[0].Player, first[1].Player})
	require.Equal(t, []uint16{0, 1}, []uint16{first[0].Joint, first[1].Joint})
	require.Len(t, second, 1)
	require.Zero(t, second[0].Joint)
}

// The returns that a Backup changes reach every component of a joint action.
func TestBackupOfJointActions(t *testing.T) {
	g := blotto{players: 2, rounds: 2, choices: 3}
	s, _ := search[blottoState](t, g, blottoState{}, mcts.Config{Backup: backup{0.25}}, 500)
	same, _ := search[blottoState](t, g, blottoState{}, mcts.Config{Backup: movers{}, Seed: 4}, 500)
	want, _ := search[blottoState](t, g, blottoState{}, mcts.Config{Seed: 4}, 500)
	require.Equal(t, treeOf(want.Root()), treeOf(same.Root()))
	for p := range 2 {
		for _, c := range s.Root().Choices(p) {
			require.InDelta(t, 0.25, c.Mean, 1e-9)
		}
	}
	for _, first := range s.Root().Children() {
		for _, second := range first.Children() {
			if second.Visits() > 0 {
				require.InDelta(t, 0.25, second.Mean(), 1e-9)
			}
		}
	}
}

// Policies that learn work at simultaneous-move nodes and keep their statistics in Advance.
func TestLearningFromJointActions(t *testing.T) {
	g := blotto{players: 3, rounds: 4, choices: 5}
	for _, p := range []policy.Playout{policy.MAST{}, policy.NST{}, policy.LGRF{}, mcts.DecisiveMoves{Playout: policy.NST{}}} {
		s, r := search[blottoState](t, g, blottoState{}, mcts.Config{Playout: p, Selection: policy.UCT{C: 0.3}}, 3000)
		require.Len(t, r.PV[:3], 3)
		joint := r.PV[:3]
		requireAdvance(t, true, s, joint...)
		state := blottoState{}
		g.ApplyJoint(&state, joint)
		again := run(t, s, state, 500)
		require.Greater(t, s.Root().Visits(), 500)
		require.Equal(t, 500, again.Simulations)
	}
}
