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
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// options are the parsed flags.
type options struct {
	game    bundled.Game
	players []spec.Player
	names   []string
	pairs   int
	opening int
	seed    uint64
	workers int
	clock   timing.Clock
	now     func() time.Time // for the times of all players; nil: the time on the wall
	journal string
	json    bool
	fit     bool
	sprt    *arena.SPRT // nil without a sequential test
	svg     string
}

// flags are the flags as they were given.
type flags struct {
	options
	gameName string
	size     bundled.Size
	a, b     string
	more     []string // -p
	both     string
	sims     int
	time     time.Duration
	cpu      bool
	games    int

	ownOpening bool // -opening was given
}

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	var f flags
	set := flag.NewFlagSet("tournament", flag.ContinueOnError)
	f.define(set)
	err := cli.Parse(set, args, errs, about, spec.Usage+bundled.PlayoutUsage+bundled.MagicUsage)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return f.options, err
	case err != nil:
		return f.options, fmt.Errorf("%w (-help lists the flags)", err)
	}
	set.Visit(func(given *flag.Flag) { f.ownOpening = f.ownOpening || given.Name == "opening" })
	return f.complete()
}

const about = `Play a match and report which player is stronger: go run ./examples/tournament [flags]
Example, at equal time:
  go run ./examples/tournament -game breakthrough -size 6x6 -a playout=mast -b playout=uniform -time 10ms -games 100
`

func (f *flags) define(set *flag.FlagSet) {
	set.StringVar(&f.gameName, "game", "connect4", "the `name` of the game: "+strings.Join(bundled.Names(), ", "))
	set.Func("size", "the board size as `WxH`, like 6x6 (default: the usual board of the game)", func(text string) (err error) {
		f.size, err = bundled.ParseSize(text)
		return err
	})
	set.StringVar(&f.a, "a", "", "the first `player` of two")
	set.StringVar(&f.b, "b", "", "the second `player` of two")
	set.Func("p", "one `player` of a round robin; repeat -p for every player, instead of -a and -b", func(text string) error {
		f.more = append(f.more, text)
		return nil
	})
	set.StringVar(&f.both, "both", "", "`parameters` for every player that accepts them and does not set them, like c=0.4,final=max")
	set.IntVar(&f.sims, "sims", 0, "simulations per move, the same as sims=`N` in -both")
	set.DurationVar(&f.time, "time", 0, "time per move, the same as time=`D` in -both; the result then depends on the machine")
	set.BoolVar(&f.cpu, "cpu", false, "all times are CPU time of the program, so that others may run beside it; want -workers 1")
	set.IntVar(&f.games, "games", 100, "the `number` of games of each pair of players")
	set.IntVar(&f.opening, "opening", 2, "the `number` of random plies at the start of each pair of games; connect4 and magic start without random plies unless -opening is given")
	set.Uint64Var(&f.seed, "seed", 1, "the `number` that seeds openings and random streams")
	set.IntVar(&f.workers, "workers", 0, "the `number` of games played concurrently; 0: one per processor")
	set.Func("clock", "the `clock` of each player, like 40s, 5m+3s or 100000ticks; a simulation takes one tick", func(text string) (err error) {
		f.clock, err = timing.Parse(text)
		return err
	})
	set.BoolVar(&f.fit, "fit", false, "write the table of expected remaining moves in these games, for time=expected")
	set.StringVar(&f.journal, "journal", "", "the `file` that records every game; an interrupted match continues from it")
	set.BoolVar(&f.json, "json", false, "write the result as one JSON object")
	set.Func("sprt", "stop early by a sequential test of two hypotheses, `E0,E1`: a is at most E0 Elo better, or at least E1", f.parseSPRT)
	set.StringVar(&f.svg, "svg", "", "write a plot of the running win rate to this `file`")
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

// complete finds the game and the players and checks the flags.
func (f *flags) complete() (options, error) {
	o := f.options
	var err error
	if o.game, err = bundled.Find(f.gameName, f.size); err != nil {
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
	if f.cpu {
		if o.now, err = match.CPUTime(o.players, o.names, o.workers); err != nil {
			return o, err
		}
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
		return o, errors.New("-fit and -json are two forms of the output, want one of them")
	case o.sprt != nil && len(o.players) > 2:
		return o, errors.New("-sprt is for two players")
	case o.svg != "" && len(o.players) > 2:
		return o, errors.New("-svg is for two players")
	case o.svg != "" && filepath.Ext(o.svg) != ".svg":
		return o, fmt.Errorf("-svg is %q, want a name that ends in .svg", o.svg)
	}
	return o, nil
}

// pair sets the number of pairs from the number of games.
func (f *flags) pair(o *options) error {
	perPair := len(arena.Seatings(o.game.Players()))
	if f.games < 1 || f.games%perPair != 0 {
		return fmt.Errorf("-games is %d, want a multiple of %d: every opening is played with all seatings", f.games, perPair)
	}
	o.pairs = f.games / perPair
	return nil
}

// texts returns the players as they were given.
func (f *flags) texts() ([]string, error) {
	two := f.a != "" || f.b != ""
	switch {
	case two && len(f.more) > 0:
		return nil, errors.New("-a and -b are for two players, -p is for more, want one of these forms")
	case two && (f.a == "" || f.b == ""), len(f.more) == 1:
		return nil, errors.New("there is only one player, want -a and -b, or several -p")
	case two:
		return []string{f.a, f.b}, nil
	case len(f.more) == 0:
		return nil, errors.New("there are no players, want -a and -b, or several -p, for example -a playout=mast -b playout=uniform -time 10ms")
	}
	return f.more, nil
}

// parameters returns the parameters for all players.
func (f *flags) parameters() string {
	both := match.Both(f.both, f.sims)
	if f.time != 0 {
		both = strings.TrimPrefix(both+",time="+f.time.String(), ",")
	}
	return both
}
