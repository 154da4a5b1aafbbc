package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/remote"
	"github.com/banyan-go/banyan/console/internal/tuning"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/tune"
)

// tuneFlags are the flags of the command tune.
type tuneFlags struct {
	choice
	tuning.Options
	base, both   string
	space        string
	sims         int
	time         time.Duration
	games        int
	method, last string
	where        remote.Player
	found        Game
	assumes      bool // The default player has the default of hidden.
}

func (p Program) tuneCommand(out, errs io.Writer) *urfave.Command {
	f := &tuneFlags{where: p.player()}
	return &urfave.Command{
		Name: "tune", Usage: "search for the parameters of a player that win most in the game",
		Description: aboutTune + tune.SpaceUsage + "\nThe parameters of players are those of match -help.\n", Flags: f.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			err := f.complete(ctx, p, cmd)
			switch {
			case err == nil:
				if f.assumes {
					noteHidden(errs, f.found, spec.Player{Assumed: true})
				}
				return f.where.Tune(ctx, out, errs, f.Options)
			case ctx.Err() != nil:
				return err
			}
			return cli.Misuse(err)
		},
	}
}

const aboutTune = `Many players meet the default player, and the better ones play on. At the end, the best one meets the default in games
that the search has not used, for a quarter of the time; the output shows this result, the player as a text for
match -a, and the mcts.Config in Go:

  tune -time 20ms -for 1h -journal tune.jsonl

An interrupted search continues from its journal with the same command. With -sims and -games in place of -time and
-for, the result is reproducible; for any number of workers, give the -method, too. But a player whose simulations are
slower then has more time.

Without -space the command searches selections, constants, playouts and more, as the game permits; -list shows the space.
In games with hidden information, the default has hidden=infoset, and players whose parameters do not set hidden have it
too. With -sims, an ensemble has these simulations in each of its trees.
`

func (f *tuneFlags) flags(p Program) []urfave.Flag {
	f.Tune.Seed, f.Plot = 1, p.Plots.Tune
	workers := "the `NUMBER` of pairs of games played concurrently (default: one per processor)"
	if p.Cluster.Player != nil {
		workers = "the `NUMBER` of pairs of games played concurrently, each in a process of its own (default: one per processor; with -nats, 16 in the queue)"
	}
	return append(
		append(f.choice.flags(p), f.where.Flags()...),
		flags.Parsed("time", "time per move (default: 20ms without -sims)", flags.Time, &f.time),
		flags.Parsed("sims", "simulations per move, `N`, in place of -time", parseSimulations, &f.sims),
		flags.Parsed("for", "the `TIME` of the search, fresh games included, like 1h", flags.Time, &f.Tune.Time),
		flags.Parsed("games", "the `NUMBER` of games of the search, fresh games included", flags.Whole, &f.games),
		&urfave.StringFlag{Name: "space", Usage: "the parameters and their values, in the `FORM` that is explained above", Destination: &f.space},
		&urfave.BoolFlag{Name: "list", Usage: "write the space, and search nothing", Destination: &f.List},
		&urfave.StringFlag{Name: "base", Usage: "the `PLAYER` to beat, with the budget of the others if it sets none (default: mcts, in games with hidden information hidden=infoset)", Destination: &f.base},
		&urfave.StringFlag{Name: "both", Usage: "`PARAMETERS` of all players, like reuse=off", Destination: &f.both},
		&urfave.StringFlag{Name: "method", Usage: "`METHOD` of the search: ntbea or halving (default: ntbea; with four workers and more, or those of a server, halving)", Destination: &f.method},
		&urfave.StringFlag{Name: "last", Usage: "`METHOD` of the last steps: spsa or none", Value: "spsa", Destination: &f.last},
		flags.Parsed("opening", "the `NUMBER` of random plies at the start of each pair of games (default: that of match)", flags.Whole, &f.Opening),
		flags.Parsed("seed", "the `NUMBER` that seeds everything random (default: 1)", parseSeed, &f.Tune.Seed),
		flags.Parsed("workers", workers, flags.Whole, &f.Tune.Workers),
		&urfave.StringFlag{Name: "journal", Usage: "the `FILE` that records every game; an interrupted search continues from it", Destination: &f.Tune.Journal},
		&urfave.BoolFlag{Name: "json", Usage: "write the result as one JSON object", Destination: &f.JSON},
		&urfave.BoolFlag{Name: "row", Usage: "write the result as a row of a table in Markdown", Destination: &f.Row},
		p.svgFlag("write a plot of what each parameter is worth to this `FILE`", &f.SVG),
	)
}

