package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// contest describes a match of a network against another player.
type contest struct {
	a, b    string // the player with the network, and the other one
	value   bool   // a uses the value head alone
	sims    int
	time    time.Duration
	games   int
	opening int
	seed    uint64
	workers int
	cpu     bool
}

// parsed holds what the texts of a contest say.
type parsed struct {
	game    bundled.Game
	players []spec.Player
	names   []string
	now     func() time.Time // nil: time.Now
}

// The parameters of the player with the network.
const (
	bothHeads = "selection=puct,c=1,fpu=0.2"
	valueHead = "selection=uct,c=0.25"
)

func (c *contest) define(set *flag.FlagSet) {
	set.StringVar(&c.a, "a", "", "the `player` with the network (default "+bothHeads+"; with -value "+valueHead+")")
	set.StringVar(&c.b, "b", "mcts", "the other `player`; mcts is plain UCT")
	set.BoolVar(&c.value, "value", false, "use the value head alone: all priors are equal")
	set.IntVar(&c.sims, "sims", 0, "simulations per move, the same as sims=`N` in both players")
	set.DurationVar(&c.time, "time", 0, "time per move, the same as time=`D` in both players; want -workers 1, and -cpu or an idle machine")
	set.IntVar(&c.games, "games", 400, "the `number` of games, two with each opening")
	set.IntVar(&c.opening, "opening", 2, "the `number` of random plies at the start of each pair of games")
	set.Uint64Var(&c.seed, "seed", 1, "the `number` that seeds openings and searches")
	set.IntVar(&c.workers, "workers", 0, "the `number` of games played concurrently; 0: one per processor")
	set.BoolVar(&c.cpu, "cpu", false, "all times are CPU time of the program, so that others may run beside it; want -workers 1")
}

func (c *contest) validate() error {
	switch {
	case c.games < 2 || c.games%2 != 0:
		return fmt.Errorf("-games is %d, want an even number: every opening is played with both seatings", c.games)
	case c.opening < 0 || c.opening > 6:
		return fmt.Errorf("-opening is %d, want 0 to 6", c.opening)
	case c.workers < 0:
		return fmt.Errorf("-workers is %d, want 0 or more", c.workers)
	case c.sims < 0:
		return fmt.Errorf("-sims is %d, want 0 or more", c.sims)
	case c.time < 0:
		return fmt.Errorf("-time is %v, want 0 or more", c.time)
	}
	_, err := c.parse()
	return err
}

// parse returns the match without its journal. The first player has no network yet.
func (c *contest) parse() (m parsed, err error) {
	if m.game, err = bundled.Find(bundled.Connect4.Name, console.Size{}); err != nil {
		return m, err
	}
	both := match.Both("", c.sims)
	if c.time > 0 {
		both = strings.TrimPrefix(both+",time="+c.time.String(), ",")
	}
	usual := bothHeads
	if c.value {
		usual = valueHead
	}
	a := cmp.Or(c.a, usual)
	if m.players, m.names, err = match.Players(m.game, []string{a, c.b}, both, timing.Clock{}); err != nil {
		return m, err
	}
	if m.players[0].Kind != spec.MCTS {
		return m, fmt.Errorf("player %q does not use a network, want a search", a)
	}
	if c.cpu {
		m.now, err = match.CPUTime(m.players, m.names, c.workers)
	}
	return m, err
}

// play plays the match of a network, whose name tells it from others. Games in the journal, if
// there is one, are not played again.
func (c *contest) play(ctx context.Context, name string, n network, journal string, errs io.Writer) (match.Summary, error) {
	m, err := c.parse()
	if err != nil {
		return match.Summary{}, err
	}
	p := newPredictor(n)
	p.equal = c.value
	m.players[0].Search.Prediction = &mcts.Prediction{Source: p}
	m.names[0] += ", " + name
	if c.value {
		m.names[0] += ", value head"
	}
	bar := match.NewProgress(name, len(m.players), c.games, errs)
	defer bar.Close()
	records, err := m.game.Match(ctx, match.Options{
		Players: m.players, Names: m.names, Journal: journal,
		Plan: arena.Plan{Pairs: c.games / 2, OpeningPlies: c.opening, Seed: c.seed, Workers: c.workers, Each: bar.Game, Now: m.now},
	})
	if ctx.Err() != nil && journal != "" {
		err = fmt.Errorf("%w; the same command continues from %s", err, journal)
	}
	return match.Summary{
		Game: m.game.Name(), Score: match.NewScore(arena.Count(records, 0, 1)), A: m.names[0], B: m.names[1], Seed: c.seed,
	}, err
}

func matchCommand(ctx context.Context, args []string, out, errs io.Writer) error {
	var c contest
	var path, journal string
	set := flag.NewFlagSet("match", flag.ContinueOnError)
	set.StringVar(&path, "net", "", "the `file` of the network, or the checkpoint of a run")
	set.StringVar(&journal, "journal", "", "the `file` that records every game; an interrupted match continues from it")
	c.define(set)
	if err := cli.Parse(set, args, errs, "Play a match of a network: go run ./examples/selfplay match -net FILE -sims N [flags]", spec.Usage); err != nil {
		return cli.Misuse(err)
	}
	if path == "" {
		return cli.Misuse(errors.New("want -net FILE"))
	}
	if err := c.validate(); err != nil {
		return cli.Misuse(err)
	}
	n, err := readNetwork(path)
	if err != nil {
		return err
	}
	s, err := c.play(ctx, n.name(), n.network(), journal, errs)
	if err != nil {
		return err
	}
	return match.WriteJSON(out, s)
}
