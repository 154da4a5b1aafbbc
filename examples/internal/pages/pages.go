// Package pages makes web pages of the bundled games, on which one plays against searches.
package pages

import (
	"context"
	"fmt"
	"net/http"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// Page makes the handler of a game, whatever the types of its states and actions are. When ctx is
// done, its searches end.
type Page func(ctx context.Context, o Options) (http.Handler, error)

// Options are what the page shows of a game.
type Options struct {
	Title   string
	Players []spec.Player // searches, at least one
	Budget  mcts.Budget   // of an action
	Seed    uint64
}

// Games are the games without simultaneous moves and hidden information.
var Games = catalog.Entries[Page]{
	catalog.NewEntry(catalog.Connect4, catalog.Connect4Players, newPage), listed(catalog.Breakthrough), listed(catalog.Knightthrough), listed(catalog.PawnWhopping),
	catalog.NewEntry(catalog.Gomoku, catalog.GomokuPlayers, newPage), catalog.NewEntry(catalog.NoGo, catalog.NoGoPlayers, newPage),
	listed(catalog.Othello), listed(catalog.Dots), listed(catalog.Dots2), listed(catalog.TicTacToe),
}

// listed returns the entry of a game with standard players.
func listed[G catalog.Rules[S, A], S any, A comparable](b catalog.Board[G]) catalog.Entry[Page] {
	return catalog.NewEntry(b, catalog.StandardPlayers[S, A](b.Name), newPage)
}

// Parse reads a player that a page can show.
func Parse(game catalog.Entry[Page], text string) (spec.Player, error) {
	p, err := game.Parse(text, "")
	if err == nil && (p.Kind != spec.MCTS || p.Timing != nil || p.Trials != nil) {
		err = fmt.Errorf("%q is no search of the same kind for every position: want mcts without a clock", text)
	}
	return p, err
}

// newPage returns the page of a game.
func newPage[G catalog.Rules[S, A], S any, A comparable](g G, _ catalog.Board[G], _ catalog.Size, _ catalog.Players[S, A]) Page {
	return func(ctx context.Context, o Options) (http.Handler, error) {
		p := inspect.Page[S, A]{Title: o.Title, Play: &inspect.Play[S]{Start: g.Start(), Budget: o.Budget}}
		for _, player := range o.Players {
			player.Search.Seed = o.Seed
			search, err := mcts.New[S, A](g, player.Search)
			if err != nil {
				return nil, err
			}
			p.Searches = append(p.Searches, search)
			p.Names = append(p.Names, player.String())
		}
		return p.Handler(ctx), nil
	}
}
