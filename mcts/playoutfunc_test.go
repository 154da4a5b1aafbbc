package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// middle prefers the middle column, and checks that what it sees fits together.
func middle(t *testing.T, calls *int) func(*connect4.State, int, []connect4.Drop, *rng.Rand) int {
	return func(s *connect4.State, player int, actions []connect4.Drop, r *rng.Rand) int {
		require.Equal(t, connect4.Game{}.ToMove(s), player)
		*calls++
		legal := connect4.Game{}.AppendActions(nil, s)
		require.Subset(t, legal, actions)
		for i, a := range actions {
			if a == 3 {
				return i
			}
		}
		return r.IntN(len(actions))
	}
}

func TestPlayoutFunc(t *testing.T) {
	calls := 0
	cfg := mcts.Config{Playout: mcts.PlayoutFunc(middle(t, &calls))}
	s, _ := search(t, connect4.Game{}, connect4.State{}, cfg, 50)
	require.Greater(t, calls, 50*5)
	require.EqualValues(t, 3, s.Root().Children()[0].Action(), "in the tree, too, the middle comes first")

	// Inside other policies.
	for _, p := range []policy.Playout{
		policy.Mix{P: 0.5, First: cfg.Playout}, policy.LGRF{Fallback: cfg.Playout}, mcts.DecisiveMoves{Playout: cfg.Playout, Anti: true},
	} {
		calls = 0
		search(t, connect4.Game{}, connect4.State{}, mcts.Config{Playout: p}, 50)
		require.Positive(t, calls, "%T", p)
	}
}

// Policies inside others learn and age.
func TestInnerPoliciesLearn(t *testing.T) {
	for _, wrap := range []func(policy.Playout) policy.Playout{
		func(p policy.Playout) policy.Playout { return mcts.DecisiveMoves{Playout: p} },
		func(p policy.Playout) policy.Playout { return policy.Mix{P: 0.5, First: p} },
		func(p policy.Playout) policy.Playout { return policy.Mix{P: 0.5, Second: p} },
		func(p policy.Playout) policy.Playout { return policy.LGRF{Fallback: p} },
	} {
		told := &spy{}
		s, r := search(t, tictactoe.Game{}, tictactoe.State{}, mcts.Config{Playout: wrap(told)}, 30)
		require.Len(t, told.traces, 30)
		advance(t, s, r.Action)
		state := tictactoe.State{}
		tictactoe.Game{}.Apply(&state, r.Action)
		run(t, s, state, 30)
		require.Equal(t, []int{30}, told.aged)
	}
}

func TestPlayoutFuncErrors(t *testing.T) {
	calls := 0
	for _, p := range []policy.Playout{
		mcts.PlayoutFunc(middle(t, &calls)),
		policy.Mix{Second: mcts.PlayoutFunc(middle(t, &calls))},
		policy.LGRF{Fallback: mcts.PlayoutFunc(middle(t, &calls))},
		mcts.DecisiveMoves{Playout: mcts.PlayoutFunc(middle(t, &calls))},
	} {
		_, err := mcts.New(tictactoe.Game{}, mcts.Config{Playout: p})
		require.ErrorContains(t, err, "connect4.State", "%T", p)
		require.ErrorContains(t, err, "does not take the states and actions of the game")
	}
	_, err := mcts.New(tictactoe.Game{}, mcts.Config{Playout: mcts.PlayoutFunc[tictactoe.State, tictactoe.Cell](nil)})
	require.ErrorContains(t, err, "PlayoutFunc of nil")

	for _, k := range []int{-1, 99} {
		p := mcts.PlayoutFunc(func(*tictactoe.State, int, []tictactoe.Cell, *rng.Rand) int { return k })
		s, err := mcts.New(tictactoe.Game{}, mcts.Config{Playout: p})
		require.NoError(t, err)
		_, err = s.Run(bg, &tictactoe.State{}, mcts.Budget{Simulations: 5})
		require.ErrorContains(t, err, "chose action")
	}
	_, err = mcts.New(tictactoe.Game{}, mcts.Config{Playout: mcts.DecisiveMoves{Playout: noPlayout{}}})
	require.ErrorContains(t, err, "mcts: DecisiveMoves.Playout: New of mcts_test.noPlayout returned nil")
	_, err = mcts.DecisiveMoves{}.New(policy.Info{})
	require.ErrorContains(t, err, "in a Search only")
}

// noPlayout makes nothing.
type noPlayout struct{}

func (noPlayout) New(policy.Info) (policy.Chooser, error) { return nil, nil }
