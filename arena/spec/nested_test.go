package spec_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/nested"
)

func TestNestedPlayers(t *testing.T) {
	for text, want := range map[string]spec.Player{
		"nrpa":                         {Kind: spec.NRPA, Nested: nested.NRPA{}},
		"nmcs":                         {Kind: spec.NMCS, Nested: nested.NMCS{}},
		"nrpa,level=2,sims=50,time=2s": {Kind: spec.NRPA, Nested: nested.NRPA{Level: 2}, Budget: mcts.Budget{Simulations: 50, Time: 2 * time.Second}},
		"nrpa,iterations=7,alpha=0.5,playouts=3,prior=heuristic": {
			Kind: spec.NRPA, Nested: nested.NRPA{Iterations: 7, Alpha: 0.5, Playouts: 3, Prior: true},
		},
		"nmcs,level=1,prior=heuristic,sims=9": {Kind: spec.NMCS, Nested: nested.NMCS{Level: 1, Prior: true}, Budget: mcts.Budget{Simulations: 9}},
	} {
		got, err := spec.Parse(text, "")
		require.NoError(t, err, text)
		again, err := spec.Parse(got.String(), "")
		require.NoError(t, err, text)
		require.Equal(t, got, again)
		e, err := spec.Entrant(text, samegame.Game{}, got)
		require.NoError(t, err)
		p, err := e.New(1)
		require.NoError(t, err)
		require.Implements(t, (*arena.Counter)(nil), p)
		require.Empty(t, spec.Unused(text[4:], got), "no parameter is ignored")
		require.Equal(t, want.Nested, got.Nested)
		require.Equal(t, []any{want.Kind, want.Budget}, []any{got.Kind, got.Budget})
	}
	p, err := spec.Parse("nrpa", "sims=100,c=2")
	require.NoError(t, err)
	require.Equal(t, "nrpa,sims=100", p.String())
}

func TestNestedErrors(t *testing.T) {
	for text, want := range map[string]string{
		"nrpa,level=0":        "level=0, want a whole number above 0",
		"nrpa,alpha=0":        "alpha=0, want a number above 0",
		"nrpa,prior=yes":      "prior=yes, want one of none, heuristic",
		"nrpa,time=fixed":     "time=fixed, want a time like 100ms or 2s",
		"nrpa,c=1":            "nrpa has no c here; it has: level, prior, iterations, alpha, playouts, sims, time",
		"nmcs,iterations=100": "nmcs has no iterations here; it has: level, prior, sims, time",
		"nsps":                `there is no kind "nsps"; there are: mcts, alphabeta, random, nrpa, nmcs`,
	} {
		_, err := spec.Parse(text, "")
		require.ErrorContains(t, err, want, text)
	}
	for text, want := range map[string]string{
		"nrpa":          `spec: player "nrpa": nested: tictactoe.Game has 2 players, want a game for one`,
		"nmcs,level=3":  `spec: player "nmcs,level=3": nested: tictactoe.Game has 2 players, want a game for one`,
		"nrpa,level=65": `spec: player "nrpa,level=65": nested: NRPA.Level is 65, want 0 to 64`,
	} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		_, err = spec.Entrant("x", tictactoe.Game{}, p)
		require.EqualError(t, err, want)
	}
}

// A player from a text plays with its budget.
func TestNestedPlayerPlays(t *testing.T) {
	p, err := spec.Parse("nrpa,level=2,iterations=4,sims=30", "")
	require.NoError(t, err)
	e, err := spec.Entrant("x", samegame.Game{}, p)
	require.NoError(t, err)
	player, err := e.New(3)
	require.NoError(t, err)
	g := samegame.Game{}
	s := g.Start()
	own := s
	a, err := player.Choose(t.Context(), &own, 0)
	require.NoError(t, err)
	require.NoError(t, g.Legal(&s, a))
	c, ok := player.(arena.Counter)
	require.True(t, ok)
	require.Equal(t, 30, c.Simulations())
}
