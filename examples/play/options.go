package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
)

// thinkingTime is the budget of a move if the flags give none.
const thinkingTime = time.Second

// options are the parsed flags.
type options struct {
	play   player
	player spec.Player // the opponent; a search has a budget
	seed   uint64
	human  int    // the player whose moves come from the input, or nobody
	rules  string // of the game, for a person
}

// nobody means that the opponent plays all sides.
const nobody = -1

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{seed: 1}
	text, budget := "", mcts.Budget{}
	name, board := "connect4", bundled.Size{}
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.StringVar(&name, "game", name, "the `name` of the game: "+gameNames())
	setter(flags, "size", "the board size as `WxH`, like 6x6 (default: the usual board; in nogo 9x9 with eight holes)", bundled.ParseSize, &board)
	setter(flags, "sims", "the `number` of simulations per move, of all trees together; 0: no limit (default 0)", parseSimulations, &budget.Simulations)
	setter(flags, "time", "the `time` per move, like 500ms or 3s; 0: no limit (default 0 with -sims, else 1s)", parseTime, &budget.Time)
	setter(flags, "seed", "the `number` that seeds random choices and the shuffling of cards; with -sims, the opponent then plays reproducibly (default 1)", parseSeed, &o.seed)
	flags.StringVar(&text, "player", "", "your opponent as `kind,key=value,...`, like playout=nst,c=0.4 (default: plain UCT; in magic "+magicDefaults+")")
	setter(flags, "human", "`who` you are: 1 for the player who moves first, 2, and so on, or none (default 1)", parseHuman, &o.human)
	err := cli.Parse(flags, args, errs, "Play a game against a search: go run ./examples/play [flags]\nDuring the game, type help for the moves and the commands.", spec.Usage+bundled.PlayoutUsage+bundled.MagicUsage)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w\n(the flags are -game, -size, -sims, -time, -seed, -player and -human; -help explains them)", err)
	}
	game, err := games.Find(name)
	if err != nil {
		return o, fmt.Errorf("-game: %w", err)
	}
	if o.player, err = game.Parse(text, ""); err != nil {
		return o, fmt.Errorf("-%w", err) // the error names the player
	}
	o.rules = rulesText[name]
	if err := o.setBudget(text, budget); err != nil {
		return o, err
	}
	o.play, err = on(game, board)
	return o, err
}

// setter defines a flag whose value is set by parse.
func setter[T any](flags *flag.FlagSet, name, usage string, parse func(string) (T, error), value *T) {
	flags.Func(name, usage, func(text string) (err error) {
		*value, err = parse(text)
		return err
	})
}

func parseSimulations(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errors.New("want a whole number, 0 or more")
	}
	return n, nil
}

func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, errors.New("want a time like 500ms or 3s, 0 or more")
	}
	return d, nil
}

func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("want a whole number, 0 or more")
	}
	return seed, nil
}

func parseHuman(text string) (int, error) {
	if text == "none" {
		return nobody, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, errors.New("want the number of a player, like 1 or 2, or none")
	}
	return n - 1, nil
}

// setBudget gives the player the budget of the flags, or keeps its own if they give none.
func (o *options) setBudget(text string, budget mcts.Budget) error {
	p := &o.player
	switch {
	case p.Timing != nil:
		return fmt.Errorf("-player %q needs a clock, and this program has none: want a time like 500ms", text)
	case p.Kind != spec.MCTS && budget != mcts.Budget{}:
		return fmt.Errorf("-player %q does not search: leave out -sims and -time", text)
	case p.Kind != spec.MCTS:
		return nil
	}
	p.Budget.Simulations = cmp.Or(budget.Simulations, p.Budget.Simulations)
	p.Budget.Time = cmp.Or(budget.Time, p.Budget.Time)
	if p.Budget == (mcts.Budget{}) {
		p.Budget.Time = thinkingTime
	}
	return nil
}
