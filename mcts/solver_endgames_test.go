package mcts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

// TestSolverEndGames gives searches of 10,000 simulations positions of random games of Connect Four
// after 20 plies. What they prove must be best. With one worker or two, a Solver has to save
// simulations; how many, and how many chosen actions are best, is logged.
func TestSolverEndGames(t *testing.T) {
	positions := endGames(t, 5)
	if *long {
		positions = endGames(t, 100)
	}
	for _, c := range []struct {
		name string
		cfg  mcts.Config
	}{
		{"no Solver, one worker", mcts.Config{Parallel: mcts.TreeParallel{Workers: 1}}},
		{"no Solver, two workers", mcts.Config{Parallel: mcts.TreeParallel{Workers: 2}}},
		{"Solver, one worker", mcts.Config{Parallel: mcts.TreeParallel{Workers: 1}, Solver: &mcts.Solver{}}},
		{"Solver, two workers", mcts.Config{Parallel: mcts.TreeParallel{Workers: 2}, Solver: &mcts.Solver{}}},
	} {
		used, best, proven := 0, 0, 0
		for _, p := range positions {
			_, r := search(t, connect4.Game{}, p.state, c.cfg, 10_000)
			isBest := slices.Contains(p.best, r.Action)
			used += r.Simulations
			if isBest {
				best++
			}
			if r.Proven {
				proven++
				require.True(t, isBest, "%v of %+v", r.Action, r.Children)
			}
		}
		n := len(positions)
		t.Logf("%s: %d simulations per position, %d of %d answers best, %d proven", c.name, used/n, best, n, proven)
		if c.cfg.Solver != nil {
			require.Less(t, used, 9_000*n)
			require.Positive(t, proven)
		}
	}
}

// endGame is a position with its best actions.
type endGame struct {
	state connect4.State
	best  []connect4.Drop
}

// endGames plays random games for 20 plies, and returns those in which there is a choice.
func endGames(t *testing.T, n int) (positions []endGame) {
	g := connect4.Game{}
	oracle, err := minimax.New(g, minimax.Config{TableBits: 20})
	require.NoError(t, err)
	for seed := uint64(0); len(positions) < n; seed++ {
		p, r := endGame{}, rng.New(seed)
		for range 20 {
			if actions := g.AppendActions(nil, &p.state); len(actions) > 0 {
				g.Apply(&p.state, actions[r.IntN(len(actions))])
			}
		}
		if len(g.AppendActions(nil, &p.state)) < 2 {
			continue
		}
		values, err := oracle.Values(bg, &p.state)
		require.NoError(t, err)
		most := math.Inf(-1)
		for _, v := range values {
			if v.Value > most {
				most, p.best = v.Value, nil
			}
			if v.Value == most {
				p.best = append(p.best, v.Action)
			}
		}
		positions = append(positions, p)
	}
	return positions
}
