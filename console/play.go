package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/mcts"
)

// playFlags are the flags of the command play.
type playFlags struct {
	choice
	budget
	player string
	seed   uint64
	human  int
}

func (p Program) playCommand(in io.Reader, out io.Writer) *urfave.Command {
	f := &playFlags{}
	return &urfave.Command{
		Name: "play", Usage: "play the game in the terminal against a search or another player",
		Description: "During the game, type help for the moves and the commands.\n\n" + spec.Usage + p.Usage,
		Flags:       f.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			g, o, err := f.options(p, cmd)
			if err != nil {
				return errUsage{err}
			}
			return g.play(ctx, in, out, o)
		},
	}
}

func (f *playFlags) flags(p Program) []urfave.Flag {
	f.seed = 1
	flags := append(
		f.choice.flags(p),
		&urfave.StringFlag{Name: "player", Usage: "your opponent as `KIND,KEY=VALUE,...`, like playout=nst,c=0.4 (default: plain UCT)", Destination: &f.player},
		parsed("human", "`WHO` you are: 1 for the player who moves first, 2, and so on, or none (default: 1)", parseHuman, &f.human),
		parsed("seed", "the `NUMBER` that seeds random choices; with -sims, the opponent then plays reproducibly (default: 1)", parseSeed, &f.seed),
	)
	return append(flags, f.budget.flags()...)
}

// options returns the game and who plays.
func (f *playFlags) options(p Program, cmd *urfave.Command) (Game, play.Options, error) {
	o := play.Options{Seed: f.seed, Human: f.human}
	g, err := f.game(p, cmd)
	if err != nil {
		return nil, o, err
	}
	if o.Player, err = g.opponent(f.player); err != nil {
		return nil, o, flagError("player", err)
	}
	return g, o, f.setBudget(&o.Player)
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
