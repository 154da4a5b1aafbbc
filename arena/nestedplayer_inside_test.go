package arena

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/nested"
)

type samePlayer = NestedPlayer[samegame.State, samegame.Cell]

// solver returns a new player.
func solver(t *testing.T, p samePlayer, seed uint64) *liner[samegame.State, samegame.Cell] {
	t.Helper()
	player, err := p.Entrant("nested").New(seed)
	require.NoError(t, err)
	l, ok := player.(*liner[samegame.State, samegame.Cell])
	require.True(t, ok)
	return l
}

// solo lets a player play a game. It returns the actions, and after each of them what was paid and
// what the rest of the line of the player brings.
func solo(t *testing.T, l *liner[samegame.State, samegame.Cell], g samegame.Game) (actions []samegame.Cell, values []float64) {
	t.Helper()
	s, paid := g.Start(), []float64{0}
	for len(g.AppendActions(nil, &s)) > 0 {
		own := s
		a, err := l.Choose(t.Context(), &own, 0)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, a))
		g.Apply(&s, a)
		l.rules.AddRewards(&s, paid)
		rest, _ := l.value(&s, l.rest)
		actions, values = append(actions, a), append(values, paid[0]+rest)
	}
	return actions, values
}

// A player continues along its best line unless it finds a better one, so what its line brings in
// the whole game never falls. Its game depends on the seed alone.
func TestNestedPlayer(t *testing.T) {
	g, err := samegame.New(6, 6, 3)
	require.NoError(t, err)
	for _, m := range []nested.Method{nested.NRPA{Level: 1, Iterations: 10}, nested.NMCS{Level: 1}} {
		risen := 0
		for seed := range uint64(10) {
			p := samePlayer{Game: g, Config: nested.Config{Method: m}, Budget: nested.Budget{Playouts: 10}}
			l := solver(t, p, seed)
			actions, values := solo(t, l, g)
			require.Equal(t, 10*len(actions), l.Simulations())
			require.True(t, slices.IsSorted(values), "%v", values)
			if values[len(values)-1] > values[0] {
				risen++
			}

			root := g.Start()
			first, err := nested.Search(t.Context(), g, &root, nested.Config{Method: m, Seed: derive(seed, 0)}, p.Budget)
			require.NoError(t, err)
			require.Equal(t, first.Return, values[0])
			require.Equal(t, first.Actions[0], actions[0])

			p.Config.Seed = 99 // It is replaced.
			again, _ := solo(t, solver(t, p, seed), g)
			require.Equal(t, actions, again)
		}
		require.Positive(t, risen, "later searches find better lines")
	}
}

// At a state that does not follow from its last action, a player searches from there.
func TestNestedPlayerAtOtherStates(t *testing.T) {
	p := samePlayer{Game: samegame.Game{}, Budget: nested.Budget{Playouts: 5}}
	l := solver(t, p, 1)
	for seed := range uint64(10) {
		g, err := samegame.New(9, 9, seed)
		require.NoError(t, err)
		s := g.Start()
		a, err := l.Choose(t.Context(), &s, 0)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, a))
	}
}

// Each search has its own random numbers.
func TestNestedPlayerSeeds(t *testing.T) {
	l := solver(t, samePlayer{Game: samegame.Game{}, Budget: nested.Budget{Playouts: 1}}, 1)
	seen := map[samegame.Cell]bool{}
	for range 10 {
		s := samegame.Game{}.Start()
		l.rest = nil
		a, err := l.Choose(t.Context(), &s, 0)
		require.NoError(t, err)
		seen[a] = true
	}
	require.Greater(t, len(seen), 3)
}

func TestNestedPlayerLimits(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	l := solver(t, samePlayer{Game: samegame.Game{}, Config: nested.Config{Clock: clock}, Budget: nested.Budget{Time: 9 * time.Second}}, 1)
	s := samegame.Game{}.Start()
	_, err := l.Choose(t.Context(), &s, 0)
	require.NoError(t, err)
	require.Equal(t, 9, l.Simulations())

	l = solver(t, samePlayer{Game: samegame.Game{}, Config: nested.Config{Method: nested.NRPA{Level: 1, Iterations: 7}}}, 1)
	_, err = l.Choose(t.Context(), &s, 0)
	require.NoError(t, err)
	require.Equal(t, 7, l.Simulations(), "one run of the method")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = l.Choose(ctx, &s, 0)
	require.ErrorIs(t, err, context.Canceled)

	_, err = NestedPlayer[tictactoe.State, tictactoe.Cell]{Game: tictactoe.Game{}}.Entrant("nested").New(1)
	require.EqualError(t, err, "nested: tictactoe.Game has 2 players, want a game for one")
}