// complete finds the game and checks the flags.
func (f *tuneFlags) complete(ctx context.Context, p Program, cmd *urfave.Command) error {
	g, err := f.game(ctx, p, cmd)
	if err != nil {
		return err
	}
	if !cmd.IsSet("opening") {
		f.Opening = g.Opening()
	}
	t := g.tuning(f.Opening)
	f.Evaluator, f.Parse = t.evaluator, g.Parse
	if f.Rules, err = p.FileSum(f.name); err != nil {
		return err
	}
	f.Entry, f.Size = f.name, f.board()
	f.Tune.Game = identified(fmt.Sprintf("%s, %d random plies", g.Name(), f.Opening), f.Rules)
	f.Game, f.Players, f.found = g.Name(), g.Players(), g
	if err := f.check(g); err != nil {
		return err
	}
	if err := f.players(ctx, t); err != nil {
		return err
	}
	f.concurrent()
	return cmp.Or(f.where.Validate(cmd), f.methods(), f.files())
}

// queuedPairs is how many pairs of games are queued at once for the workers of a server.
const queuedPairs = 16

// manyWorkers is the number of workers from which on a method that asks for two pairs of games at a
// time leaves too many idle.
const manyWorkers = 4

// concurrent sets how many games are played at the same time, and a method that asks for as many.
func (f *tuneFlags) concurrent() {
	if f.where.Cluster() {
		f.Tune.Workers = cmp.Or(f.Tune.Workers, queuedPairs)
	}
	f.Tune.Workers = cmp.Or(f.Tune.Workers, runtime.GOMAXPROCS(0))
	if f.where.Cluster() || f.Tune.Workers >= manyWorkers {
		f.method = cmp.Or(f.method, "halving")
	}
}

func (f *tuneFlags) check(g Game) error {
	perPair := len(arena.Seatings(g.Players()))
	switch {
	case f.time > 0 && f.sims > 0:
		return errors.New("-time and -sims are two budgets of a move, want one of them")
	case !f.List && f.Tune.Time == 0 && f.games == 0:
		return errors.New("how long? want -for TIME, like -for 1h, or -games NUMBER")
	case f.games%perPair != 0 || f.games < 0 || f.games > 0 && f.games < 10*perPair:
		return fmt.Errorf("-games is %d, want %d or a greater multiple of %d: %s", f.games, 10*perPair, perPair, seatings(g))
	case f.JSON && f.Row:
		return errors.New("-json and -row are two forms of the output, want one of them")
	case f.Opening < 0:
		return fmt.Errorf("-opening is %d, want 0 or more", f.Opening)
	case f.Tune.Workers < 0:
		return fmt.Errorf("-workers is %d, want 0 or more", f.Tune.Workers)
	}
	f.Tune.Pairs = f.games / perPair
	return nil
}

// players sets the space and the player to beat. The searches of the space begin like the default
// player; -both or the space may say otherwise how they handle what is hidden.
func (f *tuneFlags) players(ctx context.Context, t tunable) (err error) {
	budget := "time=" + cmp.Or(f.time, 20*time.Millisecond).String()
	f.Equal = "equal time"
	if f.sims > 0 {
		budget, f.Equal = fmt.Sprintf("sims=%d", f.sims), "equal simulations"
	}
	all := strings.TrimPrefix(f.both+","+budget, ",")
	player := t.player
	if sets(all, hidden) {
		player = string(spec.MCTS)
	}
	base, err := f.Parse(cmp.Or(f.base, player), all)
	if err != nil {
		return fmt.Errorf("the default: %w", err)
	}
	if f.Tune.Default = base.String(); !slices.Contains(strings.Split(f.Tune.Default, ","), budget) {
		f.Equal = "these budgets"
	}
	if f.space == "" {
		if f.Space, err = t.space(ctx); err != nil {
			return err
		}
	} else if f.Space, err = tune.ParseSpace(f.space); err != nil {
		return fmt.Errorf("-space: %s", strings.TrimPrefix(err.Error(), "tune: "))
	}
	if spaceSets(f.Space, hidden) {
		player = string(spec.MCTS)
	}
	f.assumes = t.player != string(spec.MCTS) && !sets(f.base+","+all, hidden)
	f.Space.Fixed = player + "," + all
	return nil
}

