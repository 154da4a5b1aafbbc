package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// benchCommand measures the speed of searches from the start of the game.
func (p Program) benchCommand(out io.Writer) *urfave.Command {
	var c choice
	var players []string
	each := time.Second
	return &urfave.Command{
		Name: "bench", Usage: "measure the simulations per second of searches from the start of the game",
		Flags: append(
			c.flags(p),
			flags.Parsed("p", "a `PLAYER` to measure; repeat -p for more (default: uniform, MAST and NST playouts)", func(text string) ([]string, error) {
				return append(players, text), nil
			}, &players),
			flags.Parsed("time", "the `TIME` of each search (default: 1s)", flags.Time, &each),
		),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			g, err := c.game(ctx, p, cmd)
			if err != nil {
				return err
			}
			if each == 0 {
				return cli.Misuse(errors.New("-time is 0, want more"))
			}
			if len(players) == 0 {
				players = []string{"", "playout=mast", "playout=nst"}
			}
			return bench(ctx, out, g, players, each)
		},
	}
}

func bench(ctx context.Context, out io.Writer, g Game, players []string, each time.Duration) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "simulations/s\tbytes/simulation\tdepth\t  player\n")
	for _, text := range players {
		player, err := g.opponent(text)
		if err != nil {
			return cli.Misuse(err)
		}
		if player.Kind != spec.MCTS {
			return cli.Misuse(fmt.Errorf("player %q does not search", text))
		}
		m, err := g.measure(ctx, player, mcts.Budget{Time: each})
		if err != nil {
			return err
		}
		fmt.Fprintf(t, "%.0f\t%.0f\t%d\t  %s\n", m.perSecond, m.bytes, m.depth, player)
	}
	return t.Flush()
}

// measured is the speed of a search.
type measured struct {
	perSecond float64 // simulations
	bytes     float64 // for each simulation
	depth     int     // of the principal variation
}

// measure implements Game.
func (g typedGame[S, A]) measure(ctx context.Context, p spec.Player, b mcts.Budget) (m measured, err error) {
	search, err := mcts.New(g.rules.Game, g.config(p.Search))
	if err != nil {
		return m, err
	}
	s := firstChoice(&g.rules, &g.start)
	r, err := search.Run(ctx, &s, b)
	if err != nil {
		return m, err
	}
	n := float64(r.Simulations)
	return measured{perSecond: n / r.Elapsed.Seconds(), bytes: float64(r.Bytes) / n, depth: len(r.PV)}, nil
}

// firstChoice returns the first state from start on, with random outcomes of chance, in which a
// player can choose between actions: a search with nothing to choose stops early. If there is no
// such state, firstChoice returns the last one.
func firstChoice[S any, A comparable](rules *game.Rules[S, A], start *S) (s S) {
	rules.Copy(&s, start)
	for random := rng.New(1); ; {
		lists := rules.Choices(nil, &s)
		if rules.ToMove(&s) != mcts.Chance && (len(lists) != 1 || len(lists[0]) != 1) {
			return s
		}
		rules.Apply(&s, rules.Draw(&s, random)[0])
	}
}
