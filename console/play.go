package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/mcts"
)

// playFlags are the flags of the command play.
type playFlags struct {
	choice
	budget
	player string
	level  int // 0: none
	seed   uint64
	human  int
	replay string // the path of a record; empty for none
	number int    // of a game of the record; 0: the first one
}

func (p Program) playCommand(in io.Reader, out, errs io.Writer) *urfave.Command {
	f := &playFlags{}
	return p.takesPlayers(&urfave.Command{
		Name: "play", Usage: "play the game in the terminal against a search or another player",
		Description: aboutPlay,
		Flags:       f.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			if f.replay != "" || cmd.IsSet("number") {
				return f.showRecord(ctx, p, cmd, in, out)
			}
			g, o, err := f.options(ctx, p, cmd)
			if err != nil {
				return cli.Misuse(err)
			}
			noteHidden(errs, g, o.Player)
			return f.play(ctx, p, g, in, out, o)
		},
	})
}

const aboutPlay = `During the game, type help for the moves and the commands. A game of a match can be looked at again:

  match -a playout=mast -b playout=uniform -sims 1000 -games 10 -record games.txt
  play -replay games.txt -number 3`

func (f *playFlags) flags(p Program) []urfave.Flag {
	f.seed = 1
	list := append(
		f.choice.flags(p),
		&urfave.StringFlag{Name: "player", Usage: "your opponent as `KIND,KEY=VALUE,...`, like playout=nst,c=0.4 (default: plain UCT)", Destination: &f.player},
		flags.Parsed("level", "the strength of your opponent, a `NUMBER` from 1 to 10: a level sets the simulations per move and how much is left to chance (default: none)", parseLevel, &f.level),
		flags.Parsed("human", "`WHO` you are: 1 for the player who moves first, 2, and so on, or none (default: 1)", parseHuman, &f.human),
		flags.Parsed("seed", "the `NUMBER` that seeds random choices; with -sims, the opponent then plays reproducibly (default: 1)", parseSeed, &f.seed),
		&urfave.StringFlag{Name: "replay", Usage: "step through a game that match -record wrote to this `FILE`; not in a terminal: print all positions", Destination: &f.replay},
		flags.Parsed("number", "the `NUMBER` of the game in the record (default: the first one)", flags.Whole, &f.number),
	)
	return append(list, f.budget.flags()...)
}

// options returns the game and who plays.
func (f *playFlags) options(ctx context.Context, p Program, cmd *urfave.Command) (Game, play.Options, error) {
	o := play.Options{Seed: f.seed, Human: f.human}
	g, err := f.game(ctx, p, cmd)
	if err != nil {
		return nil, o, err
	}
	if n := g.Players(); f.human >= n {
		return nil, o, fmt.Errorf("-human is %d, want 1 to %d or none", f.human+1, n)
	}
	if o.Player, err = g.opponent(f.player); err != nil {
		return nil, o, flagError("player", err)
	}
	if f.level > 0 {
		return g, o, f.setLevel(&o.Player)
	}
	return g, o, f.setBudget(&o.Player)
}

// play plays on one board after another.
func (f *playFlags) play(ctx context.Context, p Program, g Game, in io.Reader, out io.Writer, o play.Options) error {
	c := play.NewConsole(in, out)
	defer c.Close()
	o.Resize = func(text string) (err error) {
		size, err := ParseSize(text)
		if err != nil {
			return fmt.Errorf("%q is not a size: %w", text, err)
		}
		next := choice{f.name, size}
		resized, err := next.on(p)
		if err == nil {
			g = resized
		}
		return err
	}
	for {
		err := g.play(ctx, c, o)
		next := play.Resized{}
		if !errors.As(err, &next) {
			return err
		}
		o = next.Options
	}
}

// setLevel gives the player the budget and the final action of a level.
func (f *playFlags) setLevel(p *spec.Player) (err error) {
	switch {
	case f.Budget != mcts.Budget{}:
		return errors.New("-level sets the simulations: leave out -sims and -time")
	case p.Budget != mcts.Budget{}:
		return fmt.Errorf("-level sets the simulations: leave out those of -player %q", f.player)
	}
	if *p, err = p.AtLevel(f.level); err != nil {
		return fmt.Errorf("-level %d: %w", f.level, err)
	}
	return nil
}

func parseLevel(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if most := len(spec.Levels()); err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("want a level from 1 to %d", most)
	}
	return n, nil
}