// hidden is the parameter that determines how a search handles hidden information. Without it, the
// search looks at hidden cards.
const hidden = "hidden"

// sets reports whether parameters of the form key=value, separated by commas, set a key.
func sets(parameters, key string) bool {
	for part := range strings.SplitSeq(parameters, ",") {
		if name, _, _ := strings.Cut(part, "="); strings.TrimSpace(name) == key {
			return true
		}
	}
	return false
}

// spaceSets reports whether a space has a parameter, or a strategy that sets it.
func spaceSets(s tune.Space, key string) bool {
	return slices.ContainsFunc(s.Parameters, func(q tune.Parameter) bool {
		choice, _ := q.Kind.(tune.Choice)
		return q.Name == key || slices.ContainsFunc(choice, func(a tune.Alternative) bool { return sets(a.Text, key) })
	})
}

func (f *tuneFlags) methods() error {
	switch f.method {
	case "", "ntbea":
		f.Tune.Method = tune.NTBEA{}
	case "halving":
		f.Tune.Method = tune.Halving{}
	default:
		return fmt.Errorf("-method is %q, want ntbea or halving", f.method)
	}
	switch f.last {
	case "spsa":
		f.Tune.Refine = tune.SPSA{}
	case "none":
		f.Tune.Refine = tune.NoRefine{}
	default:
		return fmt.Errorf("-last is %q, want spsa or none", f.last)
	}
	return nil
}

// files checks the files before any game.
func (f *tuneFlags) files() error {
	switch {
	case f.SVG != "" && filepath.Ext(f.SVG) != ".svg":
		return fmt.Errorf("-svg is %q, want a name that ends in .svg", f.SVG)
	case sameFile(f.SVG, f.Tune.Journal):
		return fmt.Errorf("-svg and -journal are both %s, want two files", f.SVG)
	}
	return writable("svg", f.SVG)
}

// tunable is what the command tune needs of a game.
type tunable struct {
	evaluator tune.Evaluator
	player    string // the default player to beat, without a budget

	// space returns the space to search if there is no other one. Its players have no budget.
	space func(ctx context.Context) (tune.Space, error)
}

// tuning implements Game.
func (g typedGame[S, A]) tuning(opening int) tunable {
	t := tunable{player: tune.DefaultPlayer(g.rules)}
	t.evaluator = tune.Games[S, A]{
		Match:   arena.Match[S, A]{Game: g.rules.Game, Start: g.start, Plan: arena.Plan{OpeningPlies: opening}},
		Entrant: g.entrantOf,
	}
	t.space = func(ctx context.Context) (tune.Space, error) {
		s, err := tune.DefaultSpace(g.rules, g.language.Playouts, func(player string) error {
			const budget = ",sims=30"
			_, err := t.evaluator.Play(ctx, tune.Pair{A: player + budget, B: t.player + budget, Seed: 1})
			return err
		})
		if ctx.Err() != nil { // Then the check has refused what can play.
			return s, fmt.Errorf("interrupted while the space was checked: %w", ctx.Err())
		}
		return s, err
	}
	return t
}

// entrantOf makes a player of its text.
func (g typedGame[S, A]) entrantOf(name, text string) (e arena.Entrant[S, A], err error) {
	p, err := g.Parse(text, "")
	switch {
	case err != nil:
		return e, err
	case p.Kind == spec.MCTS && p.Timing != nil:
		return e, fmt.Errorf("player %q needs a clock, want a time like 20ms or sims=N", text)
	case p.Kind == spec.MCTS && p.Budget == (mcts.Budget{}):
		return e, fmt.Errorf("player %q has no budget, want time=DURATION or sims=N", text)
	}
	return g.entrant(name, p)
}
