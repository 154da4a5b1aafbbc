package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// player plays one whole game.
type player func(ctx context.Context, c *console, o options) error

// games are the games of this program, each with what makes it ready for a board of that size.
var games = []struct {
	name  string
	ready func(catalog.Size) (player, error)
}{
	{"connect4", usual(connect4.Game{}, connect4.New)},
	{"breakthrough", usual(breakthrough.Game{}, breakthrough.New)},
	{"knightthrough", usual(breakthrough.Knightthrough{}, nil)},
	{"pawnwhopping", usual(breakthrough.PawnWhopping{}, nil)},
	{"gomoku", usual(gomoku.Game{}, fiveInARow)},
	{"nogo", usual(nogo.Hollow9, withoutHoles)},
	{"othello", usual(othello.Game{}, catalog.Square(othello.New))},
	{"dots", usual(dots.Game{}, forThree)},
	{"tictactoe", usual(tictactoe.Game{}, nil)},
}

func fiveInARow(width, height int) (gomoku.Game, error) { return gomoku.New(width, height, 5) }
func forThree(width, height int) (dots.Game, error)     { return dots.New(width, height, 3) }
func withoutHoles(width, height int) (nogo.Game, error) { return nogo.New(width, height) }

// usual is ready for a game of the catalogue.
func usual[G board[S, A], S any, A move](g G, resize func(width, height int) (G, error)) func(catalog.Size) (player, error) {
	return func(s catalog.Size) (player, error) { return ready(g, resize, s) }
}

// ready returns what plays the usual game, or the game that resize makes if a size is asked for. A game without
// resize has one size only.
func ready[G board[S, A], S any, A move](usual G, resize func(width, height int) (G, error), s catalog.Size) (player, error) {
	g := usual
	if s != (catalog.Size{}) {
		if resize == nil {
			return nil, errors.New("-size: this game has one board only")
		}
		var err error
		if g, err = resize(s.Width, s.Height); err != nil {
			return nil, fmt.Errorf("-size %dx%d: %w", s.Width, s.Height, err)
		}
	}
	return func(ctx context.Context, c *console, o options) error { return play(ctx, g, c, o) }, nil
}

func findGame(name string, s catalog.Size) (player, error) {
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
