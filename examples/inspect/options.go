package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/examples/internal/pages"
	"github.com/banyan-go/banyan/mcts"
)

// thinkingTime is the budget of an action if the flags give none.
const thinkingTime = 2 * time.Second

// options are the parsed flags.
type options struct {
	pages.Options
	page pages.Page
	addr string
}

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{}
	var texts [2]string
	var board console.Size
	flags := flag.NewFlagSet("inspect", flag.ContinueOnError)
	flags.StringVar(&o.Title, "game", "connect4", "the `name` of the game: "+strings.Join(pages.Games.Names(), ", "))
	flags.Func("size", "the board size as `WxH`, like 6x6 (default: the usual board)", func(text string) (err error) {
		board, err = console.ParseSize(text)
		return err
	})
	flags.StringVar(&texts[0], "player", "mcts", "the search as `kind,key=value,...`, like playout=nst,c=0.4")
	flags.StringVar(&texts[1], "against", "", "another `search` for the same positions, shown beside the first one")
	flags.IntVar(&o.Budget.Simulations, "sims", 0, "the `number` of simulations per action; 0: no limit (default 0)")
	flags.DurationVar(&o.Budget.Time, "time", 0, "the `time` per action, like 500ms or 3s; 0: no limit (default 0 with -sims, else 2s)")
	flags.Uint64Var(&o.Seed, "seed", 1, "the `number` that seeds random choices")
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "the `address` to listen to; 127.0.0.1:0 chooses a free port")
	about := "Show a search in a web page, and play against it: go run ./examples/inspect [flags]"
	if err := cli.Parse(flags, args, errs, about, spec.Usage+bundled.PlayoutUsage); err != nil {
		return o, err
	}
	game, err := pages.Games.Find(o.Title)
	if err != nil {
		return o, fmt.Errorf("-game: %w", err)
	}
	if o.Budget.Simulations < 0 || o.Budget.Time < 0 {
		return o, errors.New("-sims and -time: want numbers that are not negative")
	}
	if o.Budget == (mcts.Budget{}) {
		o.Budget.Time = thinkingTime
	}
	for i, text := range texts {
		if text == "" {
			continue
		}
		p, err := pages.Parse(game, text)
		if err != nil {
			return o, fmt.Errorf("-%s: %w", [...]string{"player", "against"}[i], err)
		}
		o.Players = append(o.Players, p)
	}
	o.page, err = game.On(board)
	return o, err
}
