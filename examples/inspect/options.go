package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/examples/internal/cli"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// thinkingTime is the budget of an action if the flags give none.
const thinkingTime = 2 * time.Second

// page makes the handler of a game, whatever the types of its states and actions are.
type page func(ctx context.Context, o options) (http.Handler, error)

var games = catalog.Entries[page]{
	catalog.NewEntry(catalog.Connect4, catalog.Connect4Players, newPage), listed(catalog.Breakthrough), listed(catalog.Knightthrough), listed(catalog.PawnWhopping),
	catalog.NewEntry(catalog.Gomoku, catalog.GomokuPlayers, newPage), catalog.NewEntry(catalog.NoGo, catalog.NoGoPlayers, newPage),
	listed(catalog.Othello), listed(catalog.Dots), listed(catalog.Dots2), listed(catalog.TicTacToe),
}

// listed returns the entry of a game with standard players.
func listed[G catalog.Rules[S, A], S any, A comparable](b catalog.Board[G]) catalog.Entry[page] {
	return catalog.NewEntry(b, catalog.StandardPlayers[S, A](b.Name), newPage)
}

// options are the parsed flags.
type options struct {
	page    page
	game    string
	players []spec.Player
	budget  mcts.Budget
	seed    uint64
	addr    string
}

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{}
	var texts [2]string
	var board catalog.Size
	flags := flag.NewFlagSet("inspect", flag.ContinueOnError)
	flags.StringVar(&o.game, "game", "connect4", "the `name` of the game: "+strings.Join(games.Names(), ", "))
	flags.Func("size", "the board size as `WxH`, like 6x6 (default: the usual board)", func(text string) (err error) {
		board, err = catalog.ParseSize(text)
		return err
	})
	flags.StringVar(&texts[0], "player", "mcts", "the search as `kind,key=value,...`, like playout=nst,c=0.4")
	flags.StringVar(&texts[1], "against", "", "another `search` for the same positions, shown beside the first one")
	flags.IntVar(&o.budget.Simulations, "sims", 0, "the `number` of simulations per action; 0: no limit (default 0)")
	flags.DurationVar(&o.budget.Time, "time", 0, "the `time` per action, like 500ms or 3s; 0: no limit (default 0 with -sims, else 2s)")
	flags.Uint64Var(&o.seed, "seed", 1, "the `number` that seeds random choices")
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "the `address` to listen to; 127.0.0.1:0 chooses a free port")
	about := "Show a search in a web page, and play against it: go run ./examples/inspect [flags]"
	if err := cli.Parse(flags, args, errs, about, spec.Usage+catalog.PlayoutUsage); err != nil {
		return o, err
	}
	game, err := games.Find(o.game)
	if err != nil {
		return o, fmt.Errorf("-game: %w", err)
	}
	if o.budget.Simulations < 0 || o.budget.Time < 0 {
		return o, errors.New("-sims and -time: want numbers that are not negative")
	}
	if o.budget == (mcts.Budget{}) {
		o.budget.Time = thinkingTime
	}
	for i, text := range texts {
		if text == "" {
			continue
		}
		p, err := game.Parse(text, "")
		if err != nil {
			return o, fmt.Errorf("-%s: %w", [...]string{"player", "against"}[i], err)
		}
		if p.Kind != spec.MCTS || p.Timing != nil || p.Trials != nil {
			return o, fmt.Errorf("-%s: %q is no search of the same kind for every position: want mcts without a clock", [...]string{"player", "against"}[i], text)
		}
		o.players = append(o.players, p)
	}
	o.page, err = game.On(board)
	return o, err
}

// newPage returns the page of a game.
func newPage[G catalog.Rules[S, A], S any, A comparable](g G, _ catalog.Board[G], _ catalog.Size, _ catalog.Players[S, A]) page {
	return func(ctx context.Context, o options) (http.Handler, error) {
		p := inspect.Page[S, A]{Title: o.game, Play: &inspect.Play[S]{Start: g.Start(), Budget: o.budget}}
		for _, player := range o.players {
			player.Search.Seed = o.seed
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
