package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/examples/internal/catalog"
)

// player plays one whole game.
type player func(ctx context.Context, c *console, o options) error

// entry is a game of this program, with what makes it ready for a board of that size.
type entry struct {
	name  string
	ready func(catalog.Size) (player, error)
}

var games = []entry{
	listed(catalog.Connect4), listed(catalog.Breakthrough), listed(catalog.Knightthrough), listed(catalog.PawnWhopping),
	listed(catalog.Gomoku), listed(catalog.NoGo), listed(catalog.Othello), listed(catalog.Dots), listed(catalog.TicTacToe),
}

// listed is a game of the catalogue that people can play.
func listed[G board[S, A], S any, A move](b catalog.Board[G]) entry {
	return entry{b.Name, func(s catalog.Size) (player, error) {
		g, err := b.On(s)
		switch {
		case errors.Is(err, catalog.ErrOneSize):
			return nil, errors.New("-size: this game has one board only")
		case err != nil:
			return nil, fmt.Errorf("-size %dx%d: %w", s.Width, s.Height, err)
		}
		return func(ctx context.Context, c *console, o options) error { return play(ctx, g, c, o) }, nil
	}}
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
