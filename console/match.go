package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/remote"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// matchFlags are the flags of the command match.
type matchFlags struct {
	contest.Options
	choice
	a, b  string
	more  []string // -p
	both  string
	sims  int
	time  time.Duration
	cpu   bool
	games int
	where remote.Player
	found Game
}

func (p Program) matchCommand(out, errs io.Writer) *urfave.Command {
	f := &matchFlags{where: p.player()}
	return p.takesPlayers(&urfave.Command{
		Name: "match", Usage: "play a match between two or more players and report, with intervals, which is stronger",
		Description: aboutMatch, Flags: f.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			o, err := f.complete(ctx, p, cmd)
			if err != nil {
				return cli.Misuse(err)
			}
			noteHidden(errs, f.found, o.Players...)
			return f.where.Match(ctx, out, errs, o)
		},
	})
}

const aboutMatch = `Games are played in pairs: both games of a pair start with the same random plies, with the seats swapped. The scores of
pairs are counted too: their interval is narrower than that of single games if the seat or the opening decides many games.
In a game for one player, both play one game of a pair, with the same chance, and the higher return wins the pair.
With -time the players are compared at equal time:

  match -a playout=mast -b playout=uniform -time 10ms -games 100

With -sims the match is reproducible, but a player whose simulations are slower uses more time, so the output shows the
simulations per second and the time per move of every player. With -journal an interrupted match continues where it
stopped. With -gauntlet the first of several players meets all others, which do not meet each other:

  match -gauntlet -a level5 -p playout=mast -p playout=nst -p alphabeta,depth=4 -time 10ms`

func (f *matchFlags) flags(p Program) []urfave.Flag {
	f.games, f.Seed, f.Plot = 100, 1, p.Plots.Match
	workers := "the `NUMBER` of games played concurrently (default: one per processor)"
	if p.Cluster.Player != nil {
		workers = "the `NUMBER` of games played concurrently, by as many processes if it is 2 or more (default: one per processor, all in this process)"
	}
	return append(
		append(f.choice.flags(p), f.where.Flags()...),
		&urfave.StringFlag{Name: "a", Usage: "the first `PLAYER` of two", Destination: &f.a},
		&urfave.StringFlag{Name: "b", Usage: "the second `PLAYER` of two", Destination: &f.b},
		flags.Parsed("p", "one `PLAYER` of a round robin; repeat -p for every player, instead of -a and -b (-gauntlet: of -b)", func(text string) ([]string, error) {
			return append(f.more, text), nil
		}, &f.more),
		&urfave.BoolFlag{Name: "gauntlet", Usage: "the first player, -a or the first -p, meets all others, which do not meet each other", Destination: &f.Gauntlet},
		&urfave.StringFlag{Name: "both", Usage: "`PARAMETERS` for every player that accepts them and does not set them, like c=0.4,final=max", Destination: &f.both},
		flags.Parsed("sims", "simulations per move, the same as sims=`N` in -both", parseSimulations, &f.sims),
		flags.Parsed("time", "time per move, the same as time=`D` in -both; the result then depends on the machine", flags.Time, &f.time),
		&urfave.BoolFlag{Name: "cpu", Usage: "all times are CPU time of the program, so that others may run beside it; want -workers 1", Destination: &f.cpu},
		flags.Parsed("games", "the `NUMBER` of games of each pair of players (default: 100)", flags.Whole, &f.games),
		flags.Parsed("opening", "the `NUMBER` of random plies at the start of each pair of games (default: 2, or 0 in games that they would decide)", flags.Whole, &f.OpeningPlies),
		flags.Parsed("seed", "the `NUMBER` that seeds openings and random streams (default: 1)", parseSeed, &f.Seed),
		flags.Parsed("workers", workers, flags.Whole, &f.Workers),
		flags.Parsed("clock", "the `CLOCK` of each player, like 40s, 5m+3s or 100000ticks; a simulation takes one tick", timing.Parse, &f.Clock),
		&urfave.BoolFlag{Name: "fit", Usage: "write the table of expected remaining moves in these games, for time=expected", Destination: &f.Fit},
		&urfave.StringFlag{Name: "journal", Usage: "the `FILE` that records every game; an interrupted match continues from it", Destination: &f.Journal},
		&urfave.BoolFlag{Name: "json", Usage: "write the result as one JSON object", Destination: &f.JSON},
		flags.Parsed("sprt", "stop early by a sequential test of two hypotheses, `E0,E1`: a is at most E0 Elo better, or at least E1", parseSPRT, &f.SPRT),
		&urfave.StringFlag{Name: "record", Usage: "write every game as text to this `FILE`, which play -replay steps through", Destination: &f.Record},
		p.svgFlag("write a plot of the running win rate to this `FILE`", &f.SVG),
	)
}

