package gametest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// In random play X wins tic-tac-toe in 212,256 of 362,880 orders of the cells, and 46,080 are
// draws.
func TestUniformReturns(t *testing.T) {
	g := tictactoe.Game{}
	const first = (212_256 + 46_080/2.) / 362_880
	require.InDeltaSlice(t, []float64{first, 1 - first}, gametest.UniformReturns(g, g.Start()), 1e-12)
}

// biased plays at random, but the first player wins every draw.
type biased struct{ tictactoe.Game }

func (g biased) Playout(s *tictactoe.State, r *rng.Rand, out []float64) {
	g.play(s, r, out)
	if out[0] == out[1] {
		out[0], out[1] = 1, 0
	}
}

type fair struct{ biased }

func (g fair) Playout(s *tictactoe.State, r *rng.Rand, out []float64) { g.play(s, r, out) }

func (g biased) play(s *tictactoe.State, r *rng.Rand, out []float64) {
	for actions := g.AppendActions(nil, s); len(actions) > 0; actions = g.AppendActions(nil, s) {
		g.Apply(s, actions[r.IntN(len(actions))])
	}
	g.Returns(s, out)
}

func TestPlayoutMean(t *testing.T) {
	start := tictactoe.Game{}.Start()
	gametest.PlayoutMean(t, game.Game[tictactoe.State, tictactoe.Cell](fair{}), start, 2000)
	said, failed := testkit.RunCheck(func(t testing.TB) {
		gametest.PlayoutMean(t, game.Game[tictactoe.State, tictactoe.Cell](biased{}), start, 2000)
	})
	require.True(t, failed)
	require.Equal(t, 2, strings.Count(said, "gametest: the mean of"), "both players")
}

// Worked out by hand. From two pebbles, Ann takes 1, and Bob takes the other, or she takes 2. There
// is no chance node, because an odd number or none is left. From three pebbles, Ann takes 1, and
// chance takes 0 or 1 of the two left, or Ann takes 2 or 3.
func TestPerftByHand(t *testing.T) {
	two, three := pebbles{}.Start(), pebbles{}.Start()
	two.left, three.left = 2, 3
	for depth, want := range []uint64{1, 2, 1, 0, 0} {
		require.Equal(t, want, gametest.Perft(pebbles{}, two, depth), "two pebbles, depth %d", depth)
	}
	// 1 0 then 1 1, or 2; 1 1 then 1; 2 then 1; 3.
	for depth, want := range []uint64{1, 3, 3, 3, 1, 0} {
		require.Equal(t, want, gametest.Perft(pebbles{}, three, depth), "three pebbles, depth %d", depth)
	}
	require.EqualValues(t, 1, gametest.Perft(pebbles{}, three, -1))
}

func TestPerftLeavesTheStartAlone(t *testing.T) {
	start := pebbles{}.Start()
	require.NotZero(t, gametest.Perft(pebbles{}, start, 6))
	require.Equal(t, pebbles{}.Start(), start)
}
