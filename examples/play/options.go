package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
)

// thinkingTime is the budget of a move where the flags give none.
const thinkingTime = time.Second

// options is what the command line asks for.
type options struct {
	play   player      // plays the game
	budget mcts.Budget // of each move of the search
	seed   uint64
	human  int // the player who reads from the input, or nobody
}

// nobody is no player: the search plays both sides.
const nobody = -1

// size is a width and a height; the zero size is the game's own.
type size struct{ width, height int }

// parseOptions reads the flags. It answers flag.ErrHelp once it has written the help to errs.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{seed: 1}
	game, board := "connect4", size{}
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints what is wrong, and prints it once
	flags.StringVar(&game, "game", game, "the `name` of the game: "+gameNames())
	setter(flags, "size", "the board as `WxH`, like 6x6 (default: the usual one; for nogo that is 9x9 with eight holes)", parseSize, &board)
	setter(flags, "sims", "the `number` of simulations for a move; 0: no limit (default 0)", parseSimulations, &o.budget.Simulations)
	setter(flags, "time", "the `time` for a move, like 500ms or 3s; 0: no limit (default 0 with -sims, else 1s)", parseTime, &o.budget.Time)
	setter(flags, "seed", "the `number` that chooses the random stream; with -sims, the same game every time (default 1)", parseSeed, &o.seed)
	setter(flags, "human", "`who` you are: 1, who moves first, 2, or none (default 1)", parseHuman, &o.human)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(errs, "Play a game against the search: go run ./examples/play [flags]")
		flags.SetOutput(errs)
		flags.PrintDefaults()
		return o, err
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err != nil {
		return o, fmt.Errorf("%w\n(the flags are -game, -size, -sims, -time, -seed and -human; -help explains them)", err)
	}
	if o.budget == (mcts.Budget{}) {
		o.budget.Time = thinkingTime
	}
	o.play, err = findGame(game, board)
	return o, err
}

// setter defines a flag that parse reads into value.
func setter[T any](flags *flag.FlagSet, name, usage string, parse func(string) (T, error), value *T) {
	flags.Func(name, usage, func(text string) (err error) {
		*value, err = parse(text)
		return err
	})
}

func parseSize(text string) (size, error) {
	w, h, _ := strings.Cut(strings.ToLower(text), "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return size{}, errors.New("want width x height, like 6x6")
	}
	return size{width, height}, nil
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
	switch text {
	case "1":
		return 0, nil
	case "2":
		return 1, nil
	case "none":
		return nobody, nil
	}
	return 0, errors.New("want 1, 2 or none")
}
