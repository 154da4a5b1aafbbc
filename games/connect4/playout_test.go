package connect4_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

// The mean of playouts equals the mean over the tree of all games, in which all legal drops are
// equally likely. Most starts have full columns, where a playout could be biased.
func TestPlayoutMean(t *testing.T) {
	const playouts = 30_000
	for _, c := range []struct {
		size
		columns string
	}{
		{size{4, 4}, ""},
		{size{4, 4}, "aaaa"},
		{size{4, 4}, "aaaadddd"},
		{size{5, 3}, "aaabbb"},
		{size{8, 1}, "a"},
		{size{8, 2}, "aabbddee"},
		{size{8, 2}, "ddeebbaahhg"},
		{size{8, 2}, "bbddffgga"},
		{size{8, 3}, "aaabbbgggdddhhh"},
	} {
		g := board(t, c.size)
		gametest.PlayoutMean(t, g, play(t, g, c.columns), playouts)
	}
}

// A playout finds the only open column, whichever it is.
func TestPlayoutWithOneOpenColumn(t *testing.T) {
	for _, s := range sizes {
		g := board(t, s)
		for open := range s.width {
			position := almostFull(g, open)
			var out [2]float64
			for seed := range uint64(50) {
				state := position
				g.Playout(&state, rng.New(seed), out[:])
				require.InDelta(t, 1, out[0]+out[1], 0)
			}
		}
	}
}

// almostFull fills every column except one, leaving out the drops that win.
func almostFull(g connect4.Game, open int) connect4.State {
	s := g.Start()
	for range g.Height() {
		for _, a := range g.AppendActions(nil, &s) {
			next := s
			if g.Apply(&next, a); int(a) != open && len(g.AppendActions(nil, &next)) > 0 {
				s = next
			}
		}
	}
	return s
}

func TestPlayoutOfFinishedGames(t *testing.T) {
	for columns, want := range map[string][2]float64{
		"abababa":          {1, 0},
		"aabbccfdfd":       {0, 1},
		"aaaadbbbbccccddd": {0.5, 0.5},
	} {
		g := connect4.Game{}
		if len(columns) == 16 {
			g = board(t, size{4, 4})
		}
		s, out := play(t, g, columns), [2]float64{}
		g.Playout(&s, rng.New(1), out[:])
		require.Equal(t, want, out, columns)
	}
}
