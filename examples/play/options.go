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
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/examples/internal/cli"
	"github.com/banyan-go/banyan/mcts"
)

// thinkingTime is the budget of a move where the flags give none.
const thinkingTime = time.Second

// options is what the command line asks for.
type options struct {
	play   player      // plays the game
	player spec.Player // who plays against the person; a search has a budget
	seed   uint64
	human  int // the player who reads from the input, or nobody
}

// nobody is no player: the opponent plays all sides.
const nobody = -1

// parseOptions reads the flags. It answers flag.ErrHelp once it has written the help to errs.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{seed: 1}
	text, budget := "", mcts.Budget{}
	name, board := "connect4", catalog.Size{}
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.StringVar(&name, "game", name, "the `name` of the game: "+gameNames())
	setter(flags, "size", "the board as `WxH`, like 6x6 (default: the usual one; for nogo that is 9x9 with eight holes)", catalog.ParseSize, &board)
	setter(flags, "sims", "the `number` of simulations for a move, of all trees together; 0: no limit (default 0)", parseSimulations, &budget.Simulations)
	setter(flags, "time", "the `time` for a move, like 500ms or 3s; 0: no limit (default 0 with -sims, else 1s)", parseTime, &budget.Time)
	setter(flags, "seed", "the `number` that chooses the random stream; with -sims, the same game every time, and where cards are dealt, the cards (default 1)", parseSeed, &o.seed)
	flags.StringVar(&text, "player", "", "who plays against you, as `kind,key=value,...`, like playout=nst,c=0.4 (default: plain UCT; for magic "+magicDefaults+")")
	setter(flags, "human", "`who` you are: 1, who moves first, 2, and so on, or none (default 1)", parseHuman, &o.human)
	err := cli.Parse(flags, args, errs, "Play a game against the search: go run ./examples/play [flags]", spec.Usage+catalog.MagicUsage)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w\n(the flags are -game, -size, -sims, -time, -seed, -player and -human; -help explains them)", err)
	}
	game, err := findGame(name)
	if err != nil {
		return o, err
	}
	if o.player, err = game.parse(text); err != nil {
		return o, fmt.Errorf("-player: %w", err)
	}
	if err := o.setBudget(text, budget); err != nil {
		return o, err
	}
	o.play, err = game.ready(board)
	return o, err
}

// setter defines a flag that parse reads into value.
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

// setBudget gives the player that text names the budget of the flags. Its own holds where they give none.
func (o *options) setBudget(text string, budget mcts.Budget) error {
	p := &o.player
	switch {
	case p.Timing != nil:
		return fmt.Errorf("-player %q divides a clock, and there is none here: want a time like 500ms", text)
	case p.Kind != spec.MCTS && budget != mcts.Budget{}:
		return fmt.Errorf("-player %q has no budget: want no -sims and -time, or a search", text)
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
