package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/examples/internal/cli"
	"github.com/banyan-go/banyan/examples/internal/match"
	"github.com/banyan-go/banyan/timing"
)

// options is what the command line asks for.
type options struct {
	game    catalog.Game
	players []spec.Player
	names   []string
	pairs   int
	opening int
	seed    uint64
	workers int
	clock   timing.Clock
	journal string
	json    bool
	fit     bool
	sprt    *arena.SPRT // nil: none
	svg     string
}

// flags is the command line as it was written.
type flags struct {
	options
	gameName string
	size     catalog.Size
	a, b     string
	more     []string // -p
	both     string
	sims     int
	time     time.Duration
	games    int

	ownOpening bool // -opening is given
}

// parseOptions reads the flags. It answers flag.ErrHelp once it has written the help to errs.
func parseOptions(args []string, errs io.Writer) (options, error) {
	var f flags
	set := flag.NewFlagSet("tournament", flag.ContinueOnError)
	f.define(set)
	err := cli.Parse(set, args, errs, "Play a match and say who is stronger: go run ./examples/tournament [flags]", spec.Usage+catalog.MagicUsage)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return f.options, err
	case err != nil:
		return f.options, fmt.Errorf("%w (-help lists the flags)", err)
	}
	set.Visit(func(given *flag.Flag) { f.ownOpening = f.ownOpening || given.Name == "opening" })
	return f.complete()
}

func (f *flags) define(set *flag.FlagSet) {
	set.StringVar(&f.gameName, "game", "connect4", "the `name` of the game: "+strings.Join(catalog.Names(), ", "))
	set.Func("size", "the board as `WxH`, like 6x6 (default: the usual one)", func(text string) (err error) {
		f.size, err = catalog.ParseSize(text)
		return err
	})
	set.StringVar(&f.a, "a", "", "the first `player`")
	set.StringVar(&f.b, "b", "", "the second `player`")
	set.Func("p", "one `player` of several, who meet each other; instead of -a and -b", func(text string) error {
		f.more = append(f.more, text)
		return nil
	})
	set.StringVar(&f.both, "both", "", "`parameters` of all players that do not set them and have them, like c=0.4,final=max")
	set.IntVar(&f.sims, "sims", 0, "the same as sims=`N` in -both")
	set.DurationVar(&f.time, "time", 0, "the same as time=`D` in -both; the players then depend on the speed of the machine")
	set.IntVar(&f.games, "games", 100, "the `number` of games between every two players")
	set.IntVar(&f.opening, "opening", 2, "the `number` of random plies that a pair of games begins with; unless given, none in connect4 and magic")
	set.Uint64Var(&f.seed, "seed", 1, "the `number` that chooses openings and random streams")
	set.IntVar(&f.workers, "workers", 0, "the `number` of games at the same time; 0: one for each processor")
	set.Func("clock", "the `clock` of each player, like 40s, 5m+3s or 100000ticks, of which a simulation takes one", func(text string) (err error) {
		f.clock, err = timing.Parse(text)
		return err
	})
	set.BoolVar(&f.fit, "fit", false, "write the table of expected moves that the games give, for time=expected")
	set.StringVar(&f.journal, "journal", "", "the `file` that every game is written to, and from which the match goes on")
	set.BoolVar(&f.json, "json", false, "write the result as one JSON object")
	set.Func("sprt", "stop as soon as it is clear whether a is `E0,E1` Elo better: E0 or less, or E1 or more", f.parseSPRT)
	set.StringVar(&f.svg, "svg", "", "the `file` for a plot of the running win rate")
}

func (f *flags) parseSPRT(text string) error {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if !ok || err0 != nil || err1 != nil || math.IsNaN(elo0+elo1) {
		return errors.New("want two numbers, like 0,30")
	}
	f.sprt = &arena.SPRT{Elo0: elo0, Elo1: elo1}
	return f.sprt.Validate()
}

// complete finds the game and the players.
func (f *flags) complete() (options, error) {
	o := f.options
	var err error
	if o.game, err = catalog.Find(f.gameName, f.size); err != nil {
		return o, fmt.Errorf("-game %s: %w", f.gameName, err)
	}
	if !f.ownOpening {
		o.opening = o.game.Opening()
	}
	if err := f.pair(&o); err != nil {
		return o, err
	}
	texts, err := f.texts()
	if err != nil {
		return o, err
	}
	if o.players, o.names, err = match.Players(o.game, texts, f.parameters(), o.clock); err != nil {
		return o, err
	}
	if o.svg != "" {
		if _, err := os.Stat(filepath.Dir(o.svg)); err != nil {
			return o, fmt.Errorf("-svg: %w", err)
		}
	}
	switch {
	case o.opening < 0:
		return o, fmt.Errorf("-opening is %d, want 0 or more", o.opening)
	case o.workers < 0:
		return o, fmt.Errorf("-workers is %d, want 0 or more", o.workers)
	case o.fit && o.json:
		return o, errors.New("-fit and -json are two forms of the output; not both")
	case o.sprt != nil && len(o.players) > 2:
		return o, errors.New("-sprt is for two players")
	case o.svg != "" && len(o.players) > 2:
		return o, errors.New("-svg is for two players")
	case o.svg != "" && filepath.Ext(o.svg) != ".svg":
		return o, fmt.Errorf("-svg is %q, want a file of that kind", o.svg)
	}
	return o, nil
}

// pair turns the number of games into pairs.
func (f *flags) pair(o *options) error {
	perPair := len(arena.Seatings(o.game.Players()))
	if f.games < 1 || f.games%perPair != 0 {
		return fmt.Errorf("-games is %d, want a multiple of %d: so many games have one opening, and all seatings", f.games, perPair)
	}
	o.pairs = f.games / perPair
	return nil
}

// texts returns the players as they were written.
func (f *flags) texts() ([]string, error) {
	two := f.a != "" || f.b != ""
	switch {
	case two && len(f.more) > 0:
		return nil, errors.New("-a and -b are for two players, -p for more; not both")
	case two && (f.a == "" || f.b == ""), len(f.more) == 1:
		return nil, errors.New("there is one player only, want two: -a and -b, or -p several times")
	case two:
		return []string{f.a, f.b}, nil
	case len(f.more) == 0:
		return nil, errors.New("there are no players: give -a and -b, or -p several times, such as -a playout=mast -b playout=uniform -sims 1000")
	}
	return f.more, nil
}

// parameters are those for all.
func (f *flags) parameters() string {
	both := match.Both(f.both, f.sims)
	if f.time != 0 {
		both = strings.TrimPrefix(both+",time="+f.time.String(), ",")
	}
	return both
}
