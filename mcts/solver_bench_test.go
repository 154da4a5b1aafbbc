package mcts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/mcts"
)

// What proofs cost from the start position: searches with a Solver and without one.
func BenchmarkSolver(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	for name, solver := range map[string]*mcts.Solver{"off": nil, "on": {}, "probe": {Probe: true}} {
		benchmarkSolver(b, "connect4", connect4.Game{}, connect4.State{}, name, solver)
		benchmarkSolver(b, "breakthrough6x6", small, small.Start(), name, solver)
		benchmarkSolver(b, "gomoku", gomoku.Game{}, gomoku.State{}, name, solver)
	}
}

func benchmarkSolver[S any, A comparable](b *testing.B, game string, g mcts.Game[S, A], start S, name string, solver *mcts.Solver) {
	b.Run(fmt.Sprintf("game=%s/solver=%s", game, name), func(b *testing.B) {
		benchmarkConfig(b, g, start, mcts.Config{Solver: solver}, 10_000)
	})
}
