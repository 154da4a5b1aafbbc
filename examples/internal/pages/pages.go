// Package pages makes web pages of the bundled games, on which one plays against searches.
package pages

import (
	"context"
	"fmt"
	"net/http"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
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
var Games = bundled.Entries[Page]{
	bundled.NewEntry(bundled.Connect4, bundled.Connect4Players, newPage), listed(bundled.Breakthrough), listed(bundled.Knightthrough), listed(bundled.PawnWhopping),
	bundled.NewEntry(bundled.Gomoku, bundled.GomokuPlayers, newPage), bundled.NewEntry(bundled.NoGo, bundled.NoGoPlayers, newPage),
	listed(bundled.Othello), listed(bundled.Dots), listed(bundled.Dots2), listed(bundled.TicTacToe),
}

// listed returns the entry of a game with standard players.
func listed[G bundled.Rules[S, A], S any, A comparable](b bundled.Board[G]) bundled.Entry[Page] {
	return bundled.NewEntry(b, bundled.StandardPlayers[S, A](b.Name), newPage)
}

// Parse reads a player that a page can show.
func Parse(game bundled.Entry[Page], text string) (spec.Player, error) {
	p, err := game.Parse(text, "")
	if err == nil && (p.Kind != spec.MCTS || p.Timing != nil || p.Trials != nil) {
		err = fmt.Errorf("%q is no search of the same kind for every position: want mcts without a clock", text)
	}
	return p, err
}

// newPage returns the page of a game.
func newPage[G bundled.Rules[S, A], S any, A comparable](g G, _ bundled.Board[G], _ console.Size, _ bundled.Players[S, A]) (Page, error) {
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
	}, nil
}
