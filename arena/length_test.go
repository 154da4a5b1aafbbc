package arena_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/rng"
)

func TestPlayoutLength(t *testing.T) {
	// All 24 edges of 3x3 boxes are played, and goofspiel has a chance event and a joint action for
	// each of its cards except the last.
	edges := dots.Game{}
	start := edges.Start()
	require.Equal(t, 24.0, arena.PlayoutLength(edges, &start, 0, 3, rng.New(1)))
	require.Equal(t, 24.0, arena.PlayoutLength(edges, &start, 0, -1, rng.New(1)), "one playout")
	cards := goofspiel.Game{}
	hands := cards.Start()
	require.Greater(t, arena.PlayoutLength(cards, &hands, 0, 3, rng.New(1)), 10.0)

	// The exact mean of random play, by enumeration, is 7.626 plies: 9 less the games that end
	// earlier.
	g := tictactoe.Game{}
	empty := g.Start()
	before := empty
	require.InDelta(t, 7.626, arena.PlayoutLength(g, &empty, 0, 20_000, rng.New(1)), 0.03)
	require.Equal(t, before, empty)
	for _, cell := range []tictactoe.Cell{0, 3, 1, 4, 2} {
		g.Apply(&empty, cell)
	}
	require.Zero(t, arena.PlayoutLength(g, &empty, 0, 5, rng.New(1)), "the game is over")
	require.Zero(t, arena.PlayoutLength[tictactoe.State, tictactoe.Cell](nil, &empty, 0, 5, rng.New(1)), "there is no game")
}

// determinized counts how often the hidden cards are drawn.
type determinized struct {
	magic.Game
	observers *[]int
}

func (d determinized) Determinize(s *magic.State, observer int, r *rng.Rand) {
	*d.observers = append(*d.observers, observer)
	d.Game.Determinize(s, observer, r)
}

func TestPlayoutLengthIsBlind(t *testing.T) {
	var observers []int
	g := determinized{observers: &observers}
	s := g.Start()
	require.Greater(t, arena.PlayoutLength(g, &s, 1, 4, rng.New(1)), 20.0)
	require.Equal(t, []int{1, 1, 1, 1}, observers)
}