func parseSPRT(text string) (*stats.SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if !ok || err0 != nil || err1 != nil || math.IsNaN(elo0+elo1) {
		return nil, errors.New("want two numbers, like 0,30")
	}
	test := &stats.SPRT{Elo0: elo0, Elo1: elo1}
	return test, test.Validate()
}

// complete finds the game and the players and checks the flags.
func (f *matchFlags) complete(ctx context.Context, p Program, cmd *urfave.Command) (contest.Options, error) {
	o := f.Options
	g, err := f.game(ctx, p, cmd)
	if err != nil {
		return o, err
	}
	o.Entry, o.Size = f.name, f.board()
	if o.Game = g; !cmd.IsSet("opening") {
		o.OpeningPlies = g.Opening()
	}
	if o.Rules, err = p.FileSum(f.name); err != nil {
		return o, err
	}
	if err := f.pair(&o); err != nil {
		return o, err
	}
	texts, err := f.texts()
	if err != nil {
		return o, err
	}
	if o.Players, o.Names, err = match.Players(g, texts, f.parameters(), o.Clock); err != nil {
		return o, err
	}
	f.found = g
	for _, p := range o.Players {
		o.SeesAll = append(o.SeesAll, g.hidden() != "" && p.SeesAll())
	}
	if f.cpu {
		if o.Now, err = match.CPUTime(o.Players, o.Names, o.Workers); err != nil {
			return o, err
		}
	}
	if err := cmp.Or(writable("svg", o.SVG), writable("record", o.Record)); err != nil {
		return o, err
	}
	files := []struct{ flag, path string }{{"record", o.Record}, {"svg", o.SVG}, {"journal", o.Journal}}
	for i, a := range files {
		for _, b := range files[:i] {
			if sameFile(a.path, b.path) {
				return o, fmt.Errorf("-%s and -%s are both %s, want two files", b.flag, a.flag, a.path)
			}
		}
	}
	if err := f.where.Validate(cmd, "workers", "cpu"); err != nil {
		return o, err
	}
	switch {
	case o.OpeningPlies < 0:
		return o, fmt.Errorf("-opening is %d, want 0 or more", o.OpeningPlies)
	case o.Workers < 0:
		return o, fmt.Errorf("-workers is %d, want 0 or more", o.Workers)
	case o.Fit && o.JSON:
		return o, errors.New("-fit and -json are two forms of the output, want one of them")
	case o.SPRT != nil && len(o.Players) > 2:
		return o, errors.New("-sprt is for two players")
	case o.SVG != "" && len(o.Players) > 2:
		return o, errors.New("-svg is for two players")
	case o.SVG != "" && filepath.Ext(o.SVG) != ".svg":
		return o, fmt.Errorf("-svg is %q, want a name that ends in .svg", o.SVG)
	}
	return o, nil
}

// writable reports, before a match is played, why the file of a flag cannot be written. An empty
// path is no file.
func writable(flag, path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return nil // To open it would tell its reader that all is written.
	}
	missing := errors.Is(err, os.ErrNotExist)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("-%s: %w", flag, err)
	}
	err = f.Close()
	if missing {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// sameFile reports whether two paths lead to one file. An empty path is no file.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return filepath.Clean(a) == filepath.Clean(b) || errX == nil && errY == nil && os.SameFile(x, y)
}

// pair sets the number of pairs from the number of games.
func (f *matchFlags) pair(o *contest.Options) error {
	perPair := len(arena.Seatings(o.Game.Players()))
	if f.games < 1 || f.games%perPair != 0 {
		return fmt.Errorf("-games is %d, want %d, %d or another multiple: %s", f.games, perPair, 2*perPair, seatings(o.Game))
	}
	o.Pairs = f.games / perPair
	return nil
}

// seatings explains the number of games in a pair.
func seatings(g contest.Game) string {
	if g.Players() == 1 {
		return "both players play every opening"
	}
	return "every opening is played with all seatings"
}

// texts returns the players as they were given.
func (f *matchFlags) texts() ([]string, error) {
	two := f.a != "" || f.b != ""
	switch {
	case f.Gauntlet && f.a != "" && f.b == "" && len(f.more) > 0:
		return append([]string{f.a}, f.more...), nil
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
func (f *matchFlags) parameters() string {
	both := match.Both(f.both, f.sims)
	if f.time != 0 {
		both = strings.TrimPrefix(both+",time="+f.time.String(), ",")
	}
	return both
}
