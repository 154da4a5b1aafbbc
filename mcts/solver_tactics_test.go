package mcts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/mcts"
)

// TestSolverFindsWinsInThree gives a search that probes new nodes positions of random games with a
// forced win in three plies and none in one, where at most a quarter of the actions win so fast. It
// must answer most with one of these at 1,000 simulations.
func TestSolverFindsWinsInThree(t *testing.T) {
	mcts.OneGoroutine(t)
	t.Run("breakthrough", func(t *testing.T) {
		g, err := breakthrough.New(6, 6)
		require.NoError(t, err)
		winsInThree(t, g, g.Start(), 200, 0.95)
	})
	t.Run("connect4", func(t *testing.T) { winsInThree(t, connect4.Game{}, connect4.State{}, 200, 0.93) })
	t.Run("gomoku", func(t *testing.T) { winsInThree(t, gomoku.Game{}, gomoku.State{}, 100, 0.84) })
}

func winsInThree[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, positions int, want float64) {
	t.Parallel()
	seeds := 4
	if !*long {
		positions, seeds = positions/4, 1
	}
	set := collectThrees(t, g, start, positions)
	solved := map[bool]int{}
	for _, probing := range []bool{false, true} {
		cfg := mcts.Config{Solver: &mcts.Solver{Probe: probing}}
		if !*long && !probing {
			continue
		}
		solved[probing] = positions*seeds - len(failures(t, g, cfg, set, 1000, seeds))
	}
	plain := 0
	if *long {
		plain = positions*seeds - len(failures(t, g, mcts.Config{}, set, 1000, seeds))
	}
	share := float64(solved[true]) / float64(positions*seeds)
	t.Logf("of %d searches, %d answer right without a Solver, %d with one, %d if it probes (%.3f)",
		positions*seeds, plain, solved[false], solved[true], share)
	require.GreaterOrEqual(t, share, want)
}

// collectThrees takes from each of many random games its last position with a forced win in three.
func collectThrees[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, positions int) (set []puzzle[S, A]) {
	for seed := uint64(1); len(set) < positions; seed++ {
		for _, s := range slices.Backward(randomGame(t, g, start, seed)) {
			actions := g.AppendActions(nil, &s)
			if fastest := winningInThree(g, s, actions); len(fastest) > 0 && len(fastest) <= len(actions)/4 {
				set = append(set, puzzle[S, A]{s, fastest})
				break
			}
		}
	}
	return set
}

// winningInThree returns the actions after which every reply allows a win in one, unless there is a
// win in one at once.
func winningInThree[S any, A comparable](g mcts.Game[S, A], s S, actions []A) (wins []A) {
	if len(winning(g, s)) > 0 {
		return nil
	}
	for _, a := range actions {
		next := s
		g.Apply(&next, a)
		replies := g.AppendActions(nil, &next)
		forced := len(replies) > 0 && len(winning(g, next)) == 0
		for k := 0; forced && k < len(replies); k++ {
			after := next
			g.Apply(&after, replies[k])
			forced = len(winning(g, after)) > 0
		}
		if forced {
			wins = append(wins, a)
		}
	}
	return wins
}
