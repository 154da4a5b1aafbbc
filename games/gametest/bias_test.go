package gametest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/rng"
)

// slanted is a game whose playouts choose the actions with numbers that choose returns.
type slanted[S any, A comparable] struct {
	game.Game[S, A]
	choose func(r *rng.Rand, actions int) int
}

func (b slanted[S, A]) Playout(s *S, r *rng.Rand, out []float64) {
	for a := b.AppendActions(nil, s); len(a) > 0; a = b.AppendActions(a[:0], s) {
		b.Apply(s, a[b.choose(r, len(a))])
	}
	b.Returns(s, out)
}

// The kit notices most playouts that are not quite uniform. A preference for an action shows in the
// mean returns near the end, even if it does not change the mean returns of whole games.
func TestBiasedPlayouts(t *testing.T) {
	smallOthello, err := othello.New(6)
	require.NoError(t, err)
	smallBreakthrough, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for name, choose := range map[string]func(r *rng.Rand, actions int) int{
		"":                     func(r *rng.Rand, n int) int { return r.IntN(n) },
		"first twice as often": func(r *rng.Rand, n int) int { return r.IntN(n+1) % n },
		"never the last":       func(r *rng.Rand, n int) int { return r.IntN(max(1, n-1)) },
	} {
		t.Run(name, func(t *testing.T) {
			requireBias(t, name != "", slanted[tictactoe.State, tictactoe.Cell]{tictactoe.Game{}, choose}, tictactoe.Game{}.Start())
			// A first action that is twice as probable does not show in the means of Connect Four.
			requireBias(t, name == "never the last", slanted[connect4.State, connect4.Drop]{connect4.Game{}, choose}, connect4.Game{}.Start())
			requireBias(t, name != "", slanted[othello.State, othello.Move]{smallOthello, choose}, smallOthello.Start())
			requireBias(t, name != "", slanted[breakthrough.State, breakthrough.Move]{smallBreakthrough, choose}, smallBreakthrough.Start())
		})
	}
}

func requireBias[S any, A comparable](t *testing.T, want bool, g game.Game[S, A], start S) {
	t.Helper()
	err := gametest.Test(g, start)
	if want {
		require.ErrorContains(t, err, "in uniform play", "%T", start)
		return
	}
	require.NoError(t, err)
}
