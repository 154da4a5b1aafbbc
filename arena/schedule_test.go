package arena_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

func TestSeatings(t *testing.T) {
	require.Equal(t, [][]int{{0, 1}, {1, 0}}, arena.Seatings(2))
	require.Equal(t, [][]int{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 0}}, arena.Seatings(3))
	require.Equal(t, [][]int{{0, 1, 0, 1}, {1, 0, 1, 0}}, arena.Seatings(4))
}

// Both sides have every seat equally often, no game is repeated, and exchanging the sides gives the
// same games.
func TestSeatingsAreFair(t *testing.T) {
	for players := 2; players <= 9; players++ {
		seatings := arena.Seatings(players)
		var exchanged [][]int
		for seat := range players {
			sum := 0
			for _, s := range seatings {
				sum += s[seat]
			}
			require.Equal(t, len(seatings), 2*sum, "%d players, seat %d", players, seat)
		}
		for i, s := range seatings {
			require.NotContains(t, seatings[:i], s)
			other := make([]int, players)
			for seat := range s {
				other[seat] = 1 - s[seat]
			}
			exchanged = append(exchanged, other)
		}
		require.ElementsMatch(t, seatings, exchanged)
	}
}
