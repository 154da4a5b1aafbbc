package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/console/bundled"
)

// player plays games on one board until the session ends.
type player func(ctx context.Context, c *console, o options) error

var games = bundled.Entries[player]{
	bundled.NewEntry(bundled.Connect4, bundled.Connect4Players, newPlayer), listed(bundled.Breakthrough), listed(bundled.Knightthrough), listed(bundled.PawnWhopping),
	bundled.NewEntry(bundled.Gomoku, bundled.GomokuPlayers, newPlayer), bundled.NewEntry(bundled.NoGo, bundled.NoGoPlayers, newPlayer), listed(bundled.Othello), listed(bundled.Dots), listed(bundled.TicTacToe),
	bundled.NewEntry(magicTable, magicPlayers, newPlayer),
}

// listed returns the entry of a game with standard players.
func listed[G board[S, A], S any, A move](b bundled.Board[G]) bundled.Entry[player] {
	return bundled.NewEntry(b, bundled.StandardPlayers[S, A](b.Name), newPlayer)
}

func newPlayer[G board[S, A], S any, A move](g G, _ bundled.Board[G], _ bundled.Size, p bundled.Players[S, A]) player {
	return func(ctx context.Context, c *console, o options) error { return play(ctx, g, p, c, o) }
}

// on returns the player of a game on a board of that size.
func on(game bundled.Entry[player], s bundled.Size) (player, error) {
	p, err := game.On(s)
	switch {
	case errors.Is(err, bundled.ErrOneSize):
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
