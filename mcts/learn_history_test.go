package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// What was really played stands before the root, as far as Advance was told, also where the tree
// ends.
func TestHistory(t *testing.T) {
	told := &spy{}
	g := connect4.Game{}
	s, _ := search(t, g, connect4.State{}, mcts.Config{Playout: told}, 20)
	state, r := connect4.State{}, rng.New(1)
	var want []policy.Ply
	for ply := range 12 {
		actions := g.AppendActions(nil, &state)
		a := actions[r.IntN(len(actions))]
		want = append(want, policy.Ply{Action: int32(a), Player: int16(ply % 2)})
		advance(t, s, a)
		g.Apply(&state, a)
		if ply%3 == 2 {
			told.traces, told.choices = nil, nil
			run(t, s, state, 5)
			for _, trace := range told.traces {
				require.Equal(t, want, trace.Plies[:trace.Root])
			}
			for _, c := range told.choices {
				require.Equal(t, want, c.History[:len(want)])
			}
		}
	}
	told.traces = nil
	run(t, s, connect4.State{}, 5)
	require.Zero(t, told.traces[0].Root, "another root has another history")
}

func TestHistoryIsBounded(t *testing.T) {
	told := &spy{}
	g := &script{players: 1}
	next := g.leaf(1)
	for range 300 {
		next = g.node(0, next, next)
	}
	s, _ := search[int, branch](t, g, next, mcts.Config{Playout: told}, 2)
	state := next
	var played []int32
	r := rng.New(1)
	for range 290 {
		a := branch(r.IntN(2))
		advance(t, s, a)
		g.Apply(&state, a)
		played = append(played, int32(a))
	}
	told.traces = nil
	run(t, s, state, 1)
	root := told.traces[0].Root
	require.LessOrEqual(t, root, 64)
	require.GreaterOrEqual(t, root, 16)
	for i, p := range told.traces[0].Plies[:root] {
		require.Equal(t, played[len(played)-root+i], p.Action)
	}
}

// Policies age once before the first simulation after real moves, however many there were.
func TestAge(t *testing.T) {
	told := &spy{}
	g := connect4.Game{}
	s, r := search(t, g, connect4.State{}, mcts.Config{Playout: told}, 10)
	run(t, s, connect4.State{}, 10)
	require.Empty(t, told.aged, "no move was made")
	state := connect4.State{}
	for range 2 {
		advance(t, s, r.Action)
		g.Apply(&state, r.Action)
	}
	run(t, s, state, 10)
	run(t, s, state, 10)
	require.Equal(t, []int{20}, told.aged)
	require.Equal(t, []int{2}, told.plies)
	run(t, s, connect4.State{}, 10)
	require.Equal(t, []int{20, 40}, told.aged, "another root is a move as well")
	require.Equal(t, []int{2, 1}, told.plies, "how many moves lead there is unknown")
	s.Reset(0)
	run(t, s, connect4.State{}, 10)
	require.Len(t, told.aged, 2, "after Reset nothing is learned that could age")
}

// passing is Connect Four where a drop into the first column counts as a pass.
type passing struct{ connect4.Game }

func (passing) IsPass(a connect4.Drop) bool { return a == 0 }

func TestPassesAreNoPlies(t *testing.T) {
	told := &spy{}
	s, _ := search[connect4.State, connect4.Drop](t, passing{}, connect4.State{}, mcts.Config{Playout: told}, 100)
	advance(t, s, 0)
	state := connect4.State{}
	connect4.Game{}.Apply(&state, 0)
	run(t, s, state, 100)
	for _, trace := range told.traces {
		require.Zero(t, trace.Root)
		for _, p := range trace.Plies {
			require.NotZero(t, p.Action)
		}
	}
}
