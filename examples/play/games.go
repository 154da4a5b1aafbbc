package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/mcts"
)

// player plays one whole game.
type player func(ctx context.Context, c *console, o options) error

// entry is a game of this program: how its players are read, and what makes it ready for a board of that size.
type entry struct {
	name  string
	parse func(text string) (spec.Player, error)
	ready func(catalog.Size) (player, error)
}

var games = []entry{
	listed(catalog.Connect4), listed(catalog.Breakthrough), listed(catalog.Knightthrough), listed(catalog.PawnWhopping),
	listed(catalog.Gomoku), listed(catalog.NoGo), listed(catalog.Othello), listed(catalog.Dots), listed(catalog.TicTacToe),
	with(magicTable, magicPlayers),
}

// kinds are the players of a game: how they are read and made.
type kinds[S any, A move] struct {
	parse   func(text string) (spec.Player, error)
	entrant func(name string, g mcts.Game[S, A], p spec.Player) (arena.Entrant[S, A], error)
}

// listed is a game of the catalogue that people can play, with the players of package spec.
func listed[G board[S, A], S any, A move](b catalog.Board[G]) entry {
	parse := func(text string) (spec.Player, error) { return spec.Parse(text, "") }
	return with(b, kinds[S, A]{parse, spec.Entrant[S, A]})
}

// with is the entry of a game with these players.
func with[G board[S, A], S any, A move](b catalog.Board[G], k kinds[S, A]) entry {
	return entry{b.Name, k.parse, func(s catalog.Size) (player, error) {
		g, err := b.On(s)
		switch {
		case errors.Is(err, catalog.ErrOneSize):
			return nil, errors.New("-size: this game has one board only")
		case err != nil:
			return nil, fmt.Errorf("-size %dx%d: %w", s.Width, s.Height, err)
		}
		return func(ctx context.Context, c *console, o options) error { return play(ctx, g, k, c, o) }, nil
	}}
}

func findGame(name string) (entry, error) {
	for _, game := range games {
		if game.name == name {
			return game, nil
		}
	}
	return entry{}, fmt.Errorf("-game is %q, want %s", name, gameNames())
}

func gameNames() string {
	var names []string
	for _, game := range games {
		names = append(names, game.name)
	}
	return strings.Join(names, ", ")
}
