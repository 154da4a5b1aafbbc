package gametest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// Positions and Each have the same positions, in the same order and with the same places.
func TestPositionsAreThoseOfEach(t *testing.T) {
	g := tictactoe.Game{}
	var want []tictactoe.State
	gametest.Each(t, g, g.Start(), func(s *tictactoe.State) error {
		want = append(want, *s)
		return nil
	})
	var got []tictactoe.State
	var places []string
	for place, s := range gametest.Positions(g, g.Start()) {
		places = append(places, place)
		got = append(got, s)
	}
	require.Equal(t, want, got)
	require.Equal(t, "seed 0, at the start", places[0])
	err := gametest.TestEach(g, g.Start(), func(s *tictactoe.State) error { return fmt.Errorf("%d cells", len(g.AppendActions(nil, s))) })
	for i, finding := range unjoin(err) {
		require.Contains(t, finding.Error(), "("+places[i]+")")
	}
}

// Positions of games with chance and simultaneous moves can be visited in part.
func TestPositionsEnd(t *testing.T) {
	g, n := goofspiel.Game{}, 0
	for range gametest.Positions(g, g.Start()) {
		if n++; n == 100 {
			break
		}
	}
	require.Equal(t, 100, n)
}
