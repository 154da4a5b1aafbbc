package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// noops is tic-tac-toe in which the other player does nothing after every move, as in a game
// description of simultaneous moves that are none.
type noops struct{ tictactoe.Game }

// noopState says in idle whether a player is to do nothing.
type noopState struct {
	tictactoe.State
	idle bool
}

const noop = tictactoe.Cell(9)

func (g noops) ToMove(s *noopState) int {
	mover := g.Game.ToMove(&s.State)
	if s.idle { // the one who has just moved
		return 1 - mover
	}
	return mover
}

func (g noops) AppendActions(dst []tictactoe.Cell, s *noopState) []tictactoe.Cell {
	if s.idle {
		return append(dst, noop)
	}
	return g.Game.AppendActions(dst, &s.State)
}

func (g noops) Apply(s *noopState, a tictactoe.Cell) {
	if s.idle = !s.idle; s.idle {
		g.Game.Apply(&s.State, a)
	}
}

func (g noops) Returns(s *noopState, out []float64) { g.Game.Returns(&s.State, out) }

func TestRecognizePasses(t *testing.T) {
	start := noopState{}
	g, err := mcts.RecognizePasses[noopState, tictactoe.Cell](noops{}, &start, 20, 1)
	require.NoError(t, err)
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	require.NotNil(t, rules.Passer)
	require.True(t, rules.Passer.IsPass(noop))
	for cell := range noop {
		require.False(t, rules.Passer.IsPass(cell))
	}

	// A policy sees the moves of the two players one after the other.
	told := &spy{}
	search(t, g, start, mcts.Config{Playout: told}, 50)
	for _, trace := range told.traces {
		for i, p := range trace.Plies {
			require.NotEqualValues(t, noop, p.Action)
			require.EqualValues(t, i%2, p.Player)
		}
	}
}

// The passes of Othello are found as its rules tell them, and games without any stay as they are.
func TestRecognizePassesOfGames(t *testing.T) {
	g := othello.Game{}
	start := g.Start()
	found, err := mcts.RecognizePasses[othello.State, othello.Move](unnamed{g}, &start, 50, 1)
	require.NoError(t, err)
	passer, ok := game.As[mcts.Passer[othello.Move]](found)
	require.True(t, ok)
	for a := range othello.Move(65) {
		require.Equal(t, g.IsPass(a), passer.IsPass(a), a)
	}
	known, err := mcts.RecognizePasses[othello.State, othello.Move](g, &start, 50, 1)
	require.NoError(t, err)
	rules, err := game.NewRules(known)
	require.NoError(t, err)
	require.Nil(t, rules.Recorder, "a recorded playout of the game knows its own passes only")

	b := breakthrough.Game{}
	first := b.Start()
	same, err := mcts.RecognizePasses[breakthrough.State, breakthrough.Move](b, &first, 20, 1)
	require.NoError(t, err)
	require.Equal(t, mcts.Game[breakthrough.State, breakthrough.Move](b), same)
}

// unnamed hides that Othello knows its passes.
type unnamed struct{ othello.Game }

func (unnamed) Supports(c game.Capability) bool { return c != game.HasPasser }

// A search without a learning policy plays the same with and without recognized passes.
func TestRecognizedPassesKeepPlayouts(t *testing.T) {
	g := othello.Game{}
	start := g.Start()
	found, err := mcts.RecognizePasses[othello.State, othello.Move](g, &start, 50, 1)
	require.NoError(t, err)
	require.NotEqual(t, mcts.Game[othello.State, othello.Move](g), found)
	rules, err := game.NewRules(found)
	require.NoError(t, err)
	require.NotNil(t, rules.Playouter)
	cfg := mcts.Config{Playout: policy.Uniform{}}
	_, plain := search[othello.State, othello.Move](t, g, start, cfg, 200)
	_, wrapped := search(t, found, start, cfg, 200)
	require.Equal(t, plain.Children, wrapped.Children)
}

func TestRecognizePassesErrors(t *testing.T) {
	g := tictactoe.Game{}
	start := g.Start()
	_, err := mcts.RecognizePasses[tictactoe.State, tictactoe.Cell](g, nil, 1, 1)
	require.ErrorContains(t, err, "the start is nil")
	_, err = mcts.RecognizePasses[tictactoe.State, tictactoe.Cell](g, &start, 0, 1)
	require.ErrorContains(t, err, "games is 0")
	_, err = mcts.RecognizePasses[tictactoe.State, tictactoe.Cell](nil, &start, 1, 1)
	require.ErrorContains(t, err, "the game is nil")
}
