package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// player plays one whole game.
type player func(ctx context.Context, c *console, o options) error

// games are the games of this program, each with what makes it ready for a board of that size.
var games = []struct {
	name  string
	ready func(size) (player, error)
}{
	{"connect4", func(s size) (player, error) { return ready(connect4.Game{}, connect4.New, s) }},
	{"breakthrough", func(s size) (player, error) { return ready(breakthrough.Game{}, breakthrough.New, s) }},
	{"nogo", func(s size) (player, error) { return ready(nogo.Hollow9, withoutHoles, s) }},
	{"tictactoe", func(s size) (player, error) { return ready(tictactoe.Game{}, nil, s) }},
}

func withoutHoles(width, height int) (nogo.Game, error) { return nogo.New(width, height) }

// ready returns what plays the usual game, or the game that resize makes if a size is asked for. A game without
// resize has one size only.
func ready[G board[S, A], S any, A move](usual G, resize func(width, height int) (G, error), s size) (player, error) {
	g := usual
	if s != (size{}) {
		if resize == nil {
			return nil, errors.New("-size: this game has one board only")
		}
		var err error
		if g, err = resize(s.width, s.height); err != nil {
			return nil, fmt.Errorf("-size %dx%d: %w", s.width, s.height, err)
		}
	}
	return func(ctx context.Context, c *console, o options) error { return play(ctx, g, c, o) }, nil
}

func findGame(name string, s size) (player, error) {
	for _, game := range games {
		if game.name == name {
			return game.ready(s)
		}
	}
	return nil, fmt.Errorf("-game is %q, want %s", name, gameNames())
}

func gameNames() string {
	var names []string
	for _, game := range games {
		names = append(names, game.name)
	}
	return strings.Join(names, ", ")
}
