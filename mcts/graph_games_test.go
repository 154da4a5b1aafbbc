package mcts_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Priors, predictions and implicit minimax values go with a graph, and so do limits of memory.
func TestGraphOfBreakthrough(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, cfg := range map[string]mcts.Config{
		"PUCT":       {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"evaluator":  {Prediction: &mcts.Prediction{}},
		"batches":    {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"implicit":   {Selection: policy.ImplicitMinimax{}},
		"in batches": {Selection: policy.ImplicitMinimax{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"NST":        {Playout: policy.NST{}, Solver: &mcts.Solver{Probe: true}},
		"few nodes":  {MaxNodes: 200},
		"few bytes":  {MaxBytes: 1 << 20},
		"ensemble":   {Parallel: mcts.RootParallel{Trees: 3, Workers: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg.Graph = true
			s, err := mcts.New[breakthrough.State, breakthrough.Move](g, cfg)
			require.NoError(t, err)
			for state := g.Start(); len(g.AppendActions(nil, &state)) > 0; {
				r := run(t, s, state, 3000)
				if cfg.MaxNodes > 0 {
					require.LessOrEqual(t, r.Nodes, cfg.MaxNodes)
				}
				if cfg.MaxBytes > 0 {
					require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
				}
				advance(t, s, r.Action)
				require.NoError(t, s.Check())
				g.Apply(&state, r.Action)
			}
		})
	}
}

// A solver proves that tic-tac-toe is a draw, as it does in a tree, with fewer nodes.
func TestGraphProvesADraw(t *testing.T) {
	g := tictactoe.Game{}
	_, r := search(t, g, g.Start(), mcts.Config{Graph: true, Solver: &mcts.Solver{}}, 100_000)
	require.True(t, r.Proven)
	for _, bounds := range r.Bounds {
		require.Equal(t, [2]float64{0.5, 0.5}, bounds)
	}
	require.Less(t, r.Nodes, 5478)
}

// A graph takes no more memory after many moves of self-play than after some.
func TestGraphKeepsItsMemory(t *testing.T) {
	mcts.OneGoroutine(t)
	g, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	s, err := mcts.New(g, mcts.Config{Graph: true})
	require.NoError(t, err)
	early, state := int64(0), g.Start()
	for move := 1; move <= 1000; move++ {
		r, err := s.Run(bg, &state, mcts.Budget{Simulations: 1000})
		require.NoError(t, err)
		advance(t, s, r.Action)
		if g.Apply(&state, r.Action); len(g.AppendActions(nil, &state)) == 0 {
			state = g.Start()
		}
		if move == 100 {
			early = r.Bytes
		}
		require.True(t, move < 100 || float64(r.Bytes) <= 1.05*float64(early), "%d after %d moves, %d after 100", r.Bytes, move, early)
	}
	require.NoError(t, s.Check())
	before := s.Bytes()
	s.Trim()
	require.Less(t, s.Bytes(), before)
	require.NoError(t, s.Check())
	run(t, s, state, 1000)
}

// What a graph does not go with, New says, and Save says that it does not save one.
func TestGraphIsNotSaved(t *testing.T) {
	s, err := mcts.New[tictactoe.State](tictactoe.Game{}, mcts.Config{Graph: true})
	require.NoError(t, err)
	run(t, s, tictactoe.Game{}.Start(), 10)
	err = s.Save(new(bytes.Buffer))
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "Config.Graph is set")
}
