package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// TestOracle holds the search against alpha-beta on positions of random games, where a choice
// matters: the action found must keep the value of the game.
func TestOracle(t *testing.T) {
	mcts.OneGoroutine(t)
	t.Run("tictactoe", func(t *testing.T) { oracle(t, tictactoe.Game{}, tictactoe.State{}, nil, 0, 5000, 120) })
	t.Run("connect4", func(t *testing.T) {
		g, err := connect4.New(5, 4)
		require.NoError(t, err)
		oracle(t, g, g.Start(), nil, 6, 100_000, 60)
	})
	t.Run("breakthrough", func(t *testing.T) {
		g, err := breakthrough.New(3, 5)
		require.NoError(t, err)
		oracle(t, g, g.Start(), nil, 6, 100_000, 60)
	})
}

// Whatever the playouts are, the tree finds the best action in the end.
func TestOracleOfPolicies(t *testing.T) {
	mcts.OneGoroutine(t)
	four, err := connect4.New(4, 4)
	require.NoError(t, err)
	small, err := breakthrough.New(3, 4)
	require.NoError(t, err)
	for name, p := range map[string]policy.Playout{
		"mast": policy.MAST{}, "gibbs": policy.MAST{Rule: policy.Gibbs{}}, "nst": policy.NST{},
		"lgrf": policy.LGRF{Fallback: policy.MAST{}}, "decisive": mcts.DecisiveMoves{Anti: true},
	} {
		t.Run("tictactoe/"+name, func(t *testing.T) { oracle(t, tictactoe.Game{}, tictactoe.State{}, p, 0, 5000, 60) })
		t.Run("connect4/"+name, func(t *testing.T) { oracle(t, four, four.Start(), p, 6, 50_000, 30) })
		t.Run("breakthrough/"+name, func(t *testing.T) { oracle(t, small, small.Start(), p, 2, 20_000, 30) })
	}
}

func oracle[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, p policy.Playout, fromPly, simulations, positions int) {
	t.Parallel()
	solver, err := minimax.New[S, A](g, minimax.Config{})
	require.NoError(t, err)
	positions = testkit.Few(positions/5, positions)
	for seed := uint64(1); positions > 0; seed++ {
		r, s := rng.New(seed), start
		actions := g.AppendActions(nil, &s)
		for range fromPly + r.IntN(4) {
			if len(actions) > 0 {
				g.Apply(&s, actions[r.IntN(len(actions))])
				actions = g.AppendActions(actions[:0], &s)
			}
		}
		if len(actions) == 0 {
			continue
		}
		values, err := solver.Values(bg, &s)
		require.NoError(t, err)
		best, worst := extremes(values, g.ToMove(&s))
		if best == worst {
			continue
		}
		positions--
		_, found := search(t, g, s, mcts.Config{Seed: seed, Playout: p, Selection: exploring}, simulations)
		for _, v := range values {
			if v.Action == found.Action {
				require.Equal(t, best, v.Value, "seed %d, %+v: %v of %v", seed, s, found.Action, values)
			}
		}
	}
}

// extremes returns the values, to player 0, of the best and the worst action of a player.
func extremes[A comparable](values []minimax.ActionValue[A], player int) (best, worst float64) {
	best, worst = values[0].Value, values[0].Value
	for _, v := range values {
		if (v.Value > best) == (player == 0) && v.Value != best {
			best = v.Value
		}
		if (v.Value < worst) == (player == 0) && v.Value != worst {
			worst = v.Value
		}
	}
	return best, worst
}