// setBudget gives the player the budget of the flags, or keeps its own if they give none.
func (f *playFlags) setBudget(p *spec.Player) error {
	switch {
	case p.Timing != nil:
		return fmt.Errorf("-player %q needs a clock, and this program has none: want a time like 500ms", f.player)
	case p.Kind != spec.MCTS && f.Budget != mcts.Budget{}:
		return fmt.Errorf("-player %q does not search: leave out -sims and -time", f.player)
	case p.Kind != spec.MCTS:
		return nil
	}
	p.Budget.Simulations = cmp.Or(f.Simulations, p.Budget.Simulations)
	p.Budget.Time = cmp.Or(f.Time, p.Budget.Time)
	p.Budget = cmp.Or(p.Budget, usualBudget)
	return nil
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
		return play.Nobody, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, errors.New("want the number of a player, like 1 or 2, or none")
	}
	return n - 1, nil
}

// budget is the budget of a move that the flags -sims and -time give.
type budget struct{ mcts.Budget }

// usualBudget is the budget of a move if the flags give none.
var usualBudget = mcts.Budget{Time: time.Second}

func (b *budget) flags() []urfave.Flag {
	return []urfave.Flag{
		flags.Parsed("sims", "the `NUMBER` of simulations per move, of all trees together; 0: no limit", parseSimulations, &b.Simulations),
		flags.Parsed("time", "the `TIME` per move, like 500ms or 3s; 0: no limit (default: 1s without -sims)", flags.Time, &b.Time),
	}
}

// flagError returns the error of a flag whose value is a player, which the error names.
func flagError(flag string, err error) error {
	text, ok := strings.CutPrefix(strings.TrimPrefix(err.Error(), "spec: "), "player")
	if !ok {
		return fmt.Errorf("-%s: %w", flag, err)
	}
	return errors.New("-" + flag + text)
}

func parseSimulations(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errors.New("want a whole number, 0 or more")
	}
	return n, nil
}

// showRecord steps through a game of the record that -replay names.
func (f *playFlags) showRecord(ctx context.Context, p Program, cmd *urfave.Command, in io.Reader, out io.Writer) error {
	if f.replay == "" {
		return cli.Misuse(errors.New("-number is the number of a game of a record, want -replay FILE too"))
	}
	if cmd.Args().Present() {
		return cli.Misuse(fmt.Errorf("unexpected argument %q", cmd.Args().First()))
	}
	for _, name := range []string{"game", "size", "player", "level", "human", "seed", "sims", "time"} {
		if cmd.IsSet(name) {
			return cli.Misuse(fmt.Errorf("-replay shows a game of a record, which says what was played: leave out -%s", name))
		}
	}
	text, err := os.ReadFile(f.replay)
	if err != nil {
		return cli.Misuse(fmt.Errorf("-replay: %w", err))
	}
	recorded, g, err := f.find(p, string(text), cmd.IsSet("number"))
	if err != nil {
		return fmt.Errorf("-replay %s: %w", f.replay, err)
	}
	c := play.NewConsole(in, out)
	defer c.Close()
	if err := g.replay(ctx, c, recorded); err != nil {
		return fmt.Errorf("-replay %s: %w", f.replay, err)
	}
	return nil
}

// find returns the chosen game of a record, and its rules.
func (f *playFlags) find(p Program, text string, chosen bool) (recorded record.Game, g Game, err error) {
	games, err := record.Read(text)
	if err != nil {
		return recorded, nil, err
	}
	recorded = games[0]
	var numbers []string
	found := !chosen
	for _, other := range games {
		numbers = append(numbers, fmt.Sprint(other.Number))
		if chosen && other.Number == f.number {
			recorded, found = other, true
		}
	}
	if !found {
		return recorded, nil, cli.Misuse(fmt.Errorf("there is no game %d, want one of %s", f.number, shortened(numbers)))
	}
	fail := func(err error) error { return &record.Error{Line: recorded.Line(-1), Err: err} }
	c := choice{name: recorded.Name}
	if recorded.Size != "" {
		if c.size, err = ParseSize(recorded.Size); err != nil {
			return recorded, nil, fail(fmt.Errorf("tag Size: %q, %w", recorded.Size, err))
		}
	}
	if g, err = c.on(p); err != nil {
		return recorded, nil, fail(err)
	}
	return recorded, g, nil
}

// shortened joins words, of which there may be many.
func shortened(words []string) string {
	const most = 10
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most-1], ", ") + ", ..., " + words[len(words)-1]
}

// replay implements Game.
func (g typedGame[S, A]) replay(ctx context.Context, c *play.Console, r record.Game) error {
	return g.board().Replay(ctx, c, r)
}
