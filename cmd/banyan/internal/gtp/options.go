package gtp

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// thinkingTime is the budget of a move if neither the flags nor the controller give one.
const thinkingTime = time.Second

// defaultLag suits a machine under load. A shorter one gains little.
const defaultLag = 100 * time.Millisecond

// settings are the settings of the engine for every game.
type settings struct {
	search  mcts.Config
	budget  mcts.Budget // of each move; a clock can shorten it
	clock   timing.Clock
	limited bool // whether there is a clock
	manager timing.Planner
	lag     time.Duration
	seed    uint64
	ponder  bool
	gogui   bool
	errs    io.Writer // for live graphics
	now     func() time.Time
}

// options are the parsed flags.
type options struct {
	settings
	open opener
}

// flags are the flags as they were given.
type flags struct {
	game, board string
	player      string
	parallel    string
	workers     int
	sims        int
	time        string
	memory      int
}

// parseOptions parses the flags. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	o := options{settings: settings{now: time.Now, errs: errs}}
	var f flags
	set := flag.NewFlagSet("gtp", flag.ContinueOnError)
	f.define(set, &o)
	err := cli.Parse(set, args, errs, "An engine that speaks GTP, the Go Text Protocol: banyan gtp [flags]", spec.Usage+bundled.PlayoutUsage)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w (-help lists the flags)", err)
	}
	return o, f.complete(&o)
}

func (f *flags) define(set *flag.FlagSet, o *options) {
	set.StringVar(&f.game, "game", "nogo", "the `name` of the game: "+strings.Join(games.Names(), ", "))
	set.StringVar(&f.board, "board", "", "the board size as `WxH`, like 7x7, or hollow9 for nogo (default: the usual board; in nogo hollow9)")
	set.StringVar(&f.player, "player", "", "the search as `key=value,...`, like playout=mast,c=0.5 (default: plain UCT; in nogo with playout=shared)")
	set.StringVar(&f.parallel, "parallel", "", "the same as parallel=`MODE` in -player: how to search on several processors, like root or tree")
	set.IntVar(&f.workers, "workers", 0, "the same as workers=`N` in -player; 0: one per processor")
	set.IntVar(&f.sims, "sims", 0, "the `number` of simulations per move; 0: no limit")
	set.StringVar(&f.time, "time", "", "the `clock` of a game, like 40s, 5m+3s or 50000ticks, until time_settings sets another (default: no clock, and 1s per move without -sims)")
	set.DurationVar(&o.lag, "lag", defaultLag, "the `time` to keep back at every move for the way to the controller and for a busy machine: with 10ms, 18 of 180 moves of a Canadian clock were late on a machine under load")
	set.Uint64Var(&o.seed, "seed", 1, "the `number` that seeds the random streams of the games")
	set.BoolVar(&o.ponder, "ponder", false, "think in the opponent's time")
	set.BoolVar(&o.gogui, "gogui", false, "play with GoGui: searches draw on its board, and a move from square to square is two vertices in two commands")
	set.IntVar(&f.memory, "memory", 1024, "the memory of the tree in `megabytes`; 0: no limit")
}

// complete checks the flags and derives the settings from them.
func (f *flags) complete(o *options) (err error) {
	switch {
	case f.sims < 0:
		return fmt.Errorf("-sims is %d, want 0 or more", f.sims)
	case o.lag < 0:
		return fmt.Errorf("-lag is %v, want 0 or more", o.lag)
	case f.memory < 0:
		return fmt.Errorf("-memory is %d, want 0 or more", f.memory)
	}
	game, open, err := findGame(f.game, f.board)
	if err != nil {
		return err
	}
	parallel := f.parallelism()
	p, err := f.parse(game, parallel)
	switch {
	case err != nil:
		return fmt.Errorf("-%w", err) // the error names the player
	case p.Kind != spec.MCTS:
		return fmt.Errorf("-player is %q, want parameters of a search", f.player)
	case len(spec.Unused(parallel, p)) > 0:
		return fmt.Errorf("-workers is %d without -parallel, want also -parallel, for example -parallel root", f.workers)
	}
	o.search, o.budget = p.Search, p.Budget
	o.manager = timing.Planner{Rules: []timing.Rule{timing.StopA()}}
	if p.Timing != nil {
		o.manager = *p.Timing
	}
	o.manager = withHorizon(o.manager)
	o.search.Clock = o.now
	o.search.MaxBytes = int64(f.memory) << 20
	if f.time != "" {
		if o.clock, err = timing.Parse(f.time); err != nil {
			return fmt.Errorf("-time: %w", err)
		}
		o.limited = true
	}
	if f.sims > 0 {
		o.budget.Simulations = f.sims
	}
	if o.budget == (mcts.Budget{}) && !o.limited {
		o.budget.Time = thinkingTime
	}
	o.open = open
	return nil
}

// parse parses the player. In NoGo its playouts are shared by default, unless it has a parameter
// that needs the single plies of playouts.
func (f *flags) parse(game bundled.Entry[opener], defaults string) (spec.Player, error) {
	p, err := game.Parse(f.player, defaults)
	if err != nil || game.Name != bundled.NoGo.Name || p.Kind != spec.MCTS || !bundled.TakesWholePlayout(p.Search) {
		return p, err
	}
	return game.Parse(f.player, strings.Trim(defaults+",playout=shared", ","))
}

// parallelism returns the parameters of a player for -parallel and -workers.
func (f *flags) parallelism() string {
	var parts []string
	if f.parallel != "" {
		parts = append(parts, "parallel="+f.parallel)
	}
	if f.workers != 0 {
		parts = append(parts, fmt.Sprintf("workers=%d", f.workers))
	}
	return strings.Join(parts, ",")
}
