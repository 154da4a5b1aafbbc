package bundled

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// TestOwnPlayers adds a kind of player to the ones of package spec: it takes the first free square.
func TestOwnPlayers(t *testing.T) {
	const first = "first"
	own := Players[tictactoe.State, tictactoe.Cell]{
		Parse: func(text, defaults string) (spec.Player, error) {
			if text == first {
				return spec.Player{Kind: first}, nil
			}
			return spec.Parse(text, defaults)
		},
		Entrant: func(name string, g mcts.Game[tictactoe.State, tictactoe.Cell], p spec.Player) (arena.Entrant[tictactoe.State, tictactoe.Cell], error) {
			if p.Kind != first {
				return spec.Entrant(name, g, p)
			}
			return arena.Func(name, func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
				return g.AppendActions(nil, s)[0], nil
			}), nil
		},
	}
	g, err := NewEntry(TicTacToe, own, newGame).On(console.Size{})
	require.NoError(t, err)
	var players []spec.Player
	for _, text := range []string{first, "random"} {
		p, err := g.Parse(text, "")
		require.NoError(t, err)
		players = append(players, p)
	}
	records, err := g.Match(t.Context(), match.Options{Players: players, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 1}})
	require.NoError(t, err)
	require.Len(t, records, 2)
	require.Equal(t, "a1", records[0].Actions[0])
}
