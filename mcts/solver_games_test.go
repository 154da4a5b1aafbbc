package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

// The bounds of the root hold what alpha-beta finds, in six searches in a row with Advance, and a
// proven action keeps that value.
func TestBoundsAgainstAlphaBeta(t *testing.T) {
	mcts.OneGoroutine(t)
	boundsAgainstAlphaBeta(t, "tictactoe", tictactoe.Game{}, tictactoe.State{}, 0)
	four, err := connect4.New(4, 4)
	require.NoError(t, err)
	boundsAgainstAlphaBeta(t, "connect4 4x4", four, four.Start(), 6)
	five, err := connect4.New(5, 4)
	require.NoError(t, err)
	boundsAgainstAlphaBeta(t, "connect4 5x4", five, five.Start(), 8)
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	boundsAgainstAlphaBeta(t, "breakthrough 4x5", small, small.Start(), 9)
	board, err := othello.New(4)
	require.NoError(t, err)
	boundsAgainstAlphaBeta(t, "othello 4x4", board, board.Start(), 4)
	boxes, err := dots.New(2, 2, 2)
	require.NoError(t, err)
	boundsAgainstAlphaBeta(t, "dots 2x2", boxes, boxes.Start(), 4)
}

func boundsAgainstAlphaBeta[S any, A comparable](t *testing.T, name string, g mcts.Game[S, A], start S, fromPly int) {
	for kind, parallel := range solverKinds {
		t.Run(name+"/"+kind, func(t *testing.T) {
			t.Parallel()
			oracle, proven := alphaBeta(t, g, minimax.Config{}), 0
			for seed := range uint64(testkit.Few(4, 8)) {
				s, err := mcts.New(g, mcts.Config{Solver: &mcts.Solver{Probe: seed%2 == 1}, Parallel: parallel, Seed: seed})
				require.NoError(t, err)
				state, r := start, rng.New(seed)
				for range fromPly {
					if actions := g.AppendActions(nil, &state); len(actions) > 0 {
						g.Apply(&state, actions[r.IntN(len(actions))])
					}
				}
				for range 6 {
					if len(g.AppendActions(nil, &state)) == 0 {
						break
					}
					result := run(t, s, state, 1000)
					proven += keepsValue(t, g, oracle, &state, s, result)
					g.Apply(&state, result.Action)
					advance(t, s, result.Action)
				}
			}
			require.Positive(t, proven)
		})
	}
}

// keepsValue requires that the bounds of the root hold its value, and returns 1 if it is proven.
func keepsValue[S any, A comparable](t *testing.T, g mcts.Game[S, A], oracle *minimax.Search[S, A], state *S, s *mcts.Search[S, A], r mcts.Result[A]) int {
	values, err := oracle.Values(bg, state)
	require.NoError(t, err)
	mover := g.ToMove(state)
	best, _ := extremes(values, mover)
	value := best // to player 0
	if mover == 1 {
		value = 1 - value
	}
	for _, root := range s.Roots() {
		lower, upper := root.Bounds(mover)
		require.LessOrEqual(t, lower, value+within)
		require.GreaterOrEqual(t, upper, value-within)
	}
	if !r.Proven {
		return 0
	}
	for _, v := range values {
		if v.Action == r.Action {
			require.InDelta(t, best, v.Value, within, "%v of %+v", r.Action, r.Children)
		}
	}
	return 1
}

// A search that has proven a win plays it out: every action is proven, and each brings the end
// nearer.
func TestFollowsItsProof(t *testing.T) {
	mcts.OneGoroutine(t)
	g, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	won := 0
	for seed := range uint64(40) {
		s, err := mcts.New(g, mcts.Config{Solver: &mcts.Solver{}, Seed: seed})
		require.NoError(t, err)
		state, r := g.Start(), rng.New(seed)
		left := 0 // plies until the end, once a win is proven
		for plies := 0; ; plies++ {
			actions := g.AppendActions(nil, &state)
			if len(actions) == 0 {
				break
			}
			result := run(t, s, state, 2000)
			action := result.Action
			if left > 0 {
				require.True(t, result.Proven)
				require.Less(t, plyBound(result), left)
			}
			if result.Proven {
				left = plyBound(result)
			}
			if left == 0 || plies < 4 {
				action, left = actions[r.IntN(len(actions))], 0
			}
			g.Apply(&state, action)
			advance(t, s, action)
		}
		if left > 0 {
			require.Equal(t, 1, left)
			won++
		}
	}
	require.Positive(t, won)
}

// plyBound returns within how many plies the game ends by the chosen action.
func plyBound[A comparable](r mcts.Result[A]) int {
	for _, c := range r.Children {
		if c.Action == r.Action {
			return c.Plies
		}
	}
	return 0
}
