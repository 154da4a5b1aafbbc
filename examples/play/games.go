package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/examples/internal/catalog"
)

// player plays games on one board until the session ends.
type player func(ctx context.Context, c *console, o options) error

var games = catalog.Entries[player]{
	catalog.NewEntry(catalog.Connect4, catalog.Connect4Players, newPlayer), listed(catalog.Breakthrough), listed(catalog.Knightthrough), listed(catalog.PawnWhopping),
	catalog.NewEntry(catalog.Gomoku, catalog.GomokuPlayers, newPlayer), catalog.NewEntry(catalog.NoGo, catalog.NoGoPlayers, newPlayer), listed(catalog.Othello), listed(catalog.Dots), listed(catalog.TicTacToe),
	catalog.NewEntry(magicTable, magicPlayers, newPlayer),
}

// listed returns the entry of a game with standard players.
func listed[G board[S, A], S any, A move](b catalog.Board[G]) catalog.Entry[player] {
	return catalog.NewEntry(b, catalog.StandardPlayers[S, A](b.Name), newPlayer)
}

func newPlayer[G board[S, A], S any, A move](g G, _ catalog.Board[G], _ catalog.Size, p catalog.Players[S, A]) player {
	return func(ctx context.Context, c *console, o options) error { return play(ctx, g, p, c, o) }
}

// on returns the player of a game on a board of that size.
func on(game catalog.Entry[player], s catalog.Size) (player, error) {
	p, err := game.On(s)
	switch {
	case errors.Is(err, catalog.ErrOneSize):
		return nil, fmt.Errorf("-size: %s has only one board", game.Name)
	case err != nil:
		return nil, fmt.Errorf("-size %dx%d: %s", s.Width, s.Height, plain(err))
	}
	return p, nil
}

func gameNames() string { return strings.Join(games.Names(), ", ") }

// Errors of a player that does not suit the game.
var (
	errNothingHidden = errors.New("hidden is for games with hidden information, and in this game all players see everything")
	errNoCells       = errors.New("similarity is for games with a board of cells, and this game has none")
)
