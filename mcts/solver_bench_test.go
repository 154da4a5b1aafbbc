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

// BenchmarkSolver measures how much longer a search with a Solver takes from the start position, as
// a multiple of the search without one.
func BenchmarkSolver(b *testing.B) {
	small, err := breakthrough.New(6, 6)
	require.NoError(b, err)
	for _, probe := range []bool{false, true} {
		benchmarkSolver(b, "connect4", connect4.Game{}, connect4.State{}, probe)
		benchmarkSolver(b, "breakthrough-6x6", small, small.Start(), probe)
		benchmarkSolver(b, "connect-five", gomoku.Game{}, gomoku.State{}, probe)
	}
}

func benchmarkSolver[S any, A comparable](b *testing.B, name string, g mcts.Game[S, A], root S, probe bool) {
	b.Run(fmt.Sprintf("game=%s/probe=%t", name, probe), func(b *testing.B) {
		const simulations = 10_000
		searching := func(cfg mcts.Config) func() {
			s, err := mcts.New(g, cfg)
			require.NoError(b, err)
			return func() {
				s.Reset(0)
				_, err = s.Run(bg, &root, mcts.Budget{Simulations: simulations})
				require.NoError(b, err)
			}
		}
		on := searching(mcts.Config{Solver: &mcts.Solver{Probe: probe}})
		for b.Loop() {
			on()
		}
		b.ReportMetric(ratio(on, searching(mcts.Config{})), "xoff")
	})
}
